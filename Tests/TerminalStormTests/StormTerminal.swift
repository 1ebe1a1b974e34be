import Foundation
import Glibc
import Processes
import TestSupport

/// An app on a terminal that a storm blows at, and what is left of both afterwards.
struct StormTerminal {
  /// What is drawn first of a page that is drawn anew.
  private static let paint = Array("\u{1B}[m\u{1B}[2J".utf8)
  /// What ends whatever a storm may have begun: a paste, a sequence.
  private static let calm = Array("\u{1B}[201~".utf8)
  private static let redraw: UInt8 = 0x0C
  private static let quit: UInt8 = 0x03

  let home: TemporaryHome
  let executable: String
  let terminal: PseudoTerminal

  /// A shell that brings the app back whenever it was stopped, and says how it ended.
  private static let shell = """
    set -m
    "$@"
    status=$?
    while [ $status -ge 147 ] && [ $status -le 150 ]; do
      fg > /dev/null
      status=$?
    done
    printf "\\nended with $status\\n"
    """

  /// Starts the app, as the leader of its session or as a job of a shell.
  init(_ product: String, _ script: String? = nil, isJob: Bool = false) async throws {
    home = try TemporaryHome()
    let executable = try BuiltProduct.path(product)
    let leader = isJob ? Self.shell : script
    let arguments = leader.map { ["-c", $0, "sh", executable] } ?? []
    self.executable = executable
    terminal = try PseudoTerminal(
      leader == nil ? executable : "/bin/sh", arguments,
      environment: home.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 },
      hasControlKeys: false)
    try await terminal.waitForText("Ctrl-C Quit")
  }

  /// The processes that the leader of the session has started.
  var jobs: [Int32] {
    let path = "/proc/\(terminal.processID)/task/\(terminal.processID)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }
  }

  /// Types the bytes in pieces that are cut anywhere, some of them only when the app has read those before.
  func type(_ bytes: [UInt8], _ storm: inout Storm) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = storm.chance(oneIn: 3) ? 1 : storm.number(1...max(1, min(rest.count, 50)))
      terminal.send(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
      guard storm.chance(oneIn: 2) else { continue }
      // Only to cut the input in other places; whether the app was quick enough does not matter.
      for _ in 0..<200 where terminal.unreadCount > 0 { sched_yield() }
    }
  }

  /// Ends the storm and the app by keys, and returns what is wrong afterwards.
  func end(_ storm: inout Storm) async throws -> [String] {
    // What was typed during the storm may stop the app, which makes it draw a whole page some time later.
    guard await Waiting.until({ terminal.unreadCount == 0 }) else { return ["reads no more"] }
    for columns in [70, 80] {
      try terminal.resize(columns: columns, rows: 24)
      // The title ends four columns before the edge; that of a page of another width does not.
      try await terminal.waitForScreen { screen in
        (0..<screen.columns).last { screen[0, $0].text != " " } == columns - 5
      }
    }
    terminal.send(Self.calm + storm.validKeys(20) + Self.calm)
    terminal.send([Self.redraw, Self.quit])
    let status = try await terminal.waitForExit()
    var problems: [String] = []
    if status != .exited(0) { problems.append("ended by \(status)") }
    problems += differenceOfFreshPage()
    return problems + (try problemsOfTerminal())
  }

  /// Compares what many small changes have made of the screen with what drawing all of it makes.
  private func differenceOfFreshPage() -> [String] {
    let bytes = terminal.transcript.bytes
    guard let last = bytes.lastRange(of: Self.paint)?.lowerBound,
      let end = bytes.lastIndex(of: 0x18), last <= end
    else { return ["never drew a whole page"] }
    let screens = terminal.screens(afterBytes: [last, end])
    let (changed, fresh) = (screens[0], screens[1])
    func seen(_ screen: Screen) -> String {
      // Where a cursor would stand that nobody sees does not matter.
      screen.isCursorVisible ? screen.description : screen.lines.joined(separator: "\n")
    }
    guard seen(changed) != seen(fresh) || !changed.isLike(fresh) else { return [] }
    return ["changes led to\n\(changed)\nand drawing all of it to\n\(fresh)"]
  }

  func problemsOfTerminal() throws -> [String] {
    let screen = terminal.screen
    var problems: [String] = []
    if try terminal.modes != terminal.modesAtStart { problems.append("left other settings behind") }
    if screen.isAlternate { problems.append("left the alternate screen on") }
    if !screen.isCursorVisible { problems.append("left the cursor hidden") }
    if screen.bracketsPastes { problems.append("left pastes in brackets") }
    if screen.reportsMouse { problems.append("left the mouse reported") }
    if !screen.isStylePlain { problems.append("left a colour or an attribute on") }
    return problems
  }

  /// Tells whether the data can be used by another process now.
  func problemsOfNextStart() async throws -> [String] {
    let next = try await ChildProcess.run(executable, ["--plain"], environment: home.environment)
    return next.status == .exited(0) ? [] : ["the next start: \(next.status), \(next.standardError.text)"]
  }
}

extension Screen {
  /// Tells whether every cell looks the same, colours and attributes included.
  fileprivate func isLike(_ other: Screen) -> Bool {
    (0..<rows).allSatisfy { row in (0..<columns).allSatisfy { self[row, $0] == other[row, $0] } }
  }
}

extension Array<UInt8> {
  /// Finds the last place of a sequence that begins with a byte which it has only once.
  fileprivate func lastRange(of sequence: [UInt8]) -> Range<Int>? {
    var position = count - sequence.count
    while position >= 0 {
      if self[position] == sequence[0], Array(self[position..<position + sequence.count]) == sequence {
        return position..<position + sequence.count
      }
      position -= 1
    }
    return nil
  }
}
