public import Foundation

/// A part of what an app keeps that can be counted and erased on its own.
public protocol DataPart: Sendable {
  /// The part's name, unique in its container.
  var name: String { get }
  /// Lists what the part holds.
  func inventory() throws -> Inventory
  /// Erases what the part holds; returns how much that was and what failed.
  func erase() -> ErasureResult
  /// Checks that the part is empty, where the data is stored and not in a cache.
  func verifyEmpty() throws -> Bool
}

/// A registered part whose contents can be taken out as a whole and put back.
public protocol PortablePart: DataPart {
  /// Returns all that the part holds, in a form of its own.
  func contents() throws -> Data
  /// Puts what `contents()` has returned in the place of all that the part holds.
  func replaceContents(with contents: Data) throws
}

/// Everything that a part of the app's data holds, sorted by key.
public struct Inventory: Hashable, Sendable {
  /// One file or value.
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

  /// The entries, sorted by the bytes of their keys.
  public let entries: [Entry]

  /// Makes an inventory of entries in any order.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// The number of entries.
  public var count: Int { entries.count }

  /// A fingerprint of all entries: equal contents have equal fingerprints, in every run.
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
