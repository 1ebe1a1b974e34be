#if DEBUG
import Glibc
import ControlProtocol

/// A leak that a test expects, and why.
struct KnownLeak: Sendable, Equatable {
  var reason: String
  /// The last day on which it is accepted, as `2027-03-31`.
  var until: String?
  var hasLeaked = false

  /// What is wrong with the expectation itself, on a day.
  func complaint(about what: String, on today: String) -> String? {
    if let until, !Self.isDay(until) {
      return "knownLeak(\"\(what)\"): \"\(until)\" is no day; a good one looks like \"2027-03-31\""
    }
    if !hasLeaked {
      return "knownLeak(\"\(what)\"): it does not leak any more. Take the line out (it said: \(reason))"
    }
    if let until, today > until {
      return "knownLeak(\"\(what)\"): it was accepted until \(until) (\(reason)), and leaks still"
    }
    return nil
  }

  /// The day it is, everywhere the same.
  static func today() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func padded(_ number: Int32, _ digits: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
  }

  private static func isDay(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/) != nil
  }
}

extension LeakRecord {
  /// Whether somebody who writes this means the leak: its type, or its type and name.
  func isMeant(by text: String) -> Bool { text == type || text == "\(type) \(name)" }
}
#endif
