#if DEBUG
/// The storage of a set or a dictionary: buckets, of which a bit map says whether they are in use.
struct HashedStorage {
  let count: Int
  let bucketCount: Int
  let keys: UInt
  let values: UInt
  private let bitmap: UInt

  init(at address: UInt, isDictionary: Bool) {
    count = Int(bitPattern: word(address &+ 16))
    bucketCount = 1 << Int(byte(address &+ 32) & 0x3F)
    keys = word(address &+ 48)
    values = isDictionary ? word(address &+ 56) : 0
    bitmap = address &+ (isDictionary ? 64 : 56)
  }

  func isOccupied(_ bucket: Int) -> Bool {
    let bits = word(bitmap &+ UInt(bitPattern: bucket / 64) &* 8)
    return bits >> UInt(bitPattern: bucket % 64) & 1 == 1
  }
}
#endif
