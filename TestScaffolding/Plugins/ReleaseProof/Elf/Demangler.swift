#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Turns the mangled names of symbols into readable ones.
enum Demangler {
  /// Returns the readable form of a Swift symbol, or nothing for other symbols.
  ///
  /// The mangling abbreviates words that it has seen, so that `9AppDriver` may be written `0B6Driver`: a search
  /// in the mangled name alone would miss it.
  static func demangle(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("_T") else { return nil }
    guard let text = runtimeDemangle(symbol, UInt(symbol.utf8.count), nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}

// The Swift runtime exports its demangler in C but has no Swift interface for it.
@_silgen_name("swift_demangle")
private func runtimeDemangle(
  _ name: UnsafePointer<CChar>, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
  _ outputSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
