import AppDriver
import Synchronization

/// How an app is after a fresh launch, and what it does then.
struct Reference: Sendable, Equatable {
  let beginning: Glimpse
  /// What is seen after each step of the journey.
  let screens: [Glimpse]
  let end: Glimpse

  /// Looks at the app as it is now, and takes it through the journey.
  init(of rider: Rider, through journey: [Step]) throws {
    beginning = try .everything(of: rider.app)
    var screens: [Glimpse] = []
    for step in journey {
      let isTaken = try rider.perform(step)
      var screen = try Glimpse.screen(of: rider.app, ignoring: Exclusion.clock)
      if !isTaken { screen.lines.insert("(the app did not take the step)", at: 0) }
      screens.append(screen)
    }
    self.screens = screens
    end = try .everything(of: rider.app, ignoring: Exclusion.clock)
  }

  /// Returns the first thing that is not as in this fresh launch.
  func difference(to live: Reference, journey: [Step]) -> Difference? {
    if let found = Difference(at: "right after the reset", fresh: beginning, live: live.beginning) {
      return found
    }
    for index in journey.indices {
      let found = Difference(
        at: "on the journey after the reset", fresh: screens[index], live: live.screens[index],
        after: Array(journey[...index]))
      if let found { return found }
    }
    return Difference(at: "at the end of the journey", fresh: end, live: live.end, after: journey)
  }
}

/// The references of one app, each made when it is first asked for.
final class References: Sendable {
  private let subject: Subject
  private let known = Mutex<[Start: Reference]>([:])

  init(_ subject: Subject) { self.subject = subject }

  subscript(start: Start) -> Reference {
    get throws {
      if let reference = known.withLock({ $0[start] }) { return reference }
      let reference = try fresh(start)
      known.withLock { $0[start] = reference }
      return reference
    }
  }

  /// Launches the app in a process of its own, on data of its own.
  func fresh(_ start: Start) throws -> Reference {
    let app = App(subject.name)
    defer { app.terminate() }
    start.apply(to: app)
    try app.launch()
    return try Reference(of: Rider(app), through: subject.journey)
  }
}
