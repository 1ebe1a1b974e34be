import Foundation

/// Numbers for people, in the same form everywhere.
enum Amount {
  /// Returns `62 min 3 s`, `14.20 s` or `0.53 ms`.
  static func time(_ seconds: Double) -> String {
    switch seconds {
    case 59.995...: return duration(seconds.rounded())
    case 0.1...: return decimal(seconds, 2) + " s"
    case 0: return "0 s"
    default: return decimal(seconds * 1000, 2) + " ms"
    }
  }

  /// Returns `62 min 3 s` or `15 s`: whole seconds, of which the last has begun.
  static func duration(_ seconds: Double) -> String {
    let (whole, minutes) = (seconds.rounded(.up), (seconds.rounded(.up) / 60).rounded(.down))
    return (minutes > 0 ? "\(decimal(minutes, 0)) min " : "") + "\(decimal(whole - minutes * 60, 0)) s"
  }

  static func percent(_ share: Double) -> String { decimal(share * 100, 1) + "%" }

  /// Returns `3 launches` or `1 launch`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  static func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
