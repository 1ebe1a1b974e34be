import ControlProtocol
import Foundation
import Testing

@Suite("A time as it is written")
struct ClockTimeTests {
  @Test(
    "has a whole date, a whole time and a zone",
    arguments: [
      ("2026-12-31T23:59:00Z", 1_798_761_540), ("2026-12-31T23:59:00.500Z", 1_798_761_540.5),
      ("2027-01-01T00:59:00+01:00", 1_798_761_540), ("2026-12-31T18:59:00-0500", 1_798_761_540),
      ("2028-02-29T00:00:00Z", 1_835_395_200),
    ])
  func reads(text: String, seconds: Double) {
    #expect(ClockTime.date(text) == Date(timeIntervalSince1970: seconds))
    #expect(ClockTime.date(text).map(ClockTime.text).flatMap(ClockTime.date) == ClockTime.date(text))
  }

  @Test(
    "is read as it was, with more digits if need be", arguments: [0, 0.5, 0.25, 0.123_6, 0.999_999_9, 0.001])
  func exact(fraction: Double) {
    for seconds in [1_798_761_540, -0.5, -62_135_596_800] {
      let date = Date(timeIntervalSince1970: seconds + fraction)
      #expect(ClockTime.date(ClockTime.exactText(date)) == date, "\(ClockTime.exactText(date))")
    }
    #expect(ClockTime.exactText(Date(timeIntervalSince1970: 1_798_761_540.5)) == "2026-12-31T23:59:00.500Z")
  }

  @Test(
    "is none that there is not, or that has more or less than that",
    arguments: [
      "2026-02-30T00:00:00Z", "2027-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-12-31T25:59:00Z", "2026-12-31T24:00:00Z", "2026-12-31T99:99:99Z", "2026-12-31T23:60:00Z",
      "2026-12-31T23:59:00Zrubbish", "2026-12-31T23:59:00Z ", " 2026-12-31T23:59:00Z", "26-12-31T23:59:00Z",
      "99999-12-31T23:59:00Z", "2026-1-1T0:0:0Z", "0000-01-01T00:00:00Z", "2026-12-31T23:59:00",
      "2026-12-31 23:59:00Z", "2026-12-31T23:59:00.Z", "2026-12-31T23:59:00+1:00",
      "2026-12-31T23:59:00+25:00",
      "2026-12-31", "noon", "",
    ])
  func refuses(text: String) {
    #expect(ClockTime.date(text) == nil)
  }
}
