extension TypeGenerator {
  private static let forms = [
    ("() -> Void", "{ # in $ }"), ("(Int) -> Int", "{ # number in $; return number }"),
    ("() async -> Void", "{ # in $ }"), ("@Sendable () -> Void", "{ # in $ }"),
    ("() throws -> Void", "{ # in $ }"), ("Wrap<() -> Void>", "Wrap({ # in $ })"),
    ("[(Int) -> Void]", "[{ # _ in $ }]"), ("(() -> Void)?", "{ # in $ }"),
  ]

  mutating func closure(_ depth: Int) -> Generated {
    var statements: [String] = []
    var list: [String] = []
    var uses: [String] = []
    var plants: [Plant] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let name = "v\(fresh())"
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let id = target()
        plants.append(Plant(id: id, hold: .weak))
        statements.append("let \(name) = kept(T\(id)())")
        list.append("\(one(of: ["weak", "unowned", "unowned(unsafe)"])) \(name)")
      case 1:
        statements.append("let \(name): @convention(c) (Int32) -> Int32 = { $0 + 1 }")
      case 2:
        statements.append("let \(name): Any.Type = Target.self")
      default:
        let captured = value(depth - 1)
        plants += captured.plants
        let keyword = captured.isCopyable ? one(of: ["let", "let", "var"]) : "let"
        statements.append("\(keyword) \(name): \(captured.type) = \(captured.value)")
      }
      uses.append("use(\(name))")
    }
    let (type, form) = one(of: Self.forms)
    let captures = list.isEmpty ? "" : "[\(list.joined(separator: ", "))]"
    // Without captures to name and without parameters there is nothing to separate from the statements.
    let text = form.replacing("# in", with: list.isEmpty ? "" : "# in").replacing("#", with: captures)
      .replacing("$", with: uses.shuffled(using: &random).joined(separator: "; "))
    return made(Generated(type: type, value: text, plants: plants), after: statements)
  }

  mutating func genericClosure(_ depth: Int) -> Generated {
    let name = "generic\(fresh())"
    let one = value(depth - 1, copyable: true)
    let two = value(depth - 1, copyable: true)
    let (declaration, call, plants): (String, String, [Plant])
    switch Int.random(in: 0..<13, using: &random) {
    case 0:
      let unique = value(depth - 1)
      declaration = "<A: ~Copyable>(_ a: consuming A) -> () -> Void { let b = a; return { use(b) } }"
      (call, plants) = ("\(name)(\(unique.value))", unique.plants)
    case 1:
      declaration = "<A, B>(_ a: A, _ b: [B]) -> () -> Void { { use(a); use(b) } }"
      (call, plants) = ("\(name)(\(one.value), [\(two.value)])", one.plants + two.plants)
    case 2:
      declaration = "<A: Collection>(_ a: A, _ index: A.Index) -> () -> Void { { use(a[index]) } }"
      (call, plants) = ("\(name)([\(one.value)], 0)", one.plants)
    case 3:
      declaration = "<A: Sequence>(_ type: A.Type, _ item: A.Element) -> () -> Void { { use(item) } }"
      (call, plants) = ("\(name)([\(one.type)].self, \(one.value))", one.plants)
    case 4:
      declaration =
        "<A: Sequence, B>(_ type: A.Type, _ item: A.Element, _ b: B) -> () -> Void { { use(item); use(b) } }"
      (call, plants) = ("\(name)([\(one.type)].self, \(one.value), \(two.value))", one.plants + two.plants)
    case 5:
      declaration = "<each A>(_ a: repeat each A) -> () -> Void { { (repeat use(each a)) } }"
      (call, plants) = ("\(name)(\(one.value), \(two.value))", one.plants + two.plants)
    case 6:
      declaration = "<each A>(_ a: repeat each A, then: @escaping () -> Void) -> () -> Void { { then() } }"
      let inner = closure(depth - 1)
      declarations.append(
        "\(access)func plain\(name)() -> () -> Void { let body = \(inner.value); return { use(body) } }")
      (call, plants) = ("\(name)(1, \"text\", then: plain\(name)())", inner.plants)
    case 7:
      declaration = "(_ a: some Any, _ b: some Marked) -> () -> Void { { use(a); use(b) } }"
      (call, plants) = ("\(name)(\(one.value), Wrap(\(two.value)))", one.plants + two.plants)
    case 8:
      (call, plants) = ("Wrap(\(one.value)).closure()", one.plants)
      return made(Generated(type: "() -> Void", value: call, plants: plants))
    case 9:
      (call, plants) = ("FastBox(\(one.value)).closure()", one.plants)
      return made(Generated(type: "() -> Void", value: call, plants: plants))
    case 10:
      declaration =
        "<A, B, C, D, E, F>(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) -> () -> Void { { use(a); use(f) } }"
      (call, plants) = ("\(name)(\(one.value), 1, true, \"c\", 2.5, \(two.value))", one.plants + two.plants)
    case 11:
      declaration = """
        <A>(_ a: A, _ b: Int) -> () -> Void {
          func inner<B>(_ b: B) -> () -> Void { { use(a); use(b) } }
          return inner((b, a))
        }
        """
      (call, plants) = ("\(name)(\(one.value), 2)", one.plants)
    default:
      declaration =
        "<A: Sorted>(_ a: A, _ x: A.Item?) -> () -> Void where A.Item: Comparable { { use(x); use(a) } }"
      (call, plants) = ("\(name)(Sort<\(one.type), Int>(\(one.value)), 3)", one.plants)
    }
    declarations.append("\(access)func \(name)\(declaration)")
    return made(Generated(type: "() -> Void", value: call, plants: plants))
  }
}
