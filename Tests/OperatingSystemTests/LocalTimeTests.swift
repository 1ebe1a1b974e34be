import Foundation
import OperatingSystem
import Testing

@Suite("The local time")
struct LocalTimeTests {
  @Test("is as far ahead of Greenwich as that of the system's zone")
  func offset() {
    for seconds in [0.0, 1_777_896_000, 1_767_225_600] {
      let expected = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
      #expect(LocalTime.offset(at: seconds) == expected)
    }
  }
}
