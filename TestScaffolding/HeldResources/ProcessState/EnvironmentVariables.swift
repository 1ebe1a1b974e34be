#if DEBUG
import Foundation
@preconcurrency import Glibc
import Leaks

/// The environment variables of the process, which `getenv` sees and child processes get.
///
/// The variables that a reset brings along are none of these: they are in the launch of the new generation only.
struct EnvironmentVariables {
  private let fingerprint: UInt64
  private let values: [String: [CChar]]

  static func now() -> EnvironmentVariables {
    var values: [String: [CChar]] = [:]
    forEach { entry in
      guard let sign = strchr(entry, Int32(UInt8(ascii: "="))) else { return }
      let name = UnsafeRawBufferPointer(start: entry, count: sign - UnsafeMutablePointer(mutating: entry))
      let value = sign + 1
      let key = String(decoding: name, as: UTF8.self)
      if values[key] == nil {
        values[key] = Array(UnsafeBufferPointer(start: value, count: strlen(value) + 1))
      }
    }
    return EnvironmentVariables(fingerprint: hash(), values: values)
  }

  /// Puts the variables back, and returns those that were not as they are here.
  func putBack(except isExpected: (_ what: String) -> Bool) -> [ProcessDifference] {
    guard Self.hash() != fingerprint else { return [] }
    let now = Self.now().values
    return Set(values.keys).union(now.keys).sorted().compactMap { name in
      guard values[name] != now[name] else { return nil }
      var difference = ProcessDifference(
        what: "environment variable \(name)", before: Self.text(values[name]), after: Self.text(now[name]))
      if isExpected(difference.what) { return nil }
      difference.restored = putBack(name)
      return difference
    }
  }

  private func putBack(_ name: String) -> Bool {
    let isDone = (values[name].map { setenv(name, $0, 1) } ?? unsetenv(name)) == 0
    // The C library reads this one only when it is told to.
    if name == "TZ" {
      tzset()
      NSTimeZone.resetSystemTimeZone()
    }
    return isDone
  }

  private static func text(_ value: [CChar]?) -> String {
    guard let value else { return ProcessDifference.notSet }
    return "\"\(String(decoding: value.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))\""
  }

  /// A number that is another one if any variable has changed: FNV-1a over all of them.
  private static func hash() -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    forEach { entry in
      var place = entry
      repeat {
        hash = (hash ^ UInt64(UInt8(bitPattern: place.pointee))) &* 1_099_511_628_211
        place += 1
      } while place[-1] != 0
    }
    return hash
  }

  private static func forEach(_ body: (UnsafePointer<CChar>) -> Void) {
    var place = environ
    while let entry = place.pointee {
      body(entry)
      place += 1
    }
  }
}
#endif
