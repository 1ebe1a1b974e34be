import Foundation
import Testing

@testable import AppRuntime

@Suite("The time zone of an environment")
struct TimeZoneTests {
  @Test(
    "is the one that TZ names, also by the path of its file",
    arguments: [
      "Asia/Tokyo", ":Asia/Tokyo", "/usr/share/zoneinfo/Asia/Tokyo", ":/usr/share/zoneinfo/Asia/Tokyo",
    ])
  func named(text: String) {
    #expect(TimeZone(posixEnvironment: ["TZ": text], at: .now).identifier == "Asia/Tokyo")
  }

  @Test("has the offset of the system where TZ is a rule, and is the system's own without TZ")
  func unnamed() {
    #expect(TimeZone(posix: "JST-9") { 9 * 3600 }.secondsFromGMT() == 9 * 3600)
    #expect(TimeZone(posix: "<+0545>-5:45") { 20_700 }.secondsFromGMT() == 20_700)
    // As names, these are as far on the other side of Greenwich.
    for rule in ["GMT+3", "UTC+3", ":UTC+3:00"] {
      #expect(TimeZone(posix: rule) { -3 * 3600 }.secondsFromGMT() == -3 * 3600, "\(rule)")
    }
    #expect(TimeZone(posix: "Etc/GMT+3") { 0 }.secondsFromGMT() == -3 * 3600)
    #expect(TimeZone(posix: nil) { 20_700 } == .current)
    #expect(TimeZone(posix: ":/etc/localtime") { 20_700 } == .current)
    #expect(TimeZone(posix: "/etc/localtime") { 20_700 } == .current)
  }
}
