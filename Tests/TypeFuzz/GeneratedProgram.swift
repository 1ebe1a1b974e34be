package import TestSupport

/// The source of a program that makes values of generated types, and checks what a walk from each of them finds.
package struct GeneratedProgram {
  package let source: String
  /// How many types it declares.
  package let typeCount: Int
  /// How many objects the walks have to find.
  package let strongCount: Int
  /// How many objects the walks have not to find.
  package let otherCount: Int

  /// Writes the source: so many classes, each of which holds values inside values as deep as that.
  package init(random: SeededGenerator, roots: Int, depth: Int) {
    var generator = TypeGenerator(random: random)
    var checks: [String] = []
    var plants: [Plant] = []
    for _ in 0..<roots {
      let root = generator.root(depth)
      plants += root.plants
      checks.append(
        """
        check("\(root.type)", [
          \(root.plants.map(\.code).joined(separator: "\n    "))
        ]) { \(root.value) }
        """)
    }
    source = ([Preamble.text] + generator.declarations + checks + ["finish()", ""]).joined(separator: "\n\n")
    typeCount = generator.declarations.count { declaration in
      ["struct ", "enum ", "class "].contains(where: declaration.contains)
    }
    strongCount = plants.count { $0.hold == .strong }
    otherCount = plants.count - strongCount
  }
}

extension TypeGenerator {
  /// Returns an instance of a class that holds a value.
  fileprivate mutating func root(_ depth: Int) -> Generated {
    let (name, property) = ("Root\(fresh())", "f\(fresh())")
    let inner = value(depth)
    declarations.append(
      """
      \(access)final class \(name) {
        \(access)let \(property): \(inner.type)
        init(_ \(property): \(inner.escaping)) { self.\(property) = \(property) }
      }
      """)
    return Generated(
      type: name, value: "\(name)(\(inner.value))", plants: inner.plants.inside(property), isClass: true)
  }
}

extension Plant {
  fileprivate var code: String {
    "Plant(\(id), .\(hold), [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]),"
  }
}
