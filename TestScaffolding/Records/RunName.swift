import Foundation

/// The name of a run of tests: when the process that started them began, and its number.
///
/// All that it starts come to the same name, and as long as it lives nobody else does.
package enum RunName {
  /// `2026-11-23T01.20.33-4711`.
  package static func ofRun(startedBy process: Int32) -> String {
    let start = startTime(of: process) ?? Date()
    let format = Date.ISO8601FormatStyle(dateTimeSeparator: .standard, timeZone: .gmt)
    return start.formatted(format).filter { $0 != "Z" }.replacing(":", with: ".") + "-\(process)"
  }

  private static func startTime(of process: Int32) -> Date? {
    // The name of a program may hold anything, so the fields count from its end.
    guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let fields = line.split(separator: ")").last?.split(separator: " "), fields.count > 19,
      let ticks = Double(fields[19]), let system = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
      let boot = system.firstMatch(of: /btime (\d+)/).flatMap({ Double($0.1) })
    else { return nil }
    return Date(timeIntervalSince1970: (boot + ticks / 100).rounded(.down))
  }
}
