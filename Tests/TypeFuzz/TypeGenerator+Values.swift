extension TypeGenerator {
  /// A stored property: its declaration, and the value that it is given.
  private struct Property {
    var name: String
    var declaration: String
    var generated: Generated
    /// What a memberwise initializer takes.
    var parameter: String
  }

  private mutating func properties(_ count: ClosedRange<Int>, _ depth: Int, copyable: Bool) -> [Property] {
    (0..<Int.random(in: count, using: &random)).map { _ in property(depth, copyable: copyable) }
  }

  private mutating func property(_ depth: Int, copyable: Bool) -> Property {
    let name = "f\(fresh())"
    if chance(1, in: 8) {
      let (id, isWeak) = (target(), chance(1, in: 2))
      return Property(
        name: name,
        declaration: isWeak
          ? "\(access)weak var \(name): T\(id)?"
          : "\(access)\(one(of: ["unowned", "unowned(unsafe)"])) let \(name): T\(id)",
        generated: Generated(
          type: "T\(id)", value: "kept(T\(id)())", plants: [Plant(id: id, hold: .weak, names: [name])]),
        parameter: "T\(id)")
    }
    // As a payload it would make the compiler of Swift 6.3 crash.
    let function = Generated(type: "@convention(c) (Int32) -> Int32", value: "{ $0 }")
    var inner = chance(1, in: 20) ? function : value(depth - 1, copyable: copyable)
    inner.plants = inner.plants.inside(name)
    let keyword = inner.isCopyable ? one(of: ["let", "var"]) : "let"
    return Property(
      name: name, declaration: "\(access)\(keyword) \(name): \(inner.type)", generated: inner,
      parameter: inner.escaping)
  }

  // MARK: - Structs

  mutating func structure(_ depth: Int, copyable: Bool) -> Generated {
    if chance(1, in: 10) { return local(depth) }
    if chance(1, in: 12) { return opaque(depth) }
    let name = typeName("S")
    let properties = properties(1...4, depth, copyable: copyable)
    let isCopyable = copyable || (properties.map(\.generated).isCopyable && chance(2, in: 3))
    let end = !isCopyable && chance(1, in: 3) ? "\n  deinit { use(0) }" : ""
    declarations.append(
      """
      \(access)struct \(name)\(isCopyable ? "" : ": ~Copyable") {
        \(properties.map(\.declaration).joined(separator: "\n  "))\(end)
      }
      """)
    return made(
      Generated(
        type: name, value: "\(name)(\(arguments(properties)))", plants: properties.map(\.generated).plants,
        isCopyable: isCopyable))
  }

  private func arguments(_ properties: [Property]) -> String {
    properties.map { "\($0.name): \($0.generated.value)" }.joined(separator: ", ")
  }

  /// A type that only one function knows.
  private mutating func local(_ depth: Int) -> Generated {
    let (name, properties) = (typeName("L"), properties(1...3, depth, copyable: true))
    let declaration =
      "struct \(name) { \(properties.map { $0.declaration.dropFirst(access.count) }.joined(separator: "; ")) }"
    return made(
      Generated(
        type: "Any", value: "\(name)(\(arguments(properties)))", plants: properties.map(\.generated).plants),
      after: [declaration])
  }

  /// A property of a type that is known by a protocol only.
  private mutating func opaque(_ depth: Int) -> Generated {
    let (name, property) = (typeName("S"), "f\(fresh())")
    let inner = value(depth - 1, copyable: true)
    declarations.append(
      "\(access)struct \(name) { \(access)var \(property): some Marked = Wrap<\(inner.type)>(\(inner.value)) }"
    )
    return made(Generated(type: name, value: "\(name)()", plants: inner.plants.inside(property)))
  }

  // MARK: - Enums

  mutating func enumeration(_ depth: Int, copyable: Bool) -> Generated {
    let (name, active) = (typeName("E"), "c\(fresh())")
    let payload = values(1...3, depth, copyable: copyable)
    let isCopyable = copyable || (payload.isCopyable && chance(2, in: 3))
    let others = (0..<Int.random(in: 0...4, using: &random)).map { _ in otherCase() }
    let isIndirect = isCopyable && chance(1, in: 4)
    let cases = (others + ["case \(active)(\(payload.types))"]).shuffled(using: &random)
    declarations.append(
      """
      \(access)\(isIndirect ? "indirect " : "")enum \(name)\(isCopyable ? "" : ": ~Copyable") {
        \(cases.joined(separator: "\n  "))
      }
      """)
    return made(
      Generated(
        type: name, value: "\(name).\(active)(\(payload.map(\.value).joined(separator: ", ")))",
        plants: payload.plants.inside(active), isCopyable: isCopyable))
  }

  private mutating func otherCase() -> String {
    let payload = one(of: [
      "", "", "(Int)", "(Target)", "(Target, Int)", "([Target])", "(String)", "(Bool)", "(any Error)",
      "(() -> Void, UInt8)", "(Target?)", "(Double, Double, Target)", "(Any)", "(Weakly<Target>)",
    ])
    return "case c\(fresh())\(payload)"
  }

  // MARK: - Classes

  mutating func instance(_ depth: Int) -> Generated {
    let (name, properties) = (typeName("C"), properties(1...4, depth, copyable: false))
    let ancestor = chance(1, in: 3) ? ancestor(depth) : nil
    let parameters = properties.map { "_ \($0.name): \($0.parameter)" }.joined(separator: ", ")
    let assignments = properties.map { "self.\($0.name) = \($0.name)" }
    declarations.append(
      """
      \(access)final class \(name)\(ancestor.map { ": \($0.type)" } ?? "") {
        \(properties.map(\.declaration).joined(separator: "\n  "))
        \(one(of: ["", "\(access)lazy var later\(fresh()): Target = Target()"]))
        init(\(parameters)) {
          \(assignments.joined(separator: "\n    "))
          \(ancestor.map { "super.init(ancestor: \($0.value))" } ?? "")
        }
      }
      """)
    return made(
      Generated(
        type: name, value: "\(name)(\(properties.map(\.generated.value).joined(separator: ", ")))",
        plants: properties.map(\.generated).plants + (ancestor?.plants ?? []), isClass: true))
  }

  /// A class to inherit from, with what its initializer takes as the value.
  private mutating func ancestor(_ depth: Int) -> Generated {
    let (name, property) = (typeName("B"), "f\(fresh())")
    var inner = value(depth - 1)
    inner.plants = inner.plants.inside(property)
    if inner.isCopyable, chance(1, in: 2) {
      declarations.append(
        """
        \(access)class \(name)<A> {
          \(access)let small: UInt8 = 1
          \(access)let \(property): [A]
          init(ancestor \(property): A) { self.\(property) = [\(property)] }
        }
        """)
      return Generated(type: "\(name)<\(inner.type)>", value: inner.value, plants: inner.plants)
    }
    declarations.append(
      """
      \(access)class \(name) {
        \(access)let \(property): \(inner.type)
        init(ancestor \(property): \(inner.escaping)) { self.\(property) = \(property) }
      }
      """)
    return Generated(type: name, value: inner.value, plants: inner.plants)
  }
}
