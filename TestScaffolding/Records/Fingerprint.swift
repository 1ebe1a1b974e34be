/// A short name for bytes, which is the same in every process: 64 bits of FNV-1a.
package struct Fingerprint: Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init(of bytes: some Sequence<UInt8> = []) { add(bytes) }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  package var text: String { String(value, radix: 16) }
}
