#if DEBUG
/// Something that should be gone and is not: an object that is alive, a descriptor, a thread.
///
/// It is a value from the walk that finds it to the page that shows it; text is made where a person reads it.
public struct Leak: Codable, Sendable, Hashable {
  /// The class of the object, or another kind: `descriptor`, `thread`, `child process`,
  /// `temporary file`, `file`, `memory map`, `task`.
  public var type: String
  /// For an object, how it was reached before, or what it was registered as. For anything else, its path or name.
  public var name: String
  /// The generation that left it; nil outside of an app.
  public var generation: Int?
  /// The shortest cycle through it.
  public var cycle: LeakPath?
  /// The path from the new generation, if that holds it.
  public var heldByNew: LeakPath?
  /// The path from a root of the process, such as a static variable, a timer or the stack of a thread.
  public var heldByRoot: LeakPath?
  /// The number of strong references from places that nobody could name.
  public var heldFromOutside: Int
  /// The objects that it keeps alive, counted by class.
  public var holds: [String: Int]
  /// Whose mistake it is, or the way out, where that is known.
  public var advice: String?
  /// Whether it is nothing that lives, but something of the process that has changed and stays changed.
  public var isOfProcess: Bool

  /// Describes a leak.
  public init(
    type: String, name: String, generation: Int? = nil, cycle: LeakPath? = nil, heldByNew: LeakPath? = nil,
    heldByRoot: LeakPath? = nil, heldFromOutside: Int = 0, holds: [String: Int] = [:], advice: String? = nil,
    isOfProcess: Bool = false
  ) {
    self.type = type
    self.name = name
    self.generation = generation
    self.cycle = cycle
    self.heldByNew = heldByNew
    self.heldByRoot = heldByRoot
    self.heldFromOutside = heldFromOutside
    self.holds = holds
    self.advice = advice
    self.isOfProcess = isOfProcess
  }
}

/// A path from object to object: `["Basket.onChange (closure)", "Basket"]`.
public struct LeakPath: Codable, Sendable, Hashable {
  /// The objects on the path, each with what leads from it to the next one.
  public var stations: [String]

  /// Makes a path.
  public init(_ stations: [String]) { self.stations = stations }

  public init(from decoder: any Decoder) throws {
    stations = try decoder.singleValueContainer().decode([String].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stations)
  }
}

// MARK: - Text

extension LeakPath: CustomStringConvertible {
  /// The path on one line: `Basket.onChange (closure) captures Basket`.
  public var description: String {
    stations.indices.map { index in
      guard index > 0 else { return stations[index] }
      return (stations[index - 1].hasSuffix("(closure)") ? " captures " : " -> ") + stations[index]
    }.joined()
  }
}

extension Leak: CustomStringConvertible {
  /// What leaked, on one line.
  public var summary: String {
    generation.map { "\(type) (\(name), generation \($0))" } ?? "\(type) is still alive; it was \(name)"
  }

  /// What holds it and what it holds, one line each.
  public var details: [String] {
    var lines: [String] = []
    if let heldByNew { lines.append("held by what is new: \(heldByNew)") }
    if let cycle { lines.append("held in a cycle: \(cycle)") }
    if let heldByRoot { lines.append("held by \(heldByRoot)") }
    if heldFromOutside > 0 {
      let references = heldFromOutside == 1 ? "strong reference" : "strong references"
      lines.append("held from outside by \(heldFromOutside) \(references)")
    }
    if !holds.isEmpty {
      let parts = holds.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.value) \($0.key)" }
      lines.append("holds \(parts.joined(separator: ", "))")
    }
    if let advice { lines.append(advice) }
    return lines
  }

  public var description: String { ([summary] + details).joined(separator: "\n  ") }
}
#endif
