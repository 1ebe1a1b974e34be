extension TypeGenerator {
  mutating func tuple(_ depth: Int) -> Generated {
    let parts = values(2...4, depth, copyable: true)
    return made(
      Generated(
        type: "(\(parts.types))", value: "(\(parts.map(\.value).joined(separator: ", ")))",
        plants: parts.plants))
  }

  mutating func collection(_ depth: Int) -> Generated {
    if chance(1, in: 6) { return keyed() }
    let element = value(depth - 1, copyable: true)
    let (type, value) = one(of: [
      ("[#]", "[$]"), ("ContiguousArray<#>", "[$]"), ("ArraySlice<#>", "[$][...]"),
      ("[String: #]", "[text(30): $]"),
      ("[[#]]", "[[], [$]]"), ("[Int: [#?]]", "[1: [nil, $]]"), ("CollectionOfOne<#>", "CollectionOfOne($)"),
      ("Repeated<#>", "repeatElement($, count: 3)"), ("Result<#, Never>", ".success($)"), ("#??", "$"),
      ("AnySequence<#>", "AnySequence([$])"), ("AnyCollection<#>", "AnyCollection([$])"),
      ("ReversedCollection<[#]>", "[$].reversed()"), ("EnumeratedSequence<[#]>", "[$].enumerated()"),
      ("Zip2Sequence<[#], [Int]>", "zip([$], [1])"), ("KeyValuePairs<Int, #>", "[1: $]"),
      ("IndexingIterator<[#]>", "[$].makeIterator()"), ("AnyIterator<#>", "AnyIterator([$].makeIterator())"),
      ("LazyFilterSequence<[#]>", "[$].lazy.filter { _ in true }"),
      ("FlattenSequence<[[#]]>", "[[$]].joined()"),
    ])
    return made(
      Generated(
        type: type.replacing("#", with: element.part), value: value.replacing("$", with: element.value),
        plants: element.plants))
  }

  /// A collection whose keys are objects.
  private mutating func keyed() -> Generated {
    let id = target()
    let (type, value) = one(of: [
      ("Set<T\(id)>", "[T\(id)()]"), ("[T\(id): Int]", "[T\(id)(): 1]"),
      ("AnyHashable", "AnyHashable(T\(id)())"),
    ])
    return made(Generated(type: type, value: value, plants: [Plant(id: id, hold: .strong)]))
  }

  mutating func inlineArray(_ depth: Int, copyable: Bool) -> Generated {
    var element = value(depth - 1, copyable: copyable)
    // Swift 6.3 does not destroy these as it ought to.
    if !element.isCopyable { element = value(depth - 1, copyable: true) }
    let count = chance(1, in: 20) ? 1_100 : Int.random(in: 1...5, using: &random)
    let place = Int.random(in: 0..<count, using: &random)
    let type = "InlineArray<\(count), Optional<\(element.type)>>"
    return made(
      Generated(
        type: type,
        value: "\(type) { index in if index == \(place) { return \(element.value) } else { return nil } }",
        plants: element.plants, isCopyable: element.isCopyable))
  }

  mutating func existential(_ depth: Int, copyable: Bool) -> Generated {
    var inner = value(depth - 1, copyable: copyable || chance(3, in: 4))
    guard inner.isCopyable else {
      let name = typeName("N")
      let property = "f\(fresh())"
      declarations.append(
        "\(access)struct \(name): ~Copyable, Lonely { \(access)let \(property): \(inner.type) }")
      inner.value = "\(name)(\(property): \(inner.value))"
      inner.plants = inner.plants.inside(property)
      inner.type = one(of: ["any ~Copyable", "any Lonely & ~Copyable"])
      return made(inner)
    }
    let (type, value) = one(
      of: [
        ("Any", "$"), ("any Marked", "Wrap($)"), ("(any Marked)?", "Wrap($)"),
        ("any Sorted<Int>", "Sort<#, Int>($)"),
        ("any Error", "Fault($)"), ("any Error", "ClassFault($)"), ("[any Marked]", "[Wrap($), Wrap(1)]"),
        ("any Marked & Fast", "FastBox($)"), ("AnyObject", "FastBox($)"), ("[Any]", "[1, $]"), ("Any?", "$"),
        ("any Sorted<Int> & Fast", "FastSort($)"),
      ])
    return made(
      Generated(
        type: type, value: value.replacing("$", with: inner.value).replacing("#", with: inner.part),
        plants: inner.plants))
  }
}
