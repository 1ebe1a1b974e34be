import OperatingSystem

/// What a line of a log says about tests and launches.
enum LogEvent: Equatable, Sendable {
  case testStarted(String)
  /// A test ended; `seconds` is the duration that the log reports.
  case testEnded(String, seconds: Double?)
  case activity(LoggedActivity)
  /// The test process crashed during a test, which the log may name, and another process continues.
  case restarted(after: String?)
}

/// One step of a test.
struct LoggedActivity: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case startTest
    case open(app: String)
    case launch(app: String)
    case terminate(app: String)
    /// The app is running and idle.
    case idle(app: String)
    /// Another part of a launch.
    case preparation
    /// A remark, which can appear anywhere.
    case remark
    /// The actual steps of a test: taps, queries and everything else.
    case action
  }

  /// Seconds since the test began; nil if the log does not say.
  var time: Double?
  /// The indentation of the step. Steps that are indented further are parts of it.
  var depth: Int
  var kind: Kind
}

/// An event, and which stream of lines it belongs to.
struct LogEntry: Equatable, Sendable {
  /// The device; empty if the log does not tell streams apart.
  var lane = ""
  var event: LogEvent
}

/// Parses one line, without copying lines that say nothing about tests.
enum LineParser {
  /// Returns what the line says; nil if it says nothing about tests.
  static func parse(_ text: UnsafeRawBufferPointer) -> LogEntry? {
    // Text before the event, such as the time stamps of a build server, is ignored.
    if let start = timeStart(in: text) {
      return activity(in: text, from: start).map { LogEntry(event: .activity($0)) }
    }
    if let start = text.range(of: "Test Case '", pivot: 10) ?? text.range(of: "Test case '", pivot: 10) {
      return testCase(in: text, from: start + 11)
    }
    if let start = text.range(of: "Restarting after unexpected exit") {
      return LogEntry(event: .restarted(after: interruptedTest(in: text, from: start)))
    }
    return nil
  }

  /// Returns the position of the number in `t =     0.04s`.
  private static func timeStart(in text: UnsafeRawBufferPointer) -> Int? {
    var from = 0
    while let found = text.range(of: "t = ", pivot: 2, from: from) {
      if found == 0 || text.isBlank(found - 1) { return text.skipBlanks(from: found + 4) }
      from = found + 4
    }
    return nil
  }

  private static func activity(in text: UnsafeRawBufferPointer, from start: Int) -> LoggedActivity? {
    var position = start
    var time: Double?
    if text.has("nans", at: start) {
      position = start + 3
    } else {
      guard let (seconds, end) = text.decimal(at: start) else { return nil }
      time = seconds
      position = end
    }
    guard text.has("s", at: position) else { return nil }
    let what = text.skipBlanks(from: position + 1)
    guard what < text.count, what > position + 1 else { return nil }
    return LoggedActivity(time: time, depth: what - position - 2, kind: kind(of: text, at: what))
  }

  private static func kind(of text: UnsafeRawBufferPointer, at start: Int) -> LoggedActivity.Kind {
    func has(_ prefix: StaticString) -> Bool { text.has(prefix, at: start) }
    func app(after prefix: StaticString) -> String {
      text.string(start + prefix.utf8CodeUnitCount, text.count)
    }
    switch text[start] {
    case UInt8(ascii: "O") where has("Open "): return .open(app: app(after: "Open "))
    case UInt8(ascii: "L") where has("Launch "): return .launch(app: app(after: "Launch "))
    case UInt8(ascii: "T") where has("Terminate "):
      let name = app(after: "Terminate ")
      return .terminate(app: String(name.prefix { $0 != ":" }))
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

  private static func testCase(in text: UnsafeRawBufferPointer, from start: Int) -> LogEntry? {
    func entry(_ event: LogEvent, after position: Int) -> LogEntry {
      LogEntry(lane: device(in: text, from: position) ?? "", event: event)
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

  /// Returns the device in `on 'Clone 1 of a phone'`, as logs of parallel runs name it.
  private static func device(in text: UnsafeRawBufferPointer, from start: Int) -> String? {
    guard text.has(" on '", at: start),
      let end = text.lastRange(of: "'", from: start + 5), end > start + 5
    else { return nil }
    return text.string(start + 5, end)
  }

  /// Returns `Suite.test()` from `... in Suite.test(); summary will ...`.
  private static func interruptedTest(in text: UnsafeRawBufferPointer, from start: Int) -> String? {
    guard let name = text.range(of: " in ", from: start) else { return nil }
    let end = text.range(of: ";", from: name) ?? text.count
    return end > name + 4 ? text.string(name + 4, end) : nil
  }
}

/// Searches in bytes that may not be valid text, as fast as the C library even in debug builds.
extension UnsafeRawBufferPointer {
  fileprivate func isBlank(_ index: Int) -> Bool { self[index] == 32 || self[index] == 9 }
  fileprivate func isDigit(_ index: Int) -> Bool { self[index] &- 48 < 10 }

  fileprivate func skipBlanks(from start: Int) -> Int {
    var index = start
    while index < count, isBlank(index) { index += 1 }
    return index
  }

  fileprivate func hasSuffix(_ text: StaticString) -> Bool { has(text, at: count - text.utf8CodeUnitCount) }

  /// Returns the first position of the text.
  ///
  /// - Parameter pivot: The index of the rarest character in the text; the search looks for this one.
  fileprivate func range(of text: StaticString, pivot: Int = 0, from start: Int = 0) -> Int? {
    var from = start + pivot
    while from < count {
      guard let position = firstPlace(of: text.utf8Start[pivot], from: from) else { return nil }
      if has(text, at: position - pivot) { return position - pivot }
      from = position + 1
    }
    return nil
  }

  /// Returns the last position of the text.
  fileprivate func lastRange(of text: StaticString, from start: Int) -> Int? {
    var last: Int?
    var from = start
    while let found = range(of: text, from: from) {
      last = found
      from = found + 1
    }
    return last
  }

  /// Parses a number such as `14.20`, or `14,20` in other regions, and returns where it ends.
  fileprivate func decimal(at start: Int) -> (value: Double, end: Int)? {
    var index = start
    var whole = 0.0
    while index < count, isDigit(index) {
      whole = whole * 10 + Double(self[index] &- 48)
      index += 1
    }
    guard index > start, index - start <= 9 else { return nil }
    guard index < count, self[index] == 46 || self[index] == 44 else { return (whole, index) }
    index += 1
    var fraction = 0.0
    var scale = 1.0
    while index < count, isDigit(index) {
      if scale < 1e9 {
        fraction = fraction * 10 + Double(self[index] &- 48)
        scale *= 10
      }
      index += 1
    }
    return (whole + fraction / scale, index)
  }

  /// Returns the bytes as text that is safe to print: valid, of limited length, without control characters.
  fileprivate func string(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    let slice = self[start..<Swift.min(end, start + 400)]
    let isPlain = slice.allSatisfy { $0 >= 32 && $0 < 127 }
    let text = String(decoding: slice, as: UTF8.self)
    if isPlain { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
