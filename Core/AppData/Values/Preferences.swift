public import Foundation

/// Settings by key, each with its type, stored in one property list that is replaced as a whole at each change.
///
/// A change that returned without an error survives however the process ends. Changes do not wait for the disk, so a
/// power cut may lose the latest ones.
public struct Preferences: Sendable {
  private let values: ValueFile
  private let gate: WriteGate

  init(_ values: ValueFile, gate: WriteGate) {
    self.values = values
    self.gate = gate
  }

  /// Reads text, or returns nil when there is none for the key.
  public func string(forKey key: String) throws -> String? {
    try read(key, as: "string") { if case .string(let value) = $0 { value } else { nil } }
  }

  /// Reads a truth value, or returns nil when there is none for the key.
  public func bool(forKey key: String) throws -> Bool? {
    try read(key, as: "boolean") { if case .bool(let value) = $0 { value } else { nil } }
  }

  /// Reads an integer, or returns nil when there is none for the key.
  public func integer(forKey key: String) throws -> Int? {
    try read(key, as: "integer") { if case .integer(let value) = $0 { value } else { nil } }
  }

  /// Reads a number, or returns nil when there is none for the key.
  public func double(forKey key: String) throws -> Double? {
    try read(key, as: "number") { if case .double(let value) = $0 { value } else { nil } }
  }

  /// Reads bytes, or returns nil when there are none for the key.
  public func data(forKey key: String) throws -> Data? {
    try read(key, as: "data") { if case .data(let value) = $0 { value } else { nil } }
  }

  /// Reads a list of texts, or returns nil when there is none for the key.
  public func strings(forKey key: String) throws -> [String]? {
    try read(key, as: "list of strings") {
      guard case .array(let elements) = $0 else { return nil }
      let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return texts.count == elements.count ? texts : nil
    }
  }

  /// Stores text under a key.
  public func set(_ value: String, forKey key: String) throws { try write(.string(value), key) }
  /// Stores a truth value under a key.
  public func set(_ value: Bool, forKey key: String) throws { try write(.bool(value), key) }
  /// Stores an integer under a key.
  public func set(_ value: Int, forKey key: String) throws { try write(.integer(value), key) }
  /// Stores a number under a key.
  public func set(_ value: Double, forKey key: String) throws { try write(.double(value), key) }
  /// Stores bytes under a key.
  public func set(_ value: Data, forKey key: String) throws { try write(.data(value), key) }
  /// Stores a list of texts under a key.
  public func set(_ value: [String], forKey key: String) throws {
    try write(.array(value.map { .string($0) }), key)
  }

  /// Stores texts under their keys, and removes those that are nil: all of it, or nothing.
  package func set(_ texts: [String: String?]) throws {
    try values.set(texts.mapValues { $0.map(PropertyValue.string) }, through: gate)
  }

  /// Removes the value for a key, if there is one.
  public func remove(_ key: String) throws { try write(nil, key) }

  /// Keeps a copy of a value, of whatever type, so that another can take its place. Returns the key of the copy, or nil when
  /// there is no value. No copy takes the place of another one.
  @discardableResult
  public func setAside(_ key: String) throws -> String? {
    try values.setAside(key, through: gate)
  }

  /// The keys that have a value, sorted.
  public var keys: [String] { get throws { try values.values().keys.sorted() } }

  private func write(_ value: PropertyValue?, _ key: String) throws {
    try values.set(value, key, through: gate)
  }

  private func read<Value>(
    _ key: String, as expected: String, _ cast: (PropertyValue) -> Value?
  ) throws -> Value? {
    guard let stored = try values.value(key) else { return nil }
    guard let value = cast(stored) else {
      throw AppDataError.wrongType(key: key, expected: expected, found: stored.typeName)
    }
    return value
  }
}
