import TestSupport

/// Writes types that hold planted objects in all ways that Swift has, and code that makes values of them.
struct TypeGenerator {
  var random: SeededGenerator
  /// The declarations, in the order in which they were made.
  var declarations: [String] = []
  /// What all declarations begin with: types that only their file sees have no name that others can ask for.
  let access: String
  private var number = 0

  init(random: SeededGenerator) {
    self.random = random
    access = Bool.random(using: &self.random) ? "fileprivate " : ""
  }

  /// Returns a number that is used nowhere else.
  mutating func fresh() -> Int {
    number += 1
    return number
  }

  /// Returns a new name for a type, often with words that the names around it have, too: the compiler writes these once.
  mutating func typeName(_ letter: String) -> String {
    let words = ["", "", "Fuzz", "Main", "Mutex", "Unique", "FuzzTarget", "Cell"]
    return "\(one(of: words))\(letter)\(fresh())\(one(of: words))"
  }

  mutating func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < one }

  mutating func one<Item>(of items: [Item]) -> Item {
    items[Int.random(in: 0..<items.count, using: &random)]
  }

  /// Declares the class of an object of its own, and returns its number.
  mutating func target() -> Int {
    let id = fresh()
    declarations.append("final class T\(id): Target {}")
    return id
  }

  /// Declares a function that makes the value, with statements before it.
  mutating func made(_ generated: Generated, after statements: [String] = []) -> Generated {
    let name = "make\(fresh())"
    var body = statements
    body.append("return \(generated.value)")
    declarations.append(
      "\(access)func \(name)() -> \(generated.type) {\n  \(body.joined(separator: "\n  "))\n}")
    var result = generated
    result.value = "\(name)()"
    return result
  }

  // MARK: - Values

  /// Returns some value; a copyable one where only such a one will do.
  mutating func value(_ depth: Int, copyable: Bool = false) -> Generated {
    if depth <= 0 || chance(1, in: 12) { return leaf() }
    let made: Generated
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1: made = structure(depth, copyable: copyable)
    case 2: made = enumeration(depth, copyable: copyable)
    case 3: made = genericStructure(depth, copyable: copyable)
    case 4: made = genericEnumeration(depth, copyable: copyable)
    case 5: made = instance(depth)
    case 6: made = genericInstance(depth)
    case 7: made = pack(depth)
    case 8: made = tuple(depth)
    case 9: made = collection(depth)
    case 10: made = inlineArray(depth, copyable: copyable)
    case 11: made = existential(depth, copyable: copyable)
    case 12: made = closure(depth)
    case 13: made = genericClosure(depth)
    default: made = systemType(depth, copyable: copyable)
    }
    return made
  }

  /// Returns some values.
  mutating func values(_ count: ClosedRange<Int>, _ depth: Int, copyable: Bool = false) -> [Generated] {
    (0..<Int.random(in: count, using: &random)).map { _ in value(depth - 1, copyable: copyable) }
  }
}
