#if DEBUG
/// The types that stand for generic parameters in the names of one closure's captures.
///
/// The runtime resolves such names only in the context of a generic type. Here is one for it, with as many parameters,
/// on two levels, as can be resolved.
struct GenericArguments {
  private enum Outer<A, B, C, D> {
    enum Inner<E, F, G, H> {}
  }
  private enum Unbound {}

  private static let width = 4
  private var types = [UInt](repeating: Metadata(Unbound.self).address, count: 2 * width)

  init(_ sources: [CaptureList.Source], bound: [UInt]) {
    for source in sources {
      guard source.text.first == "B", let index = Int(source.text.dropFirst().prefix { $0.isNumber }),
        let place = source.parameter.genericParameter, place.depth < 2, place.index < Self.width,
        index < bound.count
      else { continue }
      types[place.depth * Self.width + place.index] = bound[index]
    }
  }

  /// The type of that name; nil where it mentions a parameter whose type is not known.
  func resolve(_ name: MangledName) -> Metadata? {
    if let known = name.resolved() { return known }
    typealias Context = Outer<Never, Never, Never, Never>.Inner<Never, Never, Never, Never>
    let found = types.withUnsafeBufferPointer { types in
      name.resolved(
        context: Metadata(Context.self).descriptor, genericArguments: UInt(bitPattern: types.baseAddress))
    }
    guard let found, !found.name.contains("Unbound") else { return nil }
    return found
  }
}
#endif
