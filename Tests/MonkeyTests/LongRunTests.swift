import AppDriver
import ControlProtocol
import ElementTree
import Foundation
import TestSupport
import Testing

@Suite("Long runs")
struct LongRunTests {
  /// What an app holds now and then on its way.
  private struct Course {
    var footprints: [Footprint] = []
    /// What was open at each of these, but for what is opened on first use and kept: timers, and the folders of containers with
    /// their markers.
    var open: [[String]] = []
    var microseconds: [Double] = []

    /// The smallest number at the end less the largest in the first half, which making things on first use belongs to.
    func growth(of number: (Footprint) -> Int) -> Int { Self.growth(of: footprints.map(number)) }

    static func growth(of numbers: [Int]) -> Int {
      let half = numbers.count / 2
      return (numbers[(half + half / 2)...].min() ?? 0) - (numbers[..<half].max() ?? 0)
    }

    /// More threads than this at one time mean that something starts them faster than they end.
    static let mostThreads = 40
    /// One for each of the system's clocks, whenever somebody first waits with it: on a busy machine that may be late.
    static let mostTimers = 3
    var timersAtMost: Int { footprints.map(\.timers).max() ?? 0 }
    var threadsAtMost: Int { footprints.map(\.threads).max() ?? 0 }

    /// How long the last tenth of the resets took against the second. Of each the quickest count, which had the processor to
    /// themselves; the others say what else the machine was doing.
    var slowdown: Double {
      let tenth = microseconds.count / 10
      return quick(microseconds.suffix(tenth)) / quick(microseconds[tenth..<(2 * tenth)])
    }

    /// The time that one in ten keeps to.
    private func quick(_ numbers: ArraySlice<Double>) -> Double { numbers.sorted()[numbers.count / 10] }
  }

  @Test(
    "of live resets, with steps in between, add up to nothing",
    arguments: [Subject.onboarding, .account, .shop, .orders, .storefront])
  func resets(_ subject: Subject) throws {
    let effort = try Effort()
    let count = effort.rounds(100)
    let app = App(subject.name)
    Self.start(subject).apply(to: app)
    try app.launch()
    let process = try #require(app.processIdentifier)
    let course = try run(count, of: app, subject, effort)
    #expect(app.processIdentifier == process, "it was one process all the time")
    // Over few resets the pages of the allocator are still being filled, the system's pool of threads takes in one more
    // or lets one go, and a ratio of times means nothing. A thread that each reset leaves would be more than twenty.
    let isLong = count >= 10_000
    #expect(Course.growth(of: course.open.map(\.count)) <= 0, "\(course.open.last ?? [])")
    #expect(course.timersAtMost <= Course.mostTimers)
    #expect(course.threadsAtMost <= Course.mostThreads)
    #expect(course.growth(of: \.threads) <= (isLong ? 0 : 10))
    #expect(course.growth(of: \.residentKiB) <= (isLong ? 1_024 : 16_384) * Sanitizer.memoryFactor)
    if isLong { #expect(course.slowdown < 1.5) }
    effort.report(
      """
      \(count) resets of \(subject.name): KiB \(course.growth(of: \.residentKiB)), \
      descriptors \(course.growth(of: \.descriptors)), threads \(course.growth(of: \.threads)) more in the last \
      quarter than in the first half, \(course.threadsAtMost) threads at most, reset time x \(String(format: "%.2f", course.slowdown))
      """)
  }

  /// On the app's first own screen: some situations on a start page take seconds each.
  private static func start(_ subject: Subject) -> Start {
    Start(
      arguments: subject.name == "SampleOnboarding" ? [] : ["--from", "here"], variables: subject.variables)
  }

  private func run(_ count: Int, of app: App, _ subject: Subject, _ effort: Effort) throws -> Course {
    var course = Course()
    var monkey = Monkey(
      subject, situations: [], generator: effort.generator("long run of \(subject.name)"))
    let rider = Rider(app)
    // Who first waits with a time limit opens a descriptor, by which the system hears of timers, for good.
    try #require(!app.buttons["nowhere"].waitForExistence(timeout: 0.5))
    for round in 0..<count {
      for _ in 0..<3 {
        _ = try rider.perform(monkey.next(on: try app.tree(), isBusy: false))
      }
      let start = ContinuousClock.now
      try rider.reset(to: Self.start(subject))
      course.microseconds.append((ContinuousClock.now - start) / .microseconds(1))
      if round % max(1, count / 40) == 0, let process = app.processIdentifier {
        course.footprints.append(try Footprint(of: process))
        course.open.append(try Self.lasting(in: process))
      }
    }
    return course
  }

  private static func lasting(in process: Int32) throws -> [String] {
    let (all, marker) = (try Footprint.openFiles(of: process), "/.cleanslate-container")
    return all.filter { $0 != Footprint.timer && !$0.hasSuffix(marker) && !all.contains($0 + marker) }
  }
}
