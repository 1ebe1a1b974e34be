#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension UnsafeRawBufferPointer {
  /// The first position of the byte that is not before `start`.
  package func firstPlace(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - base }
  }

  /// The first position of the bytes, found with the fast search of the C library.
  package func firstPlace(of needle: [UInt8]) -> Int? {
    guard let base = baseAddress, let first = needle.first else { return nil }
    var from = 0
    while let place = firstPlace(of: first, from: from), count - place >= needle.count {
      if memcmp(base + place, needle, needle.count) == 0 { return place }
      from = place + 1
    }
    return nil
  }
}
