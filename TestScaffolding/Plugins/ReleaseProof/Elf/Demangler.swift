/// Turns the mangled names of symbols into readable ones.
enum Demangler {
  private static let longest = 64 << 10

  /// Returns the readable form of a Swift symbol, or nothing for other symbols.
  ///
  /// The mangling abbreviates words that it has seen, so that `9AppDriver` may be written `0B6Driver`: a search
  /// in the mangled name alone would miss it.
  static func demangle(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("_T") else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longest) { room in
      guard let start = room.baseAddress else { return nil }
      var size = UInt(room.count)
      // What does not fit is cut off.
      guard runtimeDemangle(symbol, UInt(symbol.utf8.count), start, &size, 0) != nil else { return nil }
      return String(cString: start)
    }
  }
}

// The Swift runtime exports its demangler in C but has no Swift interface for it.
@_silgen_name("swift_demangle")
private func runtimeDemangle(
  _ name: UnsafePointer<CChar>, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
  _ outputSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
