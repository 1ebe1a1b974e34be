#if DEBUG
@testable import AppDriver
import ControlProtocol
import ElementTree

/// All that can be seen of an app from outside.
struct Look: Equatable, Sendable {
  var tree: Element
  var data: [DataReply.Part]
  var flags: [SetupReply.Flag]
  var launchArguments: [String]
  var launchEnvironment: [String: String]

  init(at app: App) throws {
    tree = try app.tree()
    data = try app.data().parts
    let setup = try app.setup()
    (flags, launchArguments, launchEnvironment) = (
      setup.flags, setup.launchArguments, setup.launchEnvironment
    )
  }

  /// What is not the same, as lines; what two fresh processes do not agree on is left out.
  func differences(from other: Look, besides unstable: Set<String> = []) -> [String] {
    var found = Self.differences("the screen", lines: tree, from: other.tree)
    let (mine, others) = (contents, other.contents)
    for name in Set(mine.keys).union(others.keys).subtracting(unstable).sorted()
    where mine[name] != others[name] {
      found.append("\(name) is \(mine[name] ?? "missing"), not \(others[name] ?? "missing")")
    }
    for (flag, expected) in zip(flags, other.flags) where flag != expected {
      found.append(
        "flag \(flag.key) is \(flag.value) of \(flag.layer), not \(expected.value) of \(expected.layer)")
    }
    if launchArguments != other.launchArguments {
      found.append("the launch arguments are \(launchArguments), not \(other.launchArguments)")
    }
    if launchEnvironment != other.launchEnvironment {
      found.append("the launch environment is \(launchEnvironment), not \(other.launchEnvironment)")
    }
    return found
  }

  static func differences(_ what: String, lines tree: Element, from other: Element) -> [String] {
    if tree == other { return [] }
    let (mine, others) = (
      tree.treeDescription.split(separator: "\n"), other.treeDescription.split(separator: "\n")
    )
    let changes = mine.difference(from: others).prefix(6).map { change in
      switch change {
      case .insert(_, let line, _): "  + \(line)"
      case .remove(_, let line, _): "  - \(line)"
      }
    }
    return ["\(what) differs:"] + (changes.isEmpty ? ["  in what its description leaves out"] : changes)
  }

  /// What is kept, each thing with its size and digest.
  private var contents: [String: String] {
    var contents: [String: String] = [:]
    for part in data {
      contents["the count of \(part.name)"] = "\(part.count)"
      for entry in part.entries {
        contents["\(part.name)/\(entry.name)"] = "\(entry.bytes) bytes, \(entry.digest)"
      }
    }
    return contents
  }

  /// What is kept and differs between two processes that did the same: times and random names.
  func unstable(comparedTo other: Look) -> Set<String> {
    let (mine, others) = (contents, other.contents)
    return Set(mine.keys).union(others.keys).filter { mine[$0] != others[$0] }
  }
}

extension App {
  /// With what the app can be begun anew, and what holds now.
  func setup() throws -> SetupReply {
    try request(.setup, within: settings.requestTimeout, as: SetupReply.self).reply
  }
}
#endif
