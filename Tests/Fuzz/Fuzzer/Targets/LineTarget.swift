#if DEBUG
import ElementTree
import TestSupport
@testable import TerminalUI

/// Lines mean the same wherever their bytes are cut; no answer can steer a terminal; only `quit` ends the program.
@MainActor
enum LineTarget {
  static func check(_ input: [UInt8]) throws {
    let lines = lines(in: [input[...]])
    try require(self.lines(in: pieces(of: input, upTo: 30)) == lines, "a cut changes the lines")
    try require(self.lines(in: pieces(of: input, upTo: 4096)) == lines, "a cut changes the lines")
    try require(
      lines.count <= input.count { $0 == UInt8(ascii: "\n") } + 1, "there are more lines than line ends")
    var result: Result<Void, any Error>?
    // Nothing that the form does takes time, so this is over at once.
    Task.immediate { @MainActor in
      do {
        result = .success(try await converse(lines))
      } catch {
        result = .failure(error)
      }
    }
    try require(result != nil, "the conversation waits for something")
    try result?.get()
  }

  private static func lines(in pieces: [ArraySlice<UInt8>]) -> [LineSplitter.Line] {
    var splitter = LineSplitter()
    return pieces.flatMap { splitter.split($0) } + (splitter.finish().map { [$0] } ?? [])
  }

  private static func converse(_ lines: [LineSplitter.Line]) async throws {
    let conversation = LineConversation(host: Form())
    try checkText(await conversation.begin())
    for line in lines {
      let answer = await conversation.answer(line)
      try checkText(answer.text)
      if answer.isLast {
        guard case .text(let text) = line, text.contains("quit") else {
          throw FuzzFailure("the line \(line) ends the program")
        }
        return
      }
      try require(answer.text.hasSuffix("\n"), "the answer \(answer.text) does not end its line")
    }
  }

  private static func checkText(_ text: String) throws {
    let controls = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    try require(controls.isEmpty, "an answer has the control characters \(controls.map(\.value))")
  }
}

/// An app of one screen that keeps what is typed.
@MainActor
private final class Form: ElementHost {
  private(set) var tree = Screen("form", title: "Form", allowsBack: true) {
    TextField("Name", id: ID("name"), text: "")
    SecureField("Password", id: ID("password"), text: "")
    Toggle("News", id: ID("news"), isOn: false)
    Button("Save", id: ID("save"))
    Button("Skip", id: ID("skip")).disabled()
  }.element

  func perform(_ action: Action) throws(ActionError) {
    try tree.check(action)
    guard case .edit(let identifier, let text) = action else { return }
    tree = tree.mapElements { if $0.identifier == identifier { $0.value = text } }
  }

  func attach(_ display: any ElementDisplay) {}
  func detach(_ display: any ElementDisplay) {}
  func settle() async {}
}
#endif
