/// Numbers as people read them, the same in every language setting.
enum Amount {
  /// Returns `1 h 02 min 03 s`, `2 min 05.3 s`, `14.20 s` or `0.53 ms`.
  static func time(_ seconds: Double) -> String {
    switch seconds {
    case 3599.95...:
      let whole = Int(seconds.rounded())
      return "\(whole / 3600) h \(padded(whole / 60 % 60)) min \(padded(whole % 60)) s"
    case 59.995...:
      let tenths = Int((seconds * 10).rounded())
      return "\(tenths / 600) min \(padded(tenths / 10 % 60)).\(tenths % 10) s"
    case 0.1...: return "\(decimal(seconds, places: 2)) s"
    case 0: return "0 s"
    default: return "\(decimal(seconds * 1000, places: 2)) ms"
    }
  }

  static func percent(_ share: Double) -> String { "\(decimal(share * 100, places: 1))%" }

  /// Returns `3 launches` or `1 launch`.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
  }

  /// Returns the number with so many digits behind the point.
  static func decimal(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { product, _ in product * 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let digits = String(abs(scaled) % scale)
    let zeros = String(repeating: "0", count: max(0, places - digits.count))
    return "\(scaled < 0 ? "-" : "")\(grouped(abs(scaled) / scale))\(places == 0 ? "" : ".\(zeros)\(digits)")"
  }

  private static func grouped(_ number: Int) -> String {
    var rest = Array(String(number))
    var groups: [String] = []
    while rest.count > 3 {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest.removeLast(3)
    }
    return ([String(rest)] + groups).joined(separator: ",")
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
