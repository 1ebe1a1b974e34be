import AppDriver
import ControlProtocol
import TestSupport
import Testing

@Suite("A live reset to a named state equals a fresh process on its data")
struct StateTests {
  private let effort: Effort

  init() throws { effort = try Effort() }

  @Test(
    "whatever a monkey did before it was saved, and after",
    arguments: [Subject.onboarding, .account, .shop, .orders, .storefront])
  func equalsFreshProcess(of subject: Subject) throws {
    let app = App(subject.name)
    defer { app.terminate() }
    let beginning = Start(variables: subject.variables)
    beginning.apply(to: app)
    try app.launch()
    let rider = Rider(app)
    let situations = try Glimpse.setup(of: app).situations.map(\.argument)
    var monkey = Monkey(
      subject, situations: situations, generator: effort.generator("states of \(subject)"))
    let state = "monkey \(app.processIdentifier ?? 0)"
    defer { try? app.deleteState(state) }
    var (steps, parts) = (0, 0)
    let rounds = effort.rounds(1)
    for round in 1...rounds {
      // The clock stands wherever something is compared, so that no two looks differ by the time between them.
      let start = Start(
        arguments: (subject.endings.first?.arguments ?? []) + ["--pause-clock-at", "2035-06-01T12:00:00Z"],
        variables: subject.variables)
      try rider.reset(to: beginning)
      steps += try walk(&monkey, rider)
      // What was rushed comes to its end, and the data stays.
      try rider.reset(to: start, keepsData: true)
      let saved = try app.saveState(state)
      parts += saved.parts.count
      steps += try walk(&monkey, rider)
      let receipt = try rider.reset(to: start, state: state)
      let live = try Reference(of: rider, through: subject.journey)
      try rider.reset(to: start, state: state)
      let data = try app.data().parts
      try app.relaunch(reason: "the test compares with a fresh process", keepData: true)
      let fresh = try Reference(of: rider, through: subject.journey)
      let difference = fresh.difference(to: live, journey: subject.journey)
      if receipt.restored?.parts != saved.parts || difference != nil {
        Issue.record(
          "round \(round): \(receipt), \(difference?.description ?? "")\(effort.repetition(of: "StateTests"))"
        )
      }
      #expect(data.filter { $0.count > 0 }.map(\.name) == saved.parts.map(\.part))
    }
    effort.report(
      "\(subject): \(rounds) states of \(parts) parts after \(steps) steps, each as in a fresh process")
  }

  private func walk(_ monkey: inout Monkey, _ rider: Rider) throws -> Int {
    var steps = 0
    for _ in 0..<min(monkey.walkLength(), 60) {
      let step = monkey.next(on: try rider.app.tree(), isBusy: false)
      if try rider.perform(step) { steps += 1 }
    }
    return steps
  }
}
