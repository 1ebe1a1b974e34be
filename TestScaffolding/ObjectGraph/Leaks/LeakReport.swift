#if DEBUG
/// What is still alive and what holds it: one leak for each mistake.
public struct LeakReport: Sendable, Equatable, CustomStringConvertible {
  /// An object that should be gone, with all objects that are alive only because of it.
  public struct Leak: Sendable, Equatable {
    /// The class of the object.
    public let type: String
    /// The path by which it was reached when it was remembered.
    public let origin: String
    /// The path from a new root, if one still holds it.
    public let heldByNew: String?
    /// The shortest cycle through it, if there is one.
    public let cycle: String?
    /// The number of strong references to it, or to its cycle, from places that the walk cannot see.
    public let heldFromOutside: Int
    /// The objects that it keeps alive, counted by class.
    public let holds: [String: Int]

    init(
      type: String, origin: String, heldByNew: String? = nil, cycle: String? = nil, heldFromOutside: Int = 0,
      holds: [String: Int] = [:]
    ) {
      self.type = type
      self.origin = origin
      self.heldByNew = heldByNew
      self.cycle = cycle
      self.heldFromOutside = heldFromOutside
      self.holds = holds
    }
  }

  /// The leaks, in the order in which the objects were remembered.
  public let leaks: [Leak]
  /// What the search could not look into, each with its type and the path to it.
  public let notLookedInto: [String]

  /// The report as text for a log.
  public var description: String {
    (leaks.map(\.description) + notLookedInto.map { "not looked into: \($0)" }).joined(separator: "\n")
  }
}

extension LeakReport.Leak: CustomStringConvertible {
  /// The leak as lines of text: what, who holds it, and what it holds.
  public var description: String {
    var lines = ["\(type) is still alive; it was \(origin)"]
    if let heldByNew { lines.append("  held by what is new: \(heldByNew)") }
    if let cycle { lines.append("  held in a cycle: \(cycle)") }
    if heldFromOutside > 0 {
      let references = heldFromOutside == 1 ? "strong reference" : "strong references"
      lines.append("  held from outside by \(heldFromOutside) \(references)")
    }
    if !holds.isEmpty {
      let parts = holds.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.value) \($0.key)" }
      lines.append("  holds \(parts.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }
}
#endif
