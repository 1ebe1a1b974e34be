#if DEBUG
import AppDriver
import ElementTree
import TestSupport

/// How an app is in a fresh process, at first and on a fixed journey.
struct Reference {
  private let look: Look
  private let journey: [(step: Step, tree: Element)]
  private let end: Look
  private var unstable: Set<String>
  private var unstableAtEnd: Set<String>

  /// Launches the app twice; what the two do not agree on, or an older reference, cannot be compared.
  init(_ subject: Subject, arguments: [String], after older: Reference? = nil) throws {
    let (app, other) = (App(subject.name), App(subject.name))
    defer {
      app.terminate()
      other.terminate()
    }
    for app in [app, other] {
      app.launchArguments = subject.baseArguments + arguments
      try app.launch()
    }
    look = try Look(at: app)
    unstable = try Look(at: other).unstable(comparedTo: look)
    var monkey = Monkey(subject: subject, configurations: [], random: SeededGenerator(seed: 7))
    var journey: [(step: Step, tree: Element)] = []
    for _ in 0..<25 {
      guard let step = monkey.chooseStep(on: try app.tree()) else { break }
      if case .reset = step { continue }
      try Walker(app: app, subject: subject).perform(step)
      try Walker(app: other, subject: subject).perform(step)
      journey.append((step, try app.tree()))
    }
    self.journey = journey
    end = try Look(at: app)
    unstableAtEnd = try Look(at: other).unstable(comparedTo: end)
    guard let older else { return }
    unstable.formUnion(older.unstable.union(older.look.unstable(comparedTo: look)))
    unstableAtEnd.formUnion(older.unstableAtEnd.union(older.end.unstable(comparedTo: end)))
  }

  /// What is not as in a fresh process: at once, or later on the same journey.
  func differences(of app: App, subject: Subject) throws -> [String] {
    let found = try Look(at: app).differences(from: look, besides: unstable)
    if !found.isEmpty { return found }
    for (number, (step, tree)) in journey.enumerated() {
      try Walker(app: app, subject: subject).perform(step)
      let changes = Look.differences("the screen", lines: try app.tree(), from: tree)
      if !changes.isEmpty { return ["after step \(number + 1) of the journey, \(step),"] + changes }
    }
    return try Look(at: app).differences(from: end, besides: unstableAtEnd)
  }
}
#endif
