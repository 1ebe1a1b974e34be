import AppDriver
import ControlProtocol
import ElementTree

/// One process of an app, through which walks go one after the other.
final class Trial {
  private let subject: Subject
  private let references: References
  private let rider: Rider
  /// The walks of this process.
  private(set) var walks: [Walk] = []
  private(set) var stepCount = 0

  var resetCount: Int { rider.resets }

  /// Launches the app.
  init(_ subject: Subject, _ references: References) throws {
    self.subject = subject
    self.references = references
    let app = App(subject.name)
    rider = Rider(app)
    Start(variables: subject.variables).apply(to: app)
    try app.launch()
  }

  deinit { rider.app.terminate() }

  /// The launch arguments of the app's situations.
  func situations() throws -> [String] {
    try Glimpse.setup(of: rider.app).situations.map(\.argument)
  }

  /// Lets a monkey walk, resets the app, and returns what is not as after a fresh launch.
  func walk(_ monkey: inout Monkey) throws -> Difference? {
    let length = monkey.walkLength()
    var walk = Walk(steps: [], ending: monkey.ending())
    defer { walks.append(walk) }
    do {
      while walk.steps.count < length {
        var isBusy = false
        if case .rush = walk.steps.last { isBusy = try !rider.app.status().busy.isEmpty }
        let step = monkey.next(on: try rider.app.tree(), isBusy: isBusy)
        if try perform(step) { walk.steps.append(step) }
      }
    } catch {
      return Difference(inWalk: error)
    }
    return try compare(walk.ending)
  }

  /// Walks through steps that are known, leaves out those that the app does not take, and compares.
  func walk(_ walk: Walk) throws -> (taken: Walk, Difference?) {
    var taken = Walk(steps: [], ending: walk.ending)
    defer { walks.append(taken) }
    do {
      for step in walk.steps where try perform(step) { taken.steps.append(step) }
    } catch {
      return (taken, Difference(inWalk: error))
    }
    return (taken, try compare(walk.ending))
  }

  private func perform(_ step: Step) throws -> Bool {
    let isTaken = try rider.perform(step)
    if isTaken { stepCount += 1 }
    return isTaken
  }

  private func compare(_ ending: Start) throws -> Difference? {
    let reference = try references[ending]
    do {
      let receipt = try rider.reset(to: ending)
      guard receipt.busy.isEmpty else {
        return Difference(at: "in the receipt", receipt.busy.map { "busy: \($0)" })
      }
      let live = try Reference(of: rider, through: subject.journey)
      return reference.difference(to: live, journey: subject.journey)
    } catch let error as UncleanReset {
      return Difference(at: "in the receipt", error.problems)
    } catch {
      return Difference(at: "at the reset or after it", ["\(error)"])
    }
  }
}

extension Difference {
  fileprivate init(inWalk error: any Error) {
    self.init(at: "in the walk", (error as? UncleanReset)?.problems ?? ["\(error)"])
  }
}
