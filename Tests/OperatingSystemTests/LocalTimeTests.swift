import Foundation
import Glibc
import OperatingSystem
import TestSupport
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

  @Test("follows a rule that has no name, in summer and in winter")
  func rule() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
        tzset()
        #expect(LocalTime.offset(at: 1_767_225_600) == 3_600)
        #expect(LocalTime.offset(at: 1_782_864_000) == 7_200)
      }
    }
  }
}
