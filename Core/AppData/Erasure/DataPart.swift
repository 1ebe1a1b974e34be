/// A part of what an app keeps that can be counted and erased on its own.
public protocol DataPart: Sendable {
  /// The part's name, unique in its container.
  var name: String { get }
  /// Lists what the part holds.
  func inventory() throws -> Inventory
  /// Erases what the part holds and answers how much that was and what failed.
  func erase() -> ErasureResult
  /// Looks whether the part holds nothing, where the data is and not in a memory of it.
  func verifyEmpty() throws -> Bool
}

/// Everything that a part of the app's data holds, in the order of the keys.
public struct Inventory: Hashable, Sendable {
  /// One thing that is kept.
  public struct Entry: Hashable, Sendable {
    /// The path of a file or the key of a value.
    public let key: String
    /// The size of the contents.
    public let bytes: Int
    /// The fingerprint of the contents.
    public let digest: Digest

    /// Makes an entry.
    public init(key: String, bytes: Int, digest: Digest) {
      self.key = key
      self.bytes = bytes
      self.digest = digest
    }
  }

  /// The things kept, in the order of their keys' bytes.
  public let entries: [Entry]

  /// Makes an inventory of entries in any order.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// How many things are kept.
  public var count: Int { entries.count }

  /// One fingerprint of all entries, the same in every run for the same contents.
  public var digest: Digest {
    var hash = SHA256()
    for entry in entries {
      hash.update(count: entry.key.utf8.count)
      hash.update(entry.key.utf8)
      hash.update(count: entry.bytes)
      hash.update(entry.digest.bytes)
    }
    return hash.finish()
  }
}
