#if DEBUG
/// Something that should be gone and is not: an object that is alive, a descriptor, a thread.
///
/// Objects of one class that were reached in the same way, and that the same holds, are one leak with a count. It is a
/// value from the walk that finds it to the page that shows it; text is made where a person reads it.
public struct Leak: Codable, Sendable, Hashable {
  /// The class of the object, or another kind: `descriptor`, `thread`, `child process`,
  /// `temporary file`, `file`, `memory map`, `task`.
  public var type: String
  /// For an object, how it was reached before, or what it was registered as. For anything else, its path or name.
  public var name: String
  /// How many objects it stands for.
  public var count: Int
  /// The names of the second and third object.
  public var furtherNames: [String]
  /// The first generation that left one; nil outside of an app.
  public var generation: Int?
  /// How many objects each generation left, by its number; empty outside of an app.
  public var countByGeneration: [String: Int]
  /// What holds it: first all that is known for sure, up to five, then up to three guesses, the best first.
  public var holders: [LeakHolder]
  /// How many more hold it for sure.
  public var furtherHolders: Int
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
    type: String, name: String, generation: Int? = nil, holders: [LeakHolder] = [], furtherHolders: Int = 0,
    heldFromOutside: Int = 0, holds: [String: Int] = [:], advice: String? = nil, isOfProcess: Bool = false
  ) {
    self.type = type
    self.name = name
    self.generation = generation
    count = 1
    furtherNames = []
    countByGeneration = generation.map { ["\($0)": 1] } ?? [:]
    self.holders = holders
    self.furtherHolders = furtherHolders
    self.heldFromOutside = heldFromOutside
    self.holds = holds
    self.advice = advice
    self.isOfProcess = isOfProcess
  }

  /// Whether something is known to hold it that time alone does not take away: it does not help to wait.
  public var isHeldForGood: Bool {
    holders.contains { $0.isCertain && ($0.kind != .root || $0.path.beginsWithVariable) }
  }
}

extension Leak {
  /// What of the process holds it, if something does.
  @available(*, deprecated, message: "Look at 'holders': several may hold it.")
  public var heldByRoot: LeakPath? { holders.first { $0.kind == .root }?.path }
}

/// Something that holds a leaked object.
public struct LeakHolder: Codable, Sendable, Hashable {
  /// How it holds the object.
  public enum Kind: String, Codable, Sendable {
    /// The object holds itself, through others.
    case cycle
    /// The new generation holds it.
    case new
    /// Something of the process does, such as a static variable, a timer or the stack of a thread.
    case root
  }

  public var kind: Kind
  /// The path to the object, or the shortest cycle through it.
  public var path: LeakPath
  /// Whether each step of the path is known to hold the next one; otherwise it is a guess.
  public var isCertain: Bool

  public init(_ kind: Kind, _ path: LeakPath, isCertain: Bool = true) {
    self.kind = kind
    self.path = path
    self.isCertain = isCertain
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

  /// What the station of a static variable begins with, and that of a global one.
  package static let staticVariable = "static "
  package static let globalVariable = "the variable "

  package var beginsWithVariable: Bool {
    stations.first.map { $0.hasPrefix(Self.staticVariable) || $0.hasPrefix(Self.globalVariable) } ?? false
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

extension LeakHolder: CustomStringConvertible {
  /// The holder on one line: `held in a cycle: Basket.onChange (closure) captures Basket`.
  public var description: String {
    let held = isCertain ? "held" : "probably held"
    return switch kind {
    case .cycle: "\(held) in a cycle: \(path)"
    case .new: "\(held) by what is new: \(path)"
    case .root: "\(held) by \(path)"
    }
  }
}

extension Leak: CustomStringConvertible {
  /// What leaked, on one line.
  public var summary: String {
    guard let generation else { return "\(title) is still alive; it was \(name)" }
    let last = countByGeneration.keys.compactMap(Int.init).max() ?? generation
    return
      "\(title) (\(name), \(last > generation ? "generations \(generation) to \(last)" : "generation \(generation)"))"
  }

  private var title: String { count == 1 ? type : "\(count) \(type)" }

  /// What holds it and what it holds, one line each.
  public var details: [String] {
    var lines = furtherNames.map { "also \($0)" }
    let named = furtherNames.count + 1
    if count > named, named > 1 { lines.append("and \(count - named) more") }
    let known = holders.prefix(while: \.isCertain)
    lines += known.map(\.description)
    if furtherHolders > 0 { lines.append("and held by \(furtherHolders) more") }
    lines += holders.dropFirst(known.count).map(\.description)
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
