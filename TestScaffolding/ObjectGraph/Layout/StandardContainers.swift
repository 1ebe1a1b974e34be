#if DEBUG
/// Recognizes the collections of the standard library.
struct StandardContainers {
  private let values: Set<UInt>
  private let string: UInt
  private let array: UInt
  private let set: UInt
  private let dictionary: UInt

  init() {
    let collections: [Any.Type] = [
      Array<Int>.self, ContiguousArray<Int>.self, ArraySlice<Int>.self, Set<Int>.self,
      Dictionary<Int, Int>.self,
    ]
    values = Set(collections.map { Metadata($0).descriptor })
    string = Metadata(String.self).address
    array = Self.storage(of: [1])
    set = Self.storage(of: [1] as Set)
    dictionary = Self.storage(of: [1: 1])
  }

  private static func storage<Container>(of container: Container) -> UInt {
    withUnsafePointer(to: container) { Metadata(word(word(UInt(bitPattern: $0)))).descriptor }
  }

  /// Whether values of the type consist of one reference to a storage object.
  func isOneReference(_ type: Metadata) -> Bool { values.contains(type.descriptor) }

  func holdsNoReferences(_ type: Metadata) -> Bool { type.address == string }

  func shape(of storage: Metadata) -> HeapLayout.Shape? {
    switch storage.descriptor {
    case 0: nil
    case array: .array
    case set: .set
    case dictionary: .dictionary
    default: nil
    }
  }
}

/// The storage of a set or a dictionary: buckets, and a bit map of those in use.
struct HashedStorage {
  let count: Int
  let bucketCount: Int
  let keys: UInt
  let values: UInt
  private let bitmap: UInt

  /// In a copy, the words with addresses lead to where it was moved from.
  init(at address: UInt, movedFrom original: UInt? = nil, isDictionary: Bool) {
    let way = address &- (original ?? address)
    count = Int(bitPattern: word(address &+ 16))
    bucketCount = 1 << Int(byte(address &+ 32) & 0x3F)
    keys = word(address &+ 48) &+ way
    values = isDictionary ? word(address &+ 56) &+ way : 0
    bitmap = address &+ (isDictionary ? 64 : 56)
  }

  /// Whether all buckets lie between the storage's own words and the end of its memory.
  func ends(before end: UInt, _ stride: UInt, _ valueStride: UInt) -> Bool {
    let (buckets, size) = (UInt(bitPattern: bucketCount), end &- bitmap)
    return buckets <= size &* 8 && keys &- bitmap <= size && buckets &* stride <= end &- keys
      && (values == 0 || values &- bitmap <= size && buckets &* valueStride <= end &- values)
  }

  func isOccupied(_ bucket: Int) -> Bool {
    let bits = word(bitmap &+ UInt(bitPattern: bucket / 64) &* 8)
    return bits >> UInt(bitPattern: bucket % 64) & 1 == 1
  }
}
#endif
