/// A short name for bytes, which is the same in every process: 64 bits of FNV-1a.
package struct Fingerprint: Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(of bytes: some Sequence<UInt8>) { add(Array(bytes)) }

  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes {
      for index in 0..<$0.count { value = (value ^ UInt64($0[index])) &* 0x100_0000_01b3 }
    }
  }

  /// Adds a word of a list, so that other words of the same letters make another name.
  package mutating func add(word: [UInt8]) { add(word + [0]) }

  package mutating func add(word: String) { add(word: Array(word.utf8)) }

  package var text: String { String(value, radix: 16) }
}
