#if DEBUG
import ControlProtocol
import ElementTree
import ToolOptions

/// The arguments of a call, read as the tool declares them. What is wrong is told in the agent's own words.
struct MCPArguments {
  private let values: JSONValue
  let tool: MCPTool

  init(_ values: JSONValue?, for tool: MCPTool) throws(UsageError) {
    (self.values, self.tool) = (values.flatMap { $0 == .null ? nil : $0 } ?? .object([]), tool)
    guard case .object(let members) = self.values else {
      throw UsageError(description: "The arguments are no object.")
    }
    let names = tool.parameters.map(\.name)
    for member in members where !names.contains(member.name) {
      let nearest =
        NearestIdentifiers.nearest(to: member.name, in: names, limit: 1).first
        ?? tool.parameters.first { $0.isRequired && self.values[$0.name] == nil }?.name
      throw UsageError(
        description:
          "\(tool.name) has no argument \"\(member.name)\"; it has \(names.joined(separator: ", "))."
          + (nearest.map { " Did you mean \"\($0)\"?" } ?? ""))
    }
  }

  private func wrong(_ name: String, _ expected: String) -> UsageError {
    UsageError(description: "\"\(name)\" of \(tool.name) is not as expected: it is \(expected).")
  }

  func text(_ name: String) throws(UsageError) -> String? {
    guard let value = values[name], value != .null else { return nil }
    guard let text = value.text else { throw wrong(name, "a string") }
    return text
  }

  func bool(_ name: String) throws(UsageError) -> Bool {
    switch values[name] {
    case nil, .null: return false
    case .bool(let bool): return bool
    default: throw wrong(name, "true or false")
    }
  }

  /// Nil if there is no such argument, which is something else than an empty list.
  func list(_ name: String) throws(UsageError) -> [String]? {
    guard let value = values[name], value != .null else { return nil }
    guard let words = Self.words(value) else { throw wrong(name, "a list of strings") }
    return words
  }

  /// The lines of an argument, each of which begins with one of the verbs.
  func lines(_ name: String, verbs: [String]) throws -> [[String]] {
    let expected = "a list of lists of strings, as in [[\"\(verbs[0])\", …]]"
    guard case .array(let values) = values[name], !values.isEmpty else { throw wrong(name, expected) }
    return try values.map { value in
      guard let words = Self.words(value), let verb = words.first else { throw wrong(name, expected) }
      guard verbs.contains(verb) else {
        throw UsageError(
          description:
            "\"\(verb)\" is nothing for \(tool.name), which takes \(verbs.joined(separator: ", ")).")
      }
      return words
    }
  }

  /// Those arguments that are given, as options of the command line.
  func options(_ names: KeyValuePairs<String, String>) throws(UsageError) -> [String] {
    var words: [String] = []
    for (name, option) in names {
      if let value = try text(name) { words += ["--\(option)", value] }
    }
    return words
  }

  private static func words(_ value: JSONValue) -> [String]? {
    guard case .array(let values) = value else { return nil }
    let words = values.compactMap(\.text)
    return words.count == values.count ? words : nil
  }
}
#endif
