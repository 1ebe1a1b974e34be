import Testing

@testable import CleanSlateCommand

@Suite("The accounts of a log of XCUITest")
struct TestRecorderTests {
  /// Compares times to the microsecond.
  private func near(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-6 } ?? false
  }

  @Test("count a launch from its first line to the first action after the app came to rest")
  func oneLaunch() throws {
    let report = Log.report(Log.onePassed)
    let test = try #require(report.tests.first)
    #expect(report.tests.count == 1)
    #expect(test.title == "CartTests.testAdds")
    #expect(test.launches == 1 && test.runs == 1 && test.unfinishedRuns == 0)
    #expect(near(test.launching, 2.5))
    #expect(near(test.seconds, 4))
    #expect(report.apps.map(\.name) == ["net.example.Shop"])
  }

  @Test("are the same with lines in the flat form of old versions")
  func flat() {
    let report = Log.report(
      """
      Test Case '-[S t]' started.
          t =     0.00s Start Test
          t =     1.00s Launch a.b
          t =     2.00s Setting up automation session
          t =     2.50s Wait for a.b to idle
          t =     3.00s Tap "x" Button
          t =     3.10s Wait for a.b to idle
      Test Case '-[S t]' passed (5.0 seconds).
      """)
    #expect(report.launches == 1)
    #expect(near(report.launching, 2))
  }

  @Test("keep several apps of one test apart")
  func twoApps() {
    let report = Log.report(
      """
      Test Case '-[S t]' started.
          t =     0.00s Open a.one
          t =     0.10s     Launch a.one
          t =     1.00s     Wait for a.one to idle
          t =     2.00s Open a.two
          t =     2.10s     Launch a.two
          t =     4.00s     Wait for a.two to idle
          t =     5.00s Tap "x" Button
          t =     6.00s Open a.one
          t =     6.10s     Launch a.one
          t =     6.20s         Terminate a.one:7
          t =     7.00s     Wait for a.one to idle
          t =     7.50s Terminate a.one:8
      Test Case '-[S t]' passed (9.0 seconds).
      """)
    #expect(report.apps.map(\.name) == ["a.one", "a.two"])
    #expect(report.apps.map(\.launches) == [2, 1])
    #expect(near(report.apps[0].launching, 3.5))
    #expect(near(report.apps[1].launching, 3))
    #expect(near(report.launching, 6.5))
  }

  @Test("do not take an opened link for a launch")
  func link() {
    let report = Log.report(
      """
      Test Case '-[S t]' started.
          t =     1.00s Open https://example.net
          t =     2.00s Tap "x" Button
          t =     3.00s Open https://example.org
      Test Case '-[S t]' passed (9.0 seconds).
      """)
    #expect(report.launches == 0)
  }

  @Test("let a launch that is the last of a test go on to its end")
  func lastThing() {
    let report = Log.report(
      """
      Test Case '-[S t]' started.
          t =     1.00s Launch a.b
          t =     2.00s Wait for a.b to idle
      Test Case '-[S t]' passed (4.5 seconds).
      """)
    #expect(near(report.launching, 3.5))
    #expect(report.launchesCutShort == 0)
  }

  @Test("add up retries of a test, and what a crash left")
  func crash() throws {
    let report = Log.report(
      """
      Test Case '-[M.S testA]' started.
          t =     1.00s Open a.b
          t =     1.10s     Launch a.b
          t =     3.00s         Setting up automation session
      Restarting after unexpected exit, crash, or test timeout in S.testA(); summary will include totals.
      Test Case '-[M.S testA]' started.
          t =     0.50s Open a.b
          t =     0.60s     Launch a.b
          t =     1.00s         Wait for a.b to idle
          t =     1.50s Tap "x" Button
      Test Case '-[M.S testA]' passed (2.0 seconds).
      """)
    let test = try #require(report.tests.first)
    #expect(report.tests.count == 1)
    #expect(test.runs == 2 && test.unfinishedRuns == 1)
    #expect(test.launches == 2 && test.launchesCutShort == 1)
    #expect(near(test.launching, 3))
    #expect(near(test.seconds, 5))
    #expect(report.sharedSteps == 0)
  }

  @Test("count what a log shows when it ends in the middle of a launch")
  func truncated() {
    let report = Log.report(
      """
      Test Case '-[S t]' started.
          t =     1.00s Open a.b
          t =     1.10s     Launch a.b
          t =     3.00s         Setting up automa
      """)
    #expect(report.launches == 1 && report.launchesCutShort == 1 && report.unfinishedRuns == 1)
    #expect(near(report.launching, 2))
  }

  @Test("leave out steps of which nobody can tell whose they are, and count them")
  func interleaved() {
    let report = Log.report(
      """
      Test case 'S.one()' started on 'Phone'
          t =    10.10s     Launch a.one
      Test case 'S.two()' started on 'Tablet'
          t =     0.00s Start Test at 2026-02-03 09:00:10
          t =    12.00s Tap "x" Button
      Test case 'S.one()' passed on 'Phone' (13.1 seconds).
          t =     1.00s Launch a.two
          t =     4.00s Tap "y" Button
      Test case 'S.two()' passed on 'Tablet' (5.0 seconds).
      """)
    #expect(report.tests.map(\.title) == ["S.one()", "S.two()"])
    #expect(near(report.tests[0].launching, 3) && near(report.tests[1].launching, 3))
    #expect(report.sharedSteps == 2 && report.unfinishedRuns == 0)
  }

  @Test("take a test for ended when the next one begins")
  func noEnd() {
    let report = Log.report(
      """
      Test Case '-[S one]' started.
          t =     1.00s Launch a.one
      Test Case '-[S two]' started.
          t =     1.00s Launch a.one
          t =     3.00s Tap "x" Button
      Test Case '-[S two]' passed (5.0 seconds).
      """)
    #expect(report.unfinishedRuns == 1 && report.sharedSteps == 0 && report.launches == 2)
    #expect(near(report.tests[1].launching, 2))
  }

  @Test("know which test ends where the lines name its device")
  func lanes() {
    let report = Log.report(
      """
      Test case 'S.one()' started on 'Phone'
      Test case 'S.two()' started on 'Tablet'
      Test case 'S.two()' passed on 'Tablet' (1 seconds)
          t =     0.10s Launch a.b
          t =     0.20s Wait for a.b to idle
          t =     0.60s Tap "x" Button
      Test case 'S.two()' started on 'Tablet'
      Test case 'S.one()' passed on 'Phone' (2 seconds)
      Test case 'S.two()' failed on 'Tablet' (0.25 seconds)
      """)
    #expect(report.sharedSteps == 0)
    #expect(near(report.tests[0].launching, 0.5))
    #expect(report.tests[1].runs == 2 && report.tests[1].launches == 0)
  }

  @Test("know tests of which only the end is told, and launches outside of tests")
  func endOnly() {
    let report = Log.report(
      """
          t =      nans Launch a.b
      Test case 'S.one()' passed on 'Phone' (2.5 seconds)
      Test case 'S.one()' failed on 'Tablet' (1.5 seconds)
      """)
    #expect(report.launchesOutsideTests == 1)
    #expect(report.tests.map(\.name) == ["S.one()"])
    #expect(report.tests[0].runs == 2)
    #expect(near(report.seconds, 4))
  }

  @Test("ignore remarks, steps without time and a clock that goes back")
  func oddTimes() {
    let report = Log.report(
      """
      Test Case '-[S t]' started.
          t =     1.00s Launch a.b
          t =      nans Interface orientation changed to Portrait
          t =     2.00s Wait for a.b to idle
          t =     2.50s App animations complete notification not received, will attempt to continue.
          t =     0.50s Wait for a.b to idle
          t =     4.00s Tap "x" Button
      Test Case '-[S t]' passed (3.0 seconds).
      """)
    #expect(report.launches == 1)
    #expect(near(report.launching, 3))
    #expect(near(report.seconds, 4))
  }

  @Test("forget tests that never end when there are too many at once")
  func manyOpen() {
    let log = (0..<1000).map { "Test Case 'S.t\($0 % 10)' started.\n    t =     1.00s Launch a.b\n" }.joined()
    let report = Log.report(log)
    #expect(report.tests.count == 10)
    #expect(report.runs == 1000 && report.unfinishedRuns == 1000)
  }
}
