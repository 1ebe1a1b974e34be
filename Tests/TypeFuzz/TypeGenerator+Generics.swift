extension TypeGenerator {
  /// A property whose type mentions a generic parameter, with the value for that parameter.
  private struct Part {
    var name: String
    var type: String
    var value: String
    var plants: [Plant]
    var isCopyable: Bool

    var escaping: String {
      if !isCopyable { return "consuming \(type)" }
      return type.hasPrefix("(") && !type.hasSuffix("?") && type.contains("->") ? "@escaping \(type)" : type
    }
  }

  private mutating func part(_ parameter: String, _ argument: Generated) -> Part {
    let name = "f\(fresh())"
    let (copyable, any): ([(String, String)], [(String, String)]) = (
      [
        ("[#]", "[$]"), ("[Int: #]", "[5: $]"), ("(UInt8, #)", "(1, $)"), ("Wrap<#>", "Wrap($)"),
        ("InlineArray<2, #>", "InlineArray(repeating: $)"), ("() -> #", "constant($)"), ("[#?]", "[nil, $]"),
        ("(#, #)", "twice($)"), ("(#) -> Void", "taking($)"), ("((inout #, Int) -> #)?", "changing($)"),
        ("[(#) async -> Void]", "[taking($)]"),
      ],
      [("#", "$"), ("#", "$"), ("#?", "Optional($)"), ("Unique<#>", "Unique($)"), ("Mutex<#>", "Mutex($)")]
    )
    let (type, value) = one(of: argument.isCopyable ? copyable + any.prefix(3) : any)
    return Part(
      name: name, type: type.replacing("#", with: parameter),
      value: value.replacing("$", with: argument.value),
      plants: argument.plants.inside(name),
      isCopyable: argument.isCopyable && !type.hasPrefix("Unique") && !type.hasPrefix("Mutex"))
  }

  private static let letters = ["A", "B", "C", "D", "E", "F"]

  private func parameters(_ arguments: [Generated]) -> String {
    zip(Self.letters, arguments).map { $1.isCopyable ? $0 : "\($0): ~Copyable" }.joined(separator: ", ")
  }

  private mutating func parts(_ arguments: [Generated]) -> [Part] {
    zip(Self.letters, arguments).map { part($0, $1) }
  }

  // MARK: - Structs

  mutating func genericStructure(_ depth: Int, copyable: Bool) -> Generated {
    if chance(1, in: 4) { return nested(depth) }
    let arguments = values(1...(chance(1, in: 8) ? 6 : 3), depth, copyable: copyable)
    let parts = parts(arguments)
    let isCopyable =
      arguments.isCopyable && (copyable || chance(3, in: 4))
      && parts.allSatisfy(\.isCopyable)
    let name = typeName("G")
    let number = chance(1, in: 5) ? "let size: Int, " : ""
    declarations.append(
      """
      \(access)struct \(name)<\(number)\(parameters(arguments))>\(isCopyable ? "" : ": ~Copyable") {
        \(parts.map { "\(access)\($0.isCopyable ? "var" : "let") \($0.name): \($0.type)" }.joined(separator: "\n  "))
      }
      """)
    let type = "\(name)<\(number.isEmpty ? "" : "4, ")\(arguments.types)>"
    return made(
      Generated(
        type: type, value: "\(type)(\(parts.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))",
        plants: parts.flatMap(\.plants), isCopyable: isCopyable))
  }

  /// Generic types inside generic types.
  private mutating func nested(_ depth: Int) -> Generated {
    let arguments = values(3...3, depth, copyable: true)
    let (outer, middle, inner) = (typeName("O"), typeName("O"), typeName("G"))
    let names = (0..<3).map { _ in "f\(fresh())" }
    declarations.append(
      """
      \(access)enum \(outer)<A> {
        \(access)struct \(middle)<B> {
          \(access)struct \(inner)<C> {
            \(access)let \(names[0]): A, \(names[1]): [B], \(names[2]): C?
          }
        }
      }
      """)
    let type =
      "\(outer)<\(arguments[0].type)>.\(middle)<\(arguments[1].type)>.\(inner)<\(arguments[2].type)>"
    return made(
      Generated(
        type: type,
        value:
          "\(type)(\(names[0]): \(arguments[0].value), \(names[1]): [\(arguments[1].value)], \(names[2]): \(arguments[2].value))",
        plants: zip(names, arguments).flatMap { $1.plants.inside($0) }))
  }

  // MARK: - Enums

  mutating func genericEnumeration(_ depth: Int, copyable: Bool) -> Generated {
    let arguments = values(1...3, depth, copyable: copyable)
    let isCopyable = arguments.isCopyable && (copyable || chance(2, in: 3))
    let parts = parts(arguments).filter { $0.isCopyable || !isCopyable }
    guard let active = parts.first else { return genericEnumeration(depth - 1, copyable: copyable) }
    let name = typeName("E")
    let cases = parts.map { "case \($0.name)(\($0.type), Int)" } + ["case none", "case few(UInt8)"]
    declarations.append(
      """
      \(access)enum \(name)<\(parameters(arguments))>\(isCopyable ? "" : ": ~Copyable") {
        \(cases.shuffled(using: &random).joined(separator: "\n  "))
      }
      """)
    let type = "\(name)<\(arguments.types)>"
    return made(
      Generated(
        type: type, value: "\(type).\(active.name)(\(active.value), 3)", plants: active.plants,
        isCopyable: isCopyable))
  }

  // MARK: - Classes

  mutating func genericInstance(_ depth: Int) -> Generated {
    let arguments = values(1...3, depth)
    let (parts, name) = (parts(arguments), typeName("C"))
    let takes = parts.map { "_ \($0.name): \($0.escaping)" }.joined(separator: ", ")
    declarations.append(
      """
      \(access)final class \(name)<\(parameters(arguments))> {
        \(parts.map { "\(access)let \($0.name): \($0.type)" }.joined(separator: "\n  "))
        init(\(takes)) {
          \(parts.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n    "))
        }
      }
      """)
    let type = "\(name)<\(arguments.types)>"
    return made(
      Generated(
        type: type, value: "\(type)(\(parts.map(\.value).joined(separator: ", ")))",
        plants: parts.flatMap(\.plants), isClass: true))
  }

  // MARK: - Packs

  mutating func pack(_ depth: Int) -> Generated {
    let first = value(depth - 1, copyable: true)
    // Swift 6.3 does not take an 'Any' for all of a pack.
    let rest = chance(1, in: 5) ? [] : values(2...4, depth, copyable: true)
    let (name, property, other) = (typeName("P"), "f\(fresh())", "f\(fresh())")
    let isClass = chance(1, in: 2)
    let isWrapped = chance(1, in: 2)
    let element = isWrapped ? "Wrap<each B>" : "each B"
    let values = rest.map { isWrapped ? "Wrap(\($0.value))" : $0.value }.joined(separator: ", ")
    declarations.append(
      """
      \(access)\(isClass ? "final class" : "struct") \(name)<A, each B> {
        \(access)let \(property): A
        \(access)let \(other): (repeat \(element))
        init(_ \(property): A, _ \(other): (repeat \(element))) {
          self.\(property) = \(property)
          self.\(other) = (repeat each \(other))
        }
      }
      """)
    let type = "\(name)<\(([first] + rest).types)>"
    return made(
      Generated(
        type: type, value: "\(type)(\(first.value), (\(values)))",
        plants: first.plants.inside(property) + rest.plants.inside(other), isClass: isClass))
  }
}
