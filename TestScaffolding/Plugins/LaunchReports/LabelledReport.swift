import Foundation

/// A report, with the label of its log.
struct LabelledReport: Equatable, Sendable {
  var label: String
  var report: LaunchReport

  /// The main result in one line.
  var headline: String {
    if report.launches == 0 {
      return report.liveResets == 0
        ? "\(label) launches no app."
        : "\(label) launches no app; \(resets) took \(Amount.time(report.resetting))."
    }
    let share = Amount.percent(report.launchShare)
    return
      "\(Amount.time(report.launching)) of \(Amount.time(report.seconds)) went into launching (\(share))."
  }

  /// What the log contains, in one line.
  var contents: String {
    var parts = [
      Amount.count(report.tests.count, "test", "tests"), Amount.count(report.runs, "run", "runs"),
      Amount.count(report.launches, "launch", "launches")
        + " of \(Amount.count(report.apps.count, "app", "apps"))",
    ]
    if report.liveResets > 0 { parts.append(resets) }
    return parts.joined(separator: ", ")
  }

  /// Remarks about the accuracy of the figures.
  var remarks: [String] {
    var remarks: [String] = []
    func add(_ number: Int, _ one: String, _ many: String) {
      if number > 0 { remarks.append(Amount.count(number, one, many)) }
    }
    add(
      report.unfinishedRuns,
      "run has no end (a crash, or the end of the log): its time is what the log shows.",
      "runs have no end (crashes, or the end of the log): their time is what the log shows.")
    add(
      report.launchesCutShort, "launch never came to rest: it counts as long as the test goes on.",
      "launches never came to rest: they count as long as their tests go on.")
    add(
      report.launchesOutsideTests, "launch is outside of any test, where the log has no time: not counted.",
      "launches are outside of any test, where the log has no time: not counted.")
    add(
      report.guessedSteps,
      "step could be of several tests that ran at once; it went to the likeliest.",
      "steps could be of several tests that ran at once; each went to the likeliest.")
    return remarks
  }

  private var resets: String { Amount.count(report.liveResets, "live reset", "live resets") }
}

/// The reports to show together, and the conclusions.
struct Findings: Equatable, Sendable {
  var main: LabelledReport
  /// The report on the same tests, run in another way.
  var other: LabelledReport?
  /// How long a live reset takes, if known.
  var resetTime: Double?

  var all: [LabelledReport] { [main] + [other].compactMap(\.self) }

  /// What live resets would save or have saved, in sentences.
  var conclusions: [String] {
    var lines: [String] = []
    if let other {
      let difference = main.report.preparing - other.report.preparing
      let more = difference < 0 ? "more" : "less"
      lines.append(
        "To get the apps ready took \(Amount.time(main.report.preparing)) in \(main.label) and "
          + "\(Amount.time(other.report.preparing)) in \(other.label): \(Amount.time(abs(difference))) \(more)."
      )
    }
    if let resetTime, main.report.launches > 0 {
      let saving = main.report.saving(resetTime: resetTime)
      let share = main.report.seconds > 0 ? saving.seconds / main.report.seconds : 0
      lines.append(
        "Live resets of \(Amount.time(resetTime)) in place of "
          + "\(Amount.count(saving.replacedLaunches, "launch", "launches")) would have saved "
          + "\(Amount.time(saving.seconds)) (\(Amount.percent(share))); each app is still launched once.")
    }
    return lines
  }

  /// Suggests how to get a more useful report.
  var hint: String? {
    guard other == nil, resetTime == nil, main.report.launches > 0 else { return nil }
    return
      "To see what live resets would have saved, say how long one takes, as 'swift run ResetBenchmark' measures "
      + "it: '--reset-time 0.5ms'."
  }
}

/// Formats numbers for people, independently of the locale.
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
    "\(decimal(Double(number), places: 0)) \(number == 1 ? one : many)"
  }

  /// Returns the number with this many decimal places.
  static func decimal(_ value: Double, places: Int) -> String {
    value.formatted(
      .number.precision(.fractionLength(places)).rounded(rule: .toNearestOrAwayFromZero).locale(english))
  }

  private static let english = Locale(identifier: "en_US")

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
