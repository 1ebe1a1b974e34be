/// A type, and the code of an expression that makes a value of it.
struct Generated {
  var type: String
  var value: String
  var plants: [Plant] = []
  var isCopyable = true
  var isClass = false

  /// The type as a part of another one.
  var part: String { type.contains("->") || type.hasPrefix("any ") ? "(\(type))" : type }

  /// The type as that of a parameter whose argument is kept.
  var escaping: String {
    if !isCopyable { return "consuming \(type)" }
    // Only what is a function in itself needs the word.
    return type.hasSuffix("-> Void") || type.hasSuffix("-> Int") || type.hasSuffix("-> Int32")
      ? "@escaping \(type)" : type
  }
}

/// An object that a generated value holds, or only knows.
struct Plant {
  enum Hold: String {
    /// It is to be found, or said to be out of sight.
    case strong
    /// It is not to be found.
    case weak
    /// It is not to be found, and to be said to be out of sight.
    case hidden
  }

  let id: Int
  let hold: Hold
  /// The properties and cases on the way to it, from the outside inwards.
  var names: [String] = []
}

extension [Generated] {
  var plants: [Plant] { flatMap(\.plants) }
  var types: String { map(\.type).joined(separator: ", ") }
  var isCopyable: Bool { allSatisfy(\.isCopyable) }
}

extension [Plant] {
  /// The plants as seen from outside a property or a case.
  func inside(_ name: String) -> [Plant] {
    map { plant in
      var plant = plant
      plant.names.insert(name, at: 0)
      return plant
    }
  }
}
