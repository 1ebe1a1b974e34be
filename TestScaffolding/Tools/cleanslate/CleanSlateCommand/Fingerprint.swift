import Foundation

enum Fingerprint {
  /// FNV-1a, which is the same in every run.
  static func text(of data: Data) -> String {
    let hash = data.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
