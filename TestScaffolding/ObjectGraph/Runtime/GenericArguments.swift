#if DEBUG
import ObjectMemory

/// The actual types for the generic parameters in the names of one closure's captures.
///
/// The runtime resolves names with generic parameters only in the context of a generic type. This struct provides a
/// made-up one with four levels of parameters. It has no conformances and no packs, and the runtime would end the
/// process if it had to look one up there. Names with these are therefore resolved separately, or not at all.
struct GenericArguments {
  private enum Outer<A, B, C, D, E, F, G, H> {
    enum Second<I, J, K, L, M, N, O, P> {
      enum Third<Q, R, S, T, U, V, W, X> {
        enum Inner<Y, Z, AA, AB, AC, AD, AE, AF> {}
      }
    }
  }
  private enum Unbound {}
  private enum OtherUnbound {}

  private static let (width, depth) = (8, 4)
  /// The depth of a generic parameter, and its index at that depth.
  struct Place: Hashable { let depth, index: Int }
  private var known: [Place: Metadata] = [:]
  /// The types in the parameter pack, if there is one.
  private(set) var pack: [Metadata]?
  /// The pack as arguments of a generic type: the count and the address.
  private var packArguments: [UInt] = []

  /// What stands in a closure that another thread is just making may be no type yet.
  init(_ sources: [CaptureList.Source], bound: [UInt]) {
    var packCount: UInt?
    var packStart: UInt?
    for source in sources {
      // A parameter that is a value (marked with a "v") stays unknown.
      let isCount = source.text.hasPrefix("s")
      guard let index = Self.binding(source.text.dropFirst(isCount ? 1 : 0)), index < bound.count else {
        continue
      }
      if source.parameter.isDependent {
        guard source.parameter.readable == "xxQp_QP" else { continue }
        if isCount { packCount = bound[index] } else { packStart = bound[index] }
      } else if let place = source.parameter.genericParameter, Metadata.isGenuine(bound[index]) {
        known[place] = Metadata(bound[index])
      }
    }
    if let packCount, let packStart, packCount < 1_000 {
      // The lowest bit of the address marks a pack on the heap.
      let types = (0..<packCount).map { possibleWord(packStart & ~1 &+ $0 &* 8) }
      if types.allSatisfy({ Metadata.isGenuine($0) }) {
        pack = types.map { Metadata($0) }
        packArguments = [packCount, packStart]
      }
    }
  }

  private static func binding(_ text: Substring) -> Int? {
    guard text.first == "B" else { return nil }
    return Int(text.dropFirst().prefix { $0.isNumber })
  }

  /// A generic type whose only argument is the pack.
  private func typeOfPack(_ name: MangledName) -> Metadata? {
    guard !packArguments.isEmpty, let descriptor = name.nominalOfPack else { return nil }
    let counts = (int32(descriptor &+ 36) & 0xFFFF, int32(descriptor &+ 40) & 0xFFFF)
    guard counts == (1, 2) else { return nil }
    let found = packArguments.withUnsafeBufferPointer {
      ObjectMemoryGenericType(descriptor, UInt(bitPattern: $0.baseAddress))
    }
    return Metadata.isGenuine(found) ? Metadata(found) : nil
  }

  /// The descriptor of the made-up type, which is the same for all its arguments.
  private static let context: UInt = {
    typealias None = Never
    typealias Context = Outer<None, None, None, None, None, None, None, None>
      .Second<None, None, None, None, None, None, None, None>
      .Third<None, None, None, None, None, None, None, None>
      .Inner<None, None, None, None, None, None, None, None>
    return Metadata(Context.self).descriptor
  }()

  /// Returns the type with that name; nil if the name mentions something unknown.
  func resolve(_ name: MangledName) -> Metadata? {
    if name.isDependent {
      guard let associated = AssociatedType(name) else { return typeOfPack(name) }
      return known[associated.parameter].flatMap { associated.resolved(for: $0) }
    }
    if let place = name.genericParameter { return known[place] }
    if name.isConstrainedExistential { return nil }
    // If the result changes with the placeholder for unknown parameters, the name mentions one of them.
    guard let found = resolve(name, unbound: Metadata(Unbound.self)),
      found.address == resolve(name, unbound: Metadata(OtherUnbound.self))?.address
    else { return nil }
    return found
  }

  private func resolve(_ name: MangledName, unbound: Metadata) -> Metadata? {
    // Those that fit into the made-up type.
    let types = (0..<Self.depth * Self.width).map {
      (known[Place(depth: $0 / Self.width, index: $0 % Self.width)] ?? unbound).address
    }
    return types.withUnsafeBufferPointer { types in
      name.resolved(context: Self.context, genericArguments: UInt(bitPattern: types.baseAddress))
    }
  }
}
#endif
