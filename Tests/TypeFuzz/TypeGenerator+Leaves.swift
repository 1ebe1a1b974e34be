extension TypeGenerator {
  /// Returns an object, a value that only knows one, or a value of no account, which moves what follows it.
  mutating func leaf() -> Generated {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4:
      let id = target()
      return Generated(
        type: "T\(id)", value: "T\(id)()", plants: [Plant(id: id, hold: .strong)], isClass: true)
    case 5: return knowing(one(of: ["Weakly", "Unowned", "UnownedUnsafe"]), .weak)
    case 6: return one(of: [knowing("Identifier", .weak), pointing()])
    case 7: return optionalNothing()
    default: return noise()
    }
  }

  private mutating func knowing(_ wrapper: String, _ hold: Plant.Hold) -> Generated {
    let id = target()
    return Generated(
      type: wrapper == "Identifier" ? "ObjectIdentifier" : "\(wrapper)<T\(id)>",
      value: wrapper == "Identifier" ? "ObjectIdentifier(kept(T\(id)()))" : "\(wrapper)(kept(T\(id)()))",
      plants: [Plant(id: id, hold: hold)])
  }

  private mutating func pointing() -> Generated {
    let id = target()
    let plants = [Plant(id: id, hold: .hidden)]
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return Generated(type: "UnsafeMutablePointer<T\(id)>", value: "pointer(T\(id)())", plants: plants)
    case 1:
      return Generated(
        type: "UnsafeMutableRawPointer", value: "UnsafeMutableRawPointer(pointer(T\(id)()))", plants: plants)
    case 2:
      return Generated(type: "Unmanaged<T\(id)>", value: "Unmanaged.passRetained(T\(id)())", plants: plants)
    default:
      return Generated(
        type: "OpaquePointer", value: "OpaquePointer(Unmanaged.passRetained(T\(id)()).toOpaque())",
        plants: plants)
    }
  }

  private mutating func optionalNothing() -> Generated {
    let type = one(of: [
      "Target?", "Int?", "[Target]?", "(any Error)?", "Weakly<Target>?", "(() -> Void)?", "Any?",
    ])
    return Generated(type: type, value: "Optional<\(type.dropLast())>.none")
  }

  private mutating func noise() -> Generated {
    let (type, value) = one(of: [
      ("Int", "7"), ("UInt8", "200"), ("Bool", "true"), ("Double", "2.5"), ("Int16", "-3"), ("Float", "0.5"),
      ("String", "\"short\""), ("String", "text(40)"), ("Substring", "text(40).dropFirst(3)"),
      ("Character", "\"é\""), ("StaticString", "\"static\""), ("Range<Int>", "0..<5"), ("Int128", "9"),
      ("SIMD4<Float>", "SIMD4(1, 2, 3, 4)"), ("Any.Type", "Target.self"), ("Target.Type", "Target.self"),
      ("[Int]", "[1, 2]"), ("[String: Int]", "[\"a\": 1]"), ("Void", "()"), ("UInt", "UInt(odd)"),
      ("Unicode.Scalar", "\"a\""), ("Mark", ".second"),
      ("ObjectIdentifier", "ObjectIdentifier(Target.self)"), ("Duration", ".seconds(1)"), ("Never?", "nil"),
    ])
    return Generated(type: type, value: "(\(value) as \(type))")
  }
}
