#if DEBUG
import AppDriver
import ControlProtocol
import TestSupport

/// Many walks through one app, each with a live reset at its end that must leave the app as a fresh launch does.
final class Expedition {
  /// A walk after which the app was not as if it were fresh.
  struct Finding: Error, CustomStringConvertible {
    let steps: [Step]
    let script: String
    let differences: [String]
    let seed: UInt64

    var description: String {
      """
      After this walk and a live reset the app is not as a fresh launch:
      \(script)
      \(differences.joined(separator: "\n"))
      Found with CLEANSLATE_SEED=\(seed); repeat it with: CLEANSLATE_SEED=\(seed) swift test --filter MonkeyTests
      """
    }
  }

  private let subject: Subject
  private let seed: UInt64
  private let app: App
  private var monkey: Monkey
  private var references: [[String]: Reference] = [:]
  private(set) var stepCount = 0

  init(_ subject: Subject, effort: Effort) throws {
    self.subject = subject
    seed = effort.seed
    app = App(subject.name)
    app.launchArguments = subject.baseArguments
    try app.launch()
    monkey = Monkey(
      subject: subject, configurations: try app.setup().configurations,
      random: effort.generator(subject.name))
  }

  /// Goes on one walk.
  func walk() throws {
    var steps: [Step] = []
    let walker = Walker(app: app, subject: subject)
    for _ in 0..<monkey.chooseLength() {
      guard let step = monkey.chooseStep(on: try app.tree()) else { break }
      steps.append(step)
      try walker.perform(step)
    }
    if let last = monkey.chooseStepInPassing(on: try app.tree()) { steps.append(last) }
    stepCount += steps.count
    let arguments = monkey.chooseConfiguration()
    let complaints = try walker.reset(arguments, after: steps.last)
    let differences = complaints + (try reference(arguments).differences(of: app, subject: subject))
    try app.reset()
    if differences.isEmpty { return }
    // Time has passed since the reference was taken, and may be what makes the difference.
    references[arguments] = try Reference(subject, arguments: arguments, after: references[arguments])
    guard let found = try repeated(steps, thenReset: arguments) else { return }
    throw try finding(steps, arguments, found)
  }

  private func reference(_ arguments: [String]) throws -> Reference {
    if let known = references[arguments] { return known }
    let made = try Reference(subject, arguments: arguments)
    references[arguments] = made
    return made
  }

  /// Goes the same walk in a fresh process, and answers what differs then.
  private func repeated(_ steps: [Step], thenReset arguments: [String]) throws -> [String]? {
    let app = App(subject.name)
    defer { app.terminate() }
    app.launchArguments = subject.baseArguments
    try app.launch()
    let complaints = try Walker(app: app, subject: subject).walk(steps, thenReset: arguments)
    let differences = complaints + (try reference(arguments).differences(of: app, subject: subject))
    return differences.isEmpty ? nil : differences
  }

  /// Leaves out of the walk what the difference does not need: halves first, at last single steps.
  private func finding(_ steps: [Step], _ arguments: [String], _ found: [String]) throws -> Finding {
    var (steps, found) = (steps, found)
    var size = max(1, steps.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < steps.count {
        var shorter = steps
        shorter.removeSubrange(start..<min(start + size, steps.count))
        if let differences = try repeated(shorter, thenReset: arguments) {
          (steps, found, hasShrunk) = (shorter, differences, true)
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk { break }
      if !hasShrunk { size = max(1, size / 2) }
    }
    let script = steps.script(
      app: subject.name, arguments: subject.baseArguments, reset: subject.baseArguments + arguments)
    return Finding(steps: steps, script: script, differences: found, seed: seed)
  }
}
#endif
