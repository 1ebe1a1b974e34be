import Foundation
package import OperatingSystem
import Processes
import Records
import ToolOptions

#if DEBUG
import AppDriver
import ElementTree
import TerminalUI

/// The command line of `cleanslate`: finds the subcommand, and says what is wrong with the words.
package struct Command {
  private let surroundings: Surroundings

  package init(in surroundings: Surroundings) { self.surroundings = surroundings }

  /// By what they are about, in the order of the help.
  private static var groups: [(title: String, members: [any Subcommand.Type])] {
    [
      (
        "Tests",
        [
          TestCommand.self, AcceptCommand.self, MergeCommand.self, TraceCommand.self, ReportCommand.self,
          LaunchesCommand.self,
          TeamsCommand.self,
        ]
      ),
      (
        "Apps",
        [
          RunCommand.self, AppsCommand.self, ScreenCommand.self, TapCommand.self, TypeCommand.self,
          KeyCommand.self, WaitCommand.self, OpenCommand.self, ResetCommand.self, StatesCommand.self,
          SaveCommand.self, ClockCommand.self, ReplyCommand.self, RequestsCommand.self, LeaksCommand.self,
          LogCommand.self, RecordCommand.self, BrowseCommand.self, AttachCommand.self, StopCommand.self,
          GalleryCommand.self,
        ]
      ), ("This command", [MCPCommand.self, CompletionCommand.self]),
    ]
  }

  /// Those that the help lists.
  static var shownSubcommands: [any Subcommand.Type] { groups.flatMap(\.members) }
  /// What 'help' tells of.
  static var topics: [String] { shownSubcommands.map { $0.name } + [AgentsPage.topic] }

  static let version = "0.1.0"

  /// Does what the words ask for, and returns the exit status.
  package func run(_ words: [String]) -> Int32 {
    guard let name = words.first else {
      surroundings.complain(Self.usage.text + "\n")
      return Status.usage
    }
    let isHelp = name == "help"
    let asked = isHelp ? words.dropFirst().first ?? "--help" : name
    if let answer = Self.answer(to: asked, for: Self.usage) { return write(answer) }
    if isHelp, asked == name { return write(Self.usage.text) }
    if isHelp, asked == AgentsPage.topic { return write(AgentsPage.text) }
    if isHelp { return find(asked, in: Self.topics) { write($0.usage.text) } }
    return find(name, in: Self.shownSubcommands.map { $0.name } + ["help"]) {
      run($0, Array(words.dropFirst()))
    }
  }

  private func find(
    _ name: String, in names: [String], _ body: (any Subcommand.Type) -> Int32
  ) -> Int32 {
    if let found = (Self.shownSubcommands + [KeepCommand.self]).first(where: { $0.name == name }) {
      return body(found)
    }
    let nearest = NearestIdentifiers.nearest(to: name, in: names, limit: 1).first
    let problem =
      name.hasPrefix("-")
      ? ToolWords([], for: Self.usage).unknown(name).description
      : "cleanslate has no '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
    surroundings.complain("\(problem) See 'cleanslate --help'.\n")
    return Status.usage
  }

  private func write(_ text: String) -> Int32 {
    let shown = surroundings.columns().map { LinePrinter.wrapped(text, columns: $0) } ?? text
    surroundings.write(shown + "\n")
    return Status.success
  }

  /// What a word asks for wherever it stands, with one dash or two, as other tools of Swift take it.
  private static func answer(to word: String, for usage: ToolUsage) -> String? {
    switch word {
    case "-h", "-help", "--help": usage.text
    case "-version", "--version": "cleanslate \(version)"
    default: nil
    }
  }

  private func run(_ subcommand: any Subcommand.Type, _ words: [String]) -> Int32 {
    // What stands behind two dashes alone is a text, or for the app.
    let ownWords = words.prefix { $0 != "--" }
    func answer(_ word: String) -> String? { Self.answer(to: word, for: subcommand.usage) }
    let asked = words.prefix(1) + ownWords.filter { $0.hasPrefix("--") }
    if let text = asked.lazy.compactMap(answer).first { return write(text) }
    var isUnderstood = false
    do {
      let command = try subcommand.init(words)
      isUnderstood = true
      return try command.run(in: surroundings)
    } catch let error as UsageError {
      // Where a text is expected, it is one.
      if !isUnderstood, let text = ownWords.lazy.compactMap(answer).first { return write(text) }
      surroundings.complain("\(error) See 'cleanslate \(subcommand.name) --help'.\n")
      return Status.usage
    } catch {
      surroundings.complain("cleanslate \(subcommand.name): \(error)\n")
      return Self.status(of: error)
    }
  }

  private static func status(of error: any Error) -> Int32 {
    switch error {
    case let error as ToolFailure: error.status
    case is RecordError: Status.badInput
    case AppError.ended, AppError.notRunning: Status.unavailable
    default: Status.failure
    }
  }

  static var usage: ToolUsage {
    let width = shownSubcommands.map { $0.name.count }.max() ?? 0
    let lists = groups.map { group in
      let lines = group.members.map { member in
        "\n  \(member.name)\(String(repeating: " ", count: width - member.name.count))  \(member.summary)"
      }
      return "\(group.title):\(lines.joined())"
    }
    return ToolUsage(
      "cleanslate SUBCOMMAND", about: lists,
      options: [.version],
      notes: [
        "'cleanslate' stands for 'swift run cleanslate' or '.build/debug/cleanslate'.",
        "'cleanslate help SUBCOMMAND' tells more, and 'cleanslate help agents' what an agent needs to know.",
      ])
  }
}
#endif

/// A part of `cleanslate` that stands for itself.
protocol Subcommand {
  static var name: String { get }
  /// What it does, in a line.
  static var summary: String { get }
  static var usage: ToolUsage { get }

  /// Reads the words after the name, and throws a `UsageError`. `--help` is taken care of.
  init(_ words: [String]) throws

  /// Does it, and returns the exit status.
  func run(in surroundings: Surroundings) throws -> Int32
}

extension ToolOption {
  static let version = ToolOption("--version", help: "Prints the version of cleanslate and ends.")
}

/// What the command sees and changes of the process around it.
package struct Surroundings {
  /// The folder that the command was called in.
  package let folder: String
  package let environment: [String: String]
  /// To standard output, as it is.
  let draw: (String) -> Void
  /// To standard output. What tests call themselves and say cannot steer a terminal.
  package let write: (String) -> Void
  /// To standard error, likewise.
  package let complain: (String) -> Void
  /// The width of the terminal that standard output is; nil if it is none.
  package let columns: () -> Int?
  /// The terminal that standard input is; nil if it is none.
  package let keys: () -> Descriptor?
  /// Takes over Ctrl-C, for as long as the command lasts: what is returned becomes readable with it. Nil leaves it as it is.
  package let watchForInterruption: () throws -> Descriptor?
  /// Becomes readable when nobody waits for the answer any more; nil where Ctrl-C ends the process.
  var cancellation: Descriptor?
  /// The only folders in which files may be named; nil if that may be anywhere.
  let reach: [String]?
  /// Gets lines that say how far something is, and are no part of its answer; nil where they are written.
  let tell: ((String) -> Void)?

  package init(
    folder: String, environment: [String: String], write: @escaping (String) -> Void,
    complain: @escaping (String) -> Void, columns: @escaping () -> Int? = { nil },
    keys: @escaping () -> Descriptor? = { nil },
    watchForInterruption: @escaping () throws -> Descriptor? = { nil }, cancellation: Descriptor? = nil,
    reach: [String]? = nil, tell: ((String) -> Void)? = nil
  ) {
    (self.folder, self.environment) = (folder, environment)
    draw = write
    self.write = { write($0.visible) }
    self.complain = { complain($0.visible) }
    (self.columns, self.keys, self.watchForInterruption) = (columns, keys, watchForInterruption)
    (self.cancellation, self.reach, self.tell) = (cancellation, reach, tell)
  }

  /// The width for a line that lives; nil where only whole lines are wanted.
  var liveColumns: () -> Int? {
    let isPlain = environment["TERM"] == "dumb" || environment.given("CI") != nil
    return isPlain ? { nil } : columns
  }

  /// Throws where a CI engine runs this, and what is asked for needs a person.
  func refuseOnCI(_ what: String, because reason: String) throws(UsageError) {
    guard environment.given("CI") == nil else {
      throw UsageError(description: "'\(what)' is not for CI, and CI is set: \(reason).")
    }
  }

  /// The path, as seen from the folder that the command was called in. Where files may not be named anywhere, links are
  /// followed, and a path that leads elsewhere is refused.
  func absolute(_ path: String) throws(UsageError) -> String {
    let url = URL(path, seenFrom: folder)
    guard let reach else { return url.path }
    let real = Self.withoutLinks(url)
    let folders = reach.map { Self.withoutLinks(URL(filePath: $0)) }
    guard folders.contains(where: { real == $0 || real.hasPrefix($0 + "/") }) else {
      throw UsageError(
        description: "'\(path)' is out of reach: only files in \(reach.joined(separator: " and ")) can be "
          + "named here. Put it there.")
    }
    return real
  }

  /// The folder of all results: the one that was asked for, that of the environment, or the usual one in the
  /// package, which is by default that around the folder of the call.
  func resultsFolder(_ chosen: String? = nil, of package: PackageFolder? = nil) throws -> String {
    if let folder = chosen ?? environment.given(RunFolder.resultsVariable) { return try absolute(folder) }
    let package = try? package ?? PackageFolder(at: nil, from: folder)
    return try package.map { "\($0.path)/TestResults" } ?? absolute("TestResults")
  }

  /// A new folder for what is needed for a short time.
  func makeTemporaryFolder() throws(ToolFailure) -> (path: String, watcher: Watcher) {
    let named = environment.given("TMPDIR")
    let parent = URL(named ?? FileManager.default.temporaryDirectory.path, seenFrom: folder).path
    do throws(SystemError) {
      let path = try Descriptor.makePrivateFolder(in: parent)
      do throws(SystemError) {
        return (path, try Watcher(over: path))
      } catch {
        try? FileManager.default.removeItem(atPath: path)
        throw error
      }
    } catch {
      let place = (named == nil ? "" : "TMPDIR=") + parent
      throw ToolFailure("No temporary folder can be made in \(place): \(error.reason)")
    }
  }

  /// Foundation follows no links on the way to what is not there.
  static func withoutLinks(_ url: URL) -> String {
    guard !FileManager.default.fileExists(atPath: url.path), url.path != "/" else {
      return url.resolvingSymlinksInPath().path
    }
    return withoutLinks(url.deletingLastPathComponent()) + "/" + url.lastPathComponent
  }
}

extension Watcher {
  /// Ends what is at home in the folder, and removes that: its user is done with it. This happens too if this process is killed.
  /// What cannot be removed here is left to the watcher.
  func clear(_ folder: String) {
    _ = Strays.end(of: folder)
    if (try? FileManager.default.removeItem(atPath: folder)) != nil { dismiss() }
  }
}

extension URL {
  /// The whole path, without dots, of what is named in a folder.
  init(_ path: String, seenFrom folder: String) {
    self =
      URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory)).standardizedFileURL
  }
}

extension [String: String] {
  /// The value of a variable that is set to something.
  func given(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension String {
  /// The text with pictures of control characters; ends of lines and tabs stay.
  var visible: String {
    guard unicodeScalars.contains(where: Self.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      let picture = scalar == "\u{7F}" ? "\u{2421}" : Unicode.Scalar(scalar.value + 0x2400) ?? "\u{FFFD}"
      let shown = !Self.isControl(scalar) ? scalar : scalar.value < 0x80 ? picture : "\u{FFFD}"
      text.unicodeScalars.append(shown)
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }
}

/// The exit statuses, as `sysexits.h` numbers them.
enum Status {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 64
  static let badInput: Int32 = 65
  static let unavailable: Int32 = 69
  /// What a shell says of a command that Ctrl-C has ended.
  static let interrupted: Int32 = 130
}

extension ToolFailure {
  static func badInput(_ description: String) -> Self { Self(description, status: Status.badInput) }
  /// There is no app to be driven.
  static func unavailable(_ description: String) -> Self { Self(description, status: Status.unavailable) }
}
