/// A SHA-256 fingerprint of contents.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// The fingerprint's 32 bytes.
  public let bytes: [UInt8]

  /// The fingerprint in hexadecimal digits.
  public var description: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Computes the fingerprint of contents.
  public init(of contents: some Sequence<UInt8>) {
    var hash = SHA256()
    hash.update(contents)
    self = hash.finish()
  }

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }
}

/// SHA-256 as specified in FIPS 180-4; takes its input piece by piece.
struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Input that does not fill a block yet.
  private var waiting: [UInt8] = []
  private var length: UInt64 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length += UInt64(bytes.count)
    waiting.append(contentsOf: bytes)
    let whole = waiting.count / 64 * 64
    waiting.withUnsafeBytes { waiting in
      for start in stride(from: 0, to: whole, by: 64) {
        Self.compress(UnsafeRawBufferPointer(rebasing: waiting[start..<start + 64]), into: &state)
      }
    }
    waiting.removeFirst(whole)
  }

  mutating func update(_ bytes: some Sequence<UInt8>) {
    Array(bytes).withUnsafeBytes { update($0) }
  }

  /// Adds a count as eight bytes. With the length in front, two different lists of fields cannot give the same input.
  mutating func update(count: Int) {
    withUnsafeBytes(of: UInt64(count).bigEndian) { update($0) }
  }

  consuming func finish() -> Digest {
    let bits = length &* 8
    let padding = (119 - Int(length % 64)) % 64
    update([0x80] + [UInt8](repeating: 0, count: padding))
    withUnsafeBytes(of: bits.bigEndian) { update($0) }
    return Digest(bytes: state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } })
  }

  private static func compress(_ chunk: UnsafeRawBufferPointer, into state: inout [UInt32]) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      for index in 0..<16 {
        words[index] = UInt32(bigEndian: chunk.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      }
      for index in 16..<64 {
        let early = words[index - 15]
        let late = words[index - 2]
        let first = turn(early, 7) ^ turn(early, 18) ^ (early >> 3)
        let second = turn(late, 17) ^ turn(late, 19) ^ (late >> 10)
        words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let choice = (e & f) ^ (~e & g)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        let first = h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ rounds[index] &+ words[index]
        let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      }
      for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word >> count) | (word << (32 - count))
  }

  private static let rounds: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
