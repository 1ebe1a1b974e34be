/// Makes an entry of a line, without a copy of lines that say nothing about tests.
package enum LineParser {
  /// Returns what the line says; nil where that has nothing to do with tests.
  package static func parse(_ line: UnsafeRawBufferPointer) -> LogEntry? {
    let text = ByteText(line)
    // What precedes, such as the time stamps of a build server, does not matter.
    if let start = timeStart(in: text) {
      return activity(in: text, from: start).map { LogEntry(lane: lane(of: text), event: .activity($0)) }
    }
    if let start = text.range(of: "Test Case '", pivot: 10) ?? text.range(of: "Test case '", pivot: 10) {
      return testCase(in: text, from: start + 11)
    }
    if let start = text.range(of: "Restarting after unexpected exit") {
      return LogEntry(lane: lane(of: text), event: .restarted(after: interruptedTest(in: text, from: start)))
    }
    return nil
  }

  /// Returns where the number begins in `t =     0.04s`.
  private static func timeStart(in text: ByteText) -> Int? {
    var from = 0
    while let found = text.range(of: "t = ", pivot: 2, from: from) {
      if found == 0 || text.isBlank(found - 1) { return text.skipBlanks(from: found + 4) }
      from = found + 4
    }
    return nil
  }

  private static func activity(in text: ByteText, from start: Int) -> LoggedActivity? {
    var position = start
    var time: Double?
    if text.hasPrefix("nans", at: start) {
      position = start + 3
    } else {
      guard let (seconds, end) = text.decimal(at: start) else { return nil }
      time = seconds
      position = end
    }
    guard text.hasPrefix("s", at: position) else { return nil }
    let what = text.skipBlanks(from: position + 1)
    guard what < text.count, what > position + 1 else { return nil }
    return LoggedActivity(time: time, depth: what - position - 2, kind: kind(of: text, at: what))
  }

  private static func kind(of text: ByteText, at start: Int) -> LoggedActivity.Kind {
    func has(_ prefix: StaticString) -> Bool { text.hasPrefix(prefix, at: start) }
    func app(after prefix: StaticString) -> String {
      text.string(start + prefix.utf8CodeUnitCount, text.count)
    }
    switch text[start] {
    case UInt8(ascii: "O") where has("Open "): return .open(app: app(after: "Open "))
    case UInt8(ascii: "L") where has("Launch "): return .launch(app: app(after: "Launch "))
    case UInt8(ascii: "T") where has("Terminate "):
      let name = app(after: "Terminate ")
      return .terminate(app: String(name.prefix { $0 != ":" }))
    case UInt8(ascii: "R") where has("Reset live "): return .liveReset(app: app(after: "Reset live "))
    case UInt8(ascii: "W") where has("Wait for ") && text.hasSuffix(" to idle"):
      return .idle(app: text.string(start + 9, text.count - 8))
    case UInt8(ascii: "W") where has("Wait for accessibility to load") || has("Waiting for accessibility"):
      return .preparation
    case UInt8(ascii: "S") where has("Setting up automation session"): return .preparation
    case UInt8(ascii: "S") where has("Start Test"): return .startTest
    case UInt8(ascii: "I") where has("Interface orientation changed"): return .remark
    case UInt8(ascii: "A") where has("App animations complete") || has("App event loop idle"): return .remark
    case UInt8(ascii: "U") where has("Unable to monitor"): return .remark
    default: return .action
    }
  }

  private static func testCase(in text: ByteText, from start: Int) -> LogEntry? {
    func entry(_ event: LogEvent, after position: Int) -> LogEntry {
      LogEntry(lane: device(in: text, from: position) ?? lane(of: text), event: event)
    }
    if let end = text.range(of: "' started", from: start) {
      return entry(.testStarted(text.string(start, end)), after: end + 9)
    }
    for word: StaticString in ["' passed", "' failed", "' skipped"] {
      guard let end = text.range(of: word, from: start) else { continue }
      let rest = end + word.utf8CodeUnitCount
      let seconds = text.lastRange(of: "(", from: rest).flatMap { text.decimal(at: $0 + 1)?.value }
      return entry(.testEnded(text.string(start, end), seconds: seconds), after: rest)
    }
    return nil
  }

  /// Returns the device of `on 'Clone 1 of a phone'`, as parallel runs name it.
  private static func device(in text: ByteText, from start: Int) -> String? {
    guard text.hasPrefix(" on '", at: start),
      let end = text.lastRange(of: "'", from: start + 5), end > start + 5
    else { return nil }
    return text.string(start + 5, end)
  }

  /// Returns the number in the brackets that a line of our own driver begins with: `[4711.2]`.
  private static func lane(of text: ByteText) -> String {
    guard text.hasPrefix("[", at: 0) else { return "" }
    var end = 1
    while end < text.count, text.isDigit(end) || text[end] == UInt8(ascii: ".") { end += 1 }
    guard end > 1, text.hasPrefix("] ", at: end) else { return "" }
    return text.string(1, end)
  }

  /// Returns `Suite.test()` of `... in Suite.test(); summary will ...`.
  private static func interruptedTest(in text: ByteText, from start: Int) -> String? {
    guard let name = text.range(of: " in ", from: start) else { return nil }
    let end = text.range(of: ";", from: name) ?? text.count
    return end > name + 4 ? text.string(name + 4, end) : nil
  }
}
