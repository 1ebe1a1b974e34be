#if DEBUG
/// Recognizes the collections of the standard library.
extension LayoutCache {
  private static let collections: Set<UInt> = {
    let types: [Any.Type] = [
      Array<Int>.self, ContiguousArray<Int>.self, ArraySlice<Int>.self, Set<Int>.self,
      Dictionary<Int, Int>.self,
    ]
    return Set(types.map { Metadata($0).descriptor })
  }()

  private static let storages: [UInt: HeapLayout.Shape] = [
    storage(of: [1]): .array, storage(of: [1] as Set): .set, storage(of: [1: 1]): .dictionary,
  ]

  private static func storage<Container>(of container: Container) -> UInt {
    withUnsafePointer(to: container) { Metadata(word(word(UInt(bitPattern: $0)))).descriptor }
  }

  /// Whether values of the type consist of one reference to a storage object.
  static func isOneReference(_ type: Metadata) -> Bool { collections.contains(type.descriptor) }

  static func shape(of storage: Metadata) -> HeapLayout.Shape? { storages[storage.descriptor] }
}

/// The storage of a set or a dictionary: buckets, and a bit map of those in use.
struct HashedStorage {
  let count: Int
  let bucketCount: Int
  let keys: UInt
  let values: UInt
  private let bitmap: UInt

  /// In a copy, the words with addresses lead to where it was moved from.
  init(
    at address: UInt, movedFrom original: UInt? = nil, isDictionary: Bool, reading word: (UInt) -> UInt = word
  ) {
    let way = address &- (original ?? address)
    count = Int(bitPattern: word(address &+ 16))
    bucketCount = 1 << Int(word(address &+ 32) & 0x3F)
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

  func isOccupied(_ bucket: Int, reading word: (UInt) -> UInt = word) -> Bool {
    let bits = word(bitmap &+ UInt(bitPattern: bucket / 64) &* 8)
    return bits >> UInt(bitPattern: bucket % 64) & 1 == 1
  }
}
#endif
