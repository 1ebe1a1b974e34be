#if DEBUG
import Foundation
@preconcurrency import Glibc
import Leaks
import ObjectMemory

/// The environment variables of the process, which `getenv` sees and child processes get.
///
/// The variables that a reset brings along are none of these: they are in the launch of the new generation only.
struct EnvironmentVariables {
  /// The bytes of a name or a value, without the zero at their end.
  private typealias Text = [UInt8]

  private let fingerprint: UInt64
  private let values: [Text: Text]

  static func now() -> EnvironmentVariables {
    var (sum, values): (UInt64, [Text: Text]) = (0, [:])
    forEach { entry in
      sum &+= hash(entry)
      guard let sign = entry.firstIndex(of: UInt8(ascii: "=")) else { return }
      let name = Text(entry[..<sign])
      if values[name] == nil { values[name] = Text(entry[(sign + 1)...]) }
    }
    return EnvironmentVariables(fingerprint: sum, values: values)
  }

  /// Puts the variables back, and returns those that were not as they are here.
  func putBack(except isExpected: (_ what: String) -> Bool) -> [ProcessDifference] {
    var sum: UInt64 = 0
    Self.forEach { sum &+= Self.hash($0) }
    guard sum != fingerprint else { return [] }
    let now = Self.now().values
    var differences: [(name: Text, difference: ProcessDifference)] = []
    for name in Set(values.keys).union(now.keys).sorted(by: { $0.lexicographicallyPrecedes($1) })
    where values[name] != now[name] {
      let difference = ProcessDifference(
        what: "environment variable \(String(decoding: name, as: UTF8.self))",
        before: Self.text(values[name]), after: Self.text(now[name]))
      if isExpected(difference.what) { continue }
      putBack(name)
      differences.append((name, difference))
    }
    let after = differences.isEmpty ? [:] : Self.now().values
    return differences.map { name, difference in
      var difference = difference
      difference.restored = after[name] == values[name]
      return difference
    }
  }

  private func putBack(_ name: Text) {
    if let value = values[name] {
      setenv(Self.terminated(name), Self.terminated(value), 1)
    } else {
      unsetenv(Self.terminated(name))
    }
    // The C library reads this one only when it is told to.
    if name == Array("TZ".utf8) {
      tzset()
      NSTimeZone.resetSystemTimeZone()
    }
  }

  private static func terminated(_ text: Text) -> [CChar] { text.map(CChar.init(bitPattern:)) + [0] }

  private static func text(_ value: Text?) -> String {
    value.map { "\"\(String(decoding: $0, as: UTF8.self))\"" } ?? ProcessDifference.notSet
  }

  /// FNV-1a of a variable. The sum of those of all is another one if any has changed, in whatever order they are.
  private static func hash(_ entry: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in entry { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    return hash
  }

  /// A thread that was left over may be changing the variables, for which the C library moves its list.
  private static func forEach(_ body: (ArraySlice<UInt8>) -> Void) {
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    var (place, entry) = (UInt(0), UInt(0))
    guard ObjectMemoryRead(list, &place, 8), place != 0 else { return }
    var text = Text(repeating: 0, count: 1_024)
    while ObjectMemoryRead(place, &entry, 8), entry != 0 {
      var count = ObjectMemoryText(entry, &text, text.count)
      while count == text.count {
        text += text
        count = ObjectMemoryText(entry, &text, text.count)
      }
      if count >= 0 { body(text[..<Int(count)]) }
      place += 8
    }
  }

  /// Where the C library has the list. There is none after `clearenv`, for which the imported variable has no value.
  private static let list = UInt(bitPattern: dlsym(nil, "environ"))
}
#endif
