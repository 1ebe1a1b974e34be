private import Synchronization

/// The flags of one running app, in layers: the strongest layer that sets a value wins, even if the value is `false`.
public final class FlagStore: Sendable {
  private let declarations: [String: FlagDeclaration]
  private let bundled: [String: FlagLiteral]
  private let ephemeral: [String: FlagLiteral]
  private let user: Mutex<[String: FlagLiteral]>

  /// Creates a store; throws when a declaration or a layer has an error.
  public init(
    _ declarations: [FlagDeclaration] = [],
    bundled: [String: FlagLiteral] = [:],
    user: [String: FlagLiteral] = [:],
    ephemeral: [String: FlagLiteral] = [:]
  ) throws(FlagError) {
    var known: [String: FlagDeclaration] = [:]
    for declaration in declarations {
      if let earlier = known.updateValue(declaration, forKey: declaration.key) {
        throw .duplicateDeclaration(
          key: declaration.key, first: earlier.place, second: declaration.place)
      }
    }
    self.declarations = known
    self.bundled = try known.checked(bundled, layer: .bundled)
    self.ephemeral = try known.checked(ephemeral, layer: .ephemeral)
    self.user = Mutex(try known.checked(user, layer: .user))
  }

  /// The value of the flag.
  public subscript<Value>(flag: FeatureFlag<Value>) -> Value { resolve(flag).value }

  /// Returns the value of the flag and the layer that it came from.
  public func resolve<Value>(_ flag: FeatureFlag<Value>) -> ResolvedFlag<Value> {
    precondition(
      declarations[flag.key]?.type == flag.declaration.type,
      "The flag \"\(flag.key)\" is read but not declared: add it to the `flags` of its feature.")
    let resolved = resolve(key: flag.key, otherwise: flag.defaultValue.flagLiteral)
    return ResolvedFlag(
      value: Value(flagLiteral: resolved.value) ?? flag.defaultValue, layer: resolved.layer)
  }

  /// Every declared flag with its value and layer, sorted by key.
  public var all: [(declaration: FlagDeclaration, resolved: ResolvedFlag<FlagLiteral>)] {
    declarations.values.sorted { $0.key < $1.key }
      .map { ($0, resolve(key: $0.key, otherwise: $0.defaultValue)) }
  }

  /// The values of the user layer.
  public var userValues: [String: FlagLiteral] { user.withLock(\.self) }

  /// Sets the flag in the user layer, or removes it there for nil.
  public func setUserValue(_ literal: FlagLiteral?, forKey key: String) throws(FlagError) {
    let checked = try declarations.checked(literal.map { [key: $0] } ?? [:], layer: .user)
    if literal == nil, declarations[key] == nil {
      throw .unknownKey(key, layer: .user, known: declarations.keys.sorted())
    }
    user.withLock { $0[key] = checked[key] }
  }

  private func resolve(key: String, otherwise fallback: FlagLiteral) -> ResolvedFlag<FlagLiteral> {
    if let value = ephemeral[key] { return ResolvedFlag(value: value, layer: .ephemeral) }
    if let value = user.withLock({ $0[key] }) { return ResolvedFlag(value: value, layer: .user) }
    if let value = bundled[key] { return ResolvedFlag(value: value, layer: .bundled) }
    return ResolvedFlag(value: fallback, layer: .default)
  }
}

extension [String: FlagDeclaration] {
  fileprivate func checked(
    _ values: [String: FlagLiteral], layer: FlagLayer
  ) throws(FlagError) -> [String: FlagLiteral] {
    var result: [String: FlagLiteral] = [:]
    for (key, literal) in values.sorted(by: { $0.key < $1.key }) {
      guard let declaration = self[key] else {
        throw .unknownKey(key, layer: layer, known: keys.sorted())
      }
      guard let converted = literal.converted(to: declaration.type) else {
        throw .wrongType(key: key, layer: layer, expected: declaration.type, found: literal)
      }
      if case .double(let number) = converted, !number.isFinite {
        throw .notFinite(key: key, layer: layer, found: converted)
      }
      result[key] = converted
    }
    return result
  }
}
