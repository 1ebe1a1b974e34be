import Foundation

/// What a line of a log says of tests and launches, and on which device; empty if the log does not tell devices apart.
struct LogEntry: Equatable {
  var lane = ""
  var event: LogEvent
}

enum LogEvent: Equatable {
  case testStarted(String)
  /// A test ended; `seconds` is the duration that the log reports.
  case testEnded(String, seconds: Double?)
  case activity(LoggedActivity)
  /// The test process crashed during a test, which the log may name, and another process continues.
  case restarted(after: String?)
}

/// One step of a test.
struct LoggedActivity: Equatable {
  enum Kind: Equatable {
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

/// Text before an event, such as the time stamps of a build server, is ignored.
enum LineParser {
  /// Returns what the line says; nil if it says nothing about tests.
  static func parse(_ line: String) -> LogEntry? {
    if let rest = afterTimeMark(line[...]) { return activity(rest).map { LogEntry(event: .activity($0)) } }
    if let test = line.parts(around: "Test Case '") ?? line.parts(around: "Test case '") {
      return testCase(test.after)
    }
    guard let (_, rest) = line.parts(around: "Restarting after unexpected exit") else { return nil }
    let test = rest.parts(around: " in ")?.after.prefix { $0 != ";" } ?? ""
    return LogEntry(event: .restarted(after: test.isEmpty ? nil : printable(test)))
  }

  /// What stands behind the mark of `t =     0.04s`.
  private static func afterTimeMark(_ line: Substring) -> Substring? {
    var rest = line
    while let (before, after) = rest.parts(around: "t = ") {
      if before.last.map(isBlank) ?? true { return after.drop(while: isBlank) }
      rest = after
    }
    return nil
  }

  private static func activity(_ text: Substring) -> LoggedActivity? {
    guard let end = text.firstIndex(of: "s") else { return nil }
    let (time, step) = (text[..<end], text[end...].dropFirst())
    let what = step.drop(while: isBlank)
    let depth = step.count - what.count - 1
    guard time == "nan" || seconds(time) != nil, depth >= 0, !what.isEmpty else { return nil }
    return LoggedActivity(time: seconds(time), depth: depth, kind: kind(of: what))
  }

  private static func kind(of step: Substring) -> LoggedActivity.Kind {
    func starts(_ words: String...) -> Bool { words.contains(where: step.hasPrefix) }
    func app(after prefix: String, before suffix: String = "") -> String {
      printable(step.dropFirst(prefix.count).dropLast(suffix.count))
    }
    if starts("Open ") { return .open(app: app(after: "Open ")) }
    if starts("Launch ") { return .launch(app: app(after: "Launch ")) }
    if starts("Terminate ") { return .terminate(app: String(app(after: "Terminate ").prefix { $0 != ":" })) }
    if starts("Wait for accessibility to load", "Waiting for accessibility", "Setting up automation session")
    {
      return .preparation
    }
    if starts("Wait for "), step.hasSuffix(" to idle") {
      return .idle(app: app(after: "Wait for ", before: " to idle"))
    }
    if starts("Start Test") { return .startTest }
    let remarks = starts(
      "Interface orientation changed", "App animations complete", "App event loop idle", "Unable to monitor")
    return remarks ? .remark : .action
  }

  private static func testCase(_ text: Substring) -> LogEntry? {
    if let (name, rest) = text.parts(around: "' started") {
      return LogEntry(lane: device(rest), event: .testStarted(printable(name)))
    }
    let ends = ["' passed", "' failed", "' skipped"]
    guard let (name, rest) = ends.lazy.compactMap({ text.parts(around: $0) }).first else { return nil }
    let time = rest.parts(around: "(", last: true)?.after.prefix { $0 != " " }
    return LogEntry(
      lane: device(rest), event: .testEnded(printable(name), seconds: time.flatMap(seconds)))
  }

  /// The device in `on 'Clone 1 of a phone'`, as logs of parallel runs name it.
  private static func device(_ text: Substring) -> String {
    guard text.hasPrefix(" on '") else { return "" }
    return text.dropFirst(5).parts(around: "'", last: true).map { printable($0.before) } ?? ""
  }

  /// A number such as `14.20`, or `14,20` in other regions.
  private static func seconds(_ text: Substring) -> Double? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard 1...9 ~= digits.count, text.allSatisfy({ $0.isASCII && ($0.isNumber || ".,".contains($0)) }) else {
      return nil
    }
    return Double(text.replacing(",", with: "."))
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// Text of limited length, without control characters.
  private static func printable(_ text: Substring) -> String {
    String(
      String.UnicodeScalarView(
        text.prefix(400).unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
