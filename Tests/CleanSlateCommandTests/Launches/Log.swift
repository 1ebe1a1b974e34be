@testable import CleanSlateCommand

/// Logs of XCUITest as texts.
enum Log {
  static func entry(_ line: String) -> LogEntry? {
    LineParser.parse(line)
  }

  static func report(_ text: String) -> LaunchReport {
    var recorder = TestRecorder()
    for line in text.split(separator: "\n") {
      if let entry = entry(String(line)) { recorder.add(entry) }
    }
    return recorder.finish()
  }

  /// A test as Xcode writes it: 2.5 s of launching in 4 s.
  static let onePassed = """
    Test Suite 'CartTests' started at 2026-02-03 09:00:00.000.
    Test Case '-[ShopUITests.CartTests testAdds]' started.
        t =     0.00s Start Test at 2026-02-03 09:00:00.010
        t =     0.10s Set Up
        t =     0.25s     Open net.example.Shop
        t =     0.26s         Launch net.example.Shop
        t =     0.27s             Terminate net.example.Shop:812
        t =     1.50s             Setting up automation session
        t =     2.00s             Wait for net.example.Shop to idle
        t =     2.75s Tap "add" Button
        t =     2.75s     Wait for net.example.Shop to idle
        t =     2.80s     Find the "add" Button
        t =     3.90s Tear Down
    Test Case '-[ShopUITests.CartTests testAdds]' passed (4.000 seconds).

    """
}
