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

  /// The sum of a hash of each variable: another one if any has changed, in whatever order they are.
  private let fingerprint: UInt64
  private let values: [Text: Text]

  static func now() -> EnvironmentVariables {
    var (sum, values): (UInt64, [Text: Text]) = (0, [:])
    forEach { entry in
      sum &+= ObjectMemoryTextHash(entry)
      let text = text(at: entry)
      guard let sign = text.firstIndex(of: UInt8(ascii: "=")) else { return }
      let name = Text(text[..<sign])
      if values[name] == nil { values[name] = Text(text[(sign + 1)...]) }
    }
    return EnvironmentVariables(fingerprint: sum, values: values)
  }

  /// Puts the variables back, and returns those that were not as they are here.
  func putBack(except isExpected: (_ what: String) -> Bool) -> [ProcessDifference] {
    var sum: UInt64 = 0
    Self.forEach { sum &+= ObjectMemoryTextHash($0) }
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

  /// Calls the body with the address of each variable. A thread that was left over may be changing them, for which the C library
  /// moves its list.
  private static func forEach(_ body: (UInt) -> Void) {
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    var (place, entry) = (UInt(0), UInt(0))
    guard ObjectMemoryRead(list, &place, 8), place != 0 else { return }
    while ObjectMemoryRead(place, &entry, 8), entry != 0 {
      body(entry)
      place += 8
    }
  }

  private static func text(at entry: UInt) -> ArraySlice<UInt8> {
    var text = Text(repeating: 0, count: 1_024)
    while true {
      let count = ObjectMemoryText(entry, &text, text.count)
      guard count == text.count else { return text.prefix(max(0, Int(count))) }
      text += text
    }
  }

  /// Where the C library has the list. There is none after `clearenv`, for which the imported variable has no value.
  private static let list = UInt(bitPattern: dlsym(nil, "environ"))
}
#endif
