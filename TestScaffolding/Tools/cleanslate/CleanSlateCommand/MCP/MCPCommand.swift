#if DEBUG
import ControlProtocol
import Foundation
import OperatingSystem
import ToolOptions

/// `cleanslate mcp`: what the command line does, as tools of an agent.
struct MCPCommand: Subcommand {
  static let name = "mcp"
  static let summary = "offers the verbs to a coding agent, by the Model Context Protocol"
  static let usage = ToolUsage(
    "cleanslate \(name) [options]",
    about: [
      "Speaks the Model Context Protocol on standard input and output, and ends when the input does. "
        + "'cleanslate help agents' is a page for agents that use the command line instead, which costs them less."
    ],
    options: [
      ToolOption("--package-path", "DIRECTORY", help: "The package; without it the folder of the call."),
      ToolOption("--check", help: "Prints the tools as an agent sees them, and ends."),
    ])

  private var folder: String?
  private var checks = false

  init(_ words: [String]) throws(UsageError) {
    var words = ToolWords(words, for: Self.usage)
    while let word = try words.next() {
      switch word {
      case .option("--package-path", let value): folder = value
      case .option: checks = true
      case .other(let word): throw words.unknown(word)
      }
    }
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let folder = folder.map(surroundings.absolute) ?? surroundings.folder
    if checks {
      for tool in MCPTool.all { surroundings.write(try Self.text(of: tool.declaration)) }
      return Status.success
    }
    var (input, queue) = (MCPInput(Descriptor(borrowing: 0)), MCPQueue())
    while try input.waitForLine(into: &queue) {
      try input.takeWhatIsThere(into: &queue)
      switch queue.next() {
      case nil: continue
      case .answered(let answers): for answer in answers { surroundings.write(try Self.text(of: answer)) }
      case .cancelled: continue
      case .call(let tool, let arguments, let reply):
        let (text, isError) = MCPCall(tool: tool, folder: folder, surroundings: surroundings)
          .run(arguments) { number, text in
            if let progress = reply.progress(number, text), let line = try? Self.text(of: progress) {
              surroundings.write(line)
            }
          }
        // Whoever has given up meanwhile hears nothing more of it.
        try input.takeWhatIsThere(into: &queue)
        guard !queue.hasCancelled(reply.id) else { continue }
        surroundings.write(try Self.text(of: reply.result(text, isError: isError)))
      }
    }
    return Status.success
  }

  private static func text(of message: JSONValue) throws -> String {
    String(decoding: try WireJSON.encode(message), as: UTF8.self) + "\n"
  }
}

/// The lines of an agent, as they come.
struct MCPInput {
  private let source: Descriptor
  private var pending: [UInt8] = []
  private var hasEnded = false

  init(_ source: Descriptor) { self.source = source }

  /// Waits for at least one line. Returns false when the input has ended and nothing is left of it.
  mutating func waitForLine(into queue: inout MCPQueue) throws -> Bool {
    while queue.isEmpty, !hasEnded { try readSome(into: &queue) }
    return !queue.isEmpty
  }

  /// Takes the lines that have come meanwhile.
  mutating func takeWhatIsThere(into queue: inout MCPQueue) throws {
    while !hasEnded, try !Descriptor.poll([(source, .reading)], until: Deadline(in: .zero))[0].isEmpty {
      try readSome(into: &queue)
    }
  }

  private mutating func readSome(into queue: inout MCPQueue) throws {
    let bytes = try source.readSome() ?? []
    if bytes.isEmpty { hasEnded = true }
    pending += bytes
    let isLast = hasEnded && !pending.isEmpty
    if isLast { pending.append(UInt8(ascii: "\n")) }
    var rest = pending[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
        queue.add(MCPProtocol.read(Array(line)))
      }
    }
    pending = Array(rest)
  }
}

/// The messages that wait, without those whose answers nobody waits for.
struct MCPQueue {
  private var messages: [MCPProtocol.Message] = []
  private var cancelled: [JSONValue] = []

  var isEmpty: Bool { messages.isEmpty }

  mutating func add(_ message: MCPProtocol.Message) {
    guard case .cancelled(let id) = message else { return messages.append(message) }
    cancelled.append(id)
    messages.removeAll { if case .call(_, _, let reply) = $0 { reply.id == id } else { false } }
  }

  mutating func next() -> MCPProtocol.Message? {
    guard !messages.isEmpty else { return nil }
    // An id may be used again.
    if case .call(_, _, let reply) = messages[0] { cancelled.removeAll { $0 == reply.id } }
    return messages.removeFirst()
  }

  func hasCancelled(_ id: JSONValue) -> Bool { cancelled.contains(id) }
}
#endif
