import AppRuntime
import Foundation
import Testing

@Suite("The user's own form of a time")
struct TimeFormTests {
  private static let moment = Date(timeIntervalSince1970: 1_777_939_800)

  private func time(_ environment: [String: String]) -> String {
    let locale = Locale.ofTimes(posixEnvironment: environment)
    let style = Date.FormatStyle(locale: locale, calendar: locale.calendar, timeZone: .gmt)
    return Self.moment.formatted(style.hour().minute())
  }

  @Test(
    "is that of LC_TIME, and has 24 hours where nothing is said",
    arguments: [
      ([:], "00:10"), (["LANG": "C.UTF-8"], "00:10"), (["LC_ALL": "POSIX"], "00:10"),
      (["LANG": "en_US.UTF-8"], "12:10\u{202F}AM"), (["LANG": "de_DE.UTF-8"], "00:10"),
      (["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"], "00:10"),
      (["LANG": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8"], "12:10\u{202F}AM"),
      (["LC_ALL": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"], "12:10\u{202F}AM"),
    ] as [([String: String], String)])
  func times(environment: [String: String], text: String) {
    #expect(time(environment) == text)
  }
}
