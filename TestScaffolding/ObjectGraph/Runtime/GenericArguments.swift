#if DEBUG
import ObjectMemory

/// The types that stand for generic parameters in the names of one closure's captures.
///
/// The runtime resolves names with parameters only in the context of a generic type. Here is one for it, with as many
/// parameters, on four levels, as can be resolved. It knows of no conformances and no packs, and the runtime would end the
/// process if it were asked for them there: names with these are resolved without it, or not at all.
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
  private static let unbound = Metadata(Unbound.self).address
  private struct Place: Hashable { let depth, index: Int }
  /// The type for each parameter, and those of them that the made-up type has.
  private var known: [Place: Metadata] = [:]
  private var types = [UInt](repeating: unbound, count: depth * width)
  /// The types of the one pack of parameters, if there is one.
  private(set) var pack: [Metadata]?
  /// The same as a generic type takes it: how many there are, and where.
  private var packArguments: [UInt] = []

  init(_ sources: [CaptureList.Source], bound: [UInt]) {
    var packCount: UInt?
    var packStart: UInt?
    for source in sources {
      // A parameter that is a number, with a "v" here, stays unknown.
      let isCount = source.text.hasPrefix("s")
      guard let index = Self.binding(source.text.dropFirst(isCount ? 1 : 0)), index < bound.count else {
        continue
      }
      if source.parameter.isDependent {
        guard source.parameter.readable == "xxQp_QP" else { continue }
        if isCount { packCount = bound[index] } else { packStart = bound[index] }
      } else if let place = source.parameter.genericParameter {
        known[Place(depth: place.depth, index: place.index)] = Metadata(bound[index])
        guard place.depth < Self.depth, place.index < Self.width else { continue }
        types[place.depth * Self.width + place.index] = bound[index]
      }
    }
    if let packCount, let packStart, packCount < 1_000 {
      // The lowest bit of the address says that the pack is on the heap.
      pack = (0..<packCount).map { Metadata(word(packStart & ~1 &+ $0 &* 8)) }
      packArguments = [packCount, packStart]
    }
  }

  private static func binding(_ text: Substring) -> Int? {
    guard text.first == "B" else { return nil }
    return Int(text.dropFirst().prefix { $0.isNumber })
  }

  /// A generic type of which the pack is the only argument.
  private func typeOfPack(_ name: MangledName) -> Metadata? {
    guard !packArguments.isEmpty, let descriptor = name.nominalOfPack else { return nil }
    let counts = (int32(descriptor &+ 36) & 0xFFFF, int32(descriptor &+ 40) & 0xFFFF)
    guard counts == (1, 2) else { return nil }
    let found = packArguments.withUnsafeBufferPointer {
      ObjectMemoryGenericType(descriptor, UInt(bitPattern: $0.baseAddress))
    }
    return Metadata.isGenuine(found) ? Metadata(found) : nil
  }

  /// A description of the made-up type, whichever types it has itself.
  private static let context: UInt = {
    typealias None = Never
    typealias Context = Outer<None, None, None, None, None, None, None, None>
      .Second<None, None, None, None, None, None, None, None>
      .Third<None, None, None, None, None, None, None, None>
      .Inner<None, None, None, None, None, None, None, None>
    return Metadata(Context.self).descriptor
  }()

  /// The type of that name; nil where it mentions what is not known.
  func resolve(_ name: MangledName) -> Metadata? {
    if name.isDependent {
      guard let associated = AssociatedType(name) else { return typeOfPack(name) }
      let (depth, index) = associated.parameter
      return known[Place(depth: depth, index: index)].flatMap { associated.resolved(for: $0) }
    }
    if let place = name.genericParameter { return known[Place(depth: place.depth, index: place.index)] }
    if name.isConstrainedExistential { return nil }
    // A type that changes with what stands for the unknown parameters mentions one of them.
    let other = types.map { $0 == Self.unbound ? Metadata(OtherUnbound.self).address : $0 }
    guard let found = resolve(name, types), found.address == resolve(name, other)?.address else { return nil }
    return found
  }

  private func resolve(_ name: MangledName, _ types: [UInt]) -> Metadata? {
    types.withUnsafeBufferPointer { types in
      name.resolved(context: Self.context, genericArguments: UInt(bitPattern: types.baseAddress))
    }
  }
}
#endif
