/// A difference that a monkey found, with the shortest script that shows it.
struct Finding: Sendable, CustomStringConvertible {
  let subject: Subject
  /// The walk that shows it in a fresh process.
  let walk: Walk
  let difference: Difference
  /// Whether the walk showed the difference again.
  let isRepeatable: Bool

  /// Shrinks what the last walk of a process showed; all walks of the process, where it does not do so alone.
  init(_ subject: Subject, _ references: References, _ walks: [Walk], _ difference: Difference) throws {
    self.subject = subject
    guard let last = walks.last else { preconditionFailure("A difference is found in a walk.") }
    // Earlier walks ended with resets, too.
    let all = Walk(
      steps: walks.dropLast().flatMap { $0.steps + [.reset($0.ending, keepsData: false)] } + last.steps,
      ending: last.ending)
    for candidate in [last, all] {
      guard let (taken, _) = try Self.replay(candidate, subject, references) else { continue }
      let shortest = try Self.shrink(taken, subject, references)
      let again = try Self.replay(shortest, subject, references)
      (walk, self.difference, isRepeatable) = (shortest, again?.1 ?? difference, again != nil)
      return
    }
    (walk, self.difference, isRepeatable) = (last, difference, false)
  }

  /// Walks in a fresh process, and returns the steps that the app took if there is a difference.
  private static func replay(
    _ walk: Walk, _ subject: Subject, _ references: References
  ) throws -> (Walk, Difference)? {
    let (taken, difference) = try Trial(subject, references).walk(walk)
    return difference.map { (taken, $0) }
  }

  private static func shrink(_ walk: Walk, _ subject: Subject, _ references: References) throws -> Walk {
    func fails(_ steps: [Step]) throws -> Bool {
      try replay(Walk(steps: steps, ending: walk.ending), subject, references) != nil
    }
    var shrinker = Shrinker<Step>(fails: fails)
    var steps = try shrinker.shrink(walk.steps)
    var index = 0
    while index < steps.count {
      let simpler = try steps[index].simpler.first { step in
        var changed = steps
        changed[index] = step
        return try fails(changed)
      }
      if let simpler { steps[index] = simpler } else { index += 1 }
    }
    steps = try shrinker.shrink(steps)
    return Walk(steps: steps, ending: walk.ending)
  }

  /// The lines of a test that show the difference.
  var script: String {
    (["let app = App(\(subject.name.debugDescription))"] + Start(variables: subject.variables).script
      + ["try app.launch()"] + walk.steps.flatMap(\.script) + walk.ending.script + ["try app.reset()"]
      + difference.journey.flatMap(\.script))
      .joined(separator: "\n")
  }

  var description: String {
    let doubt = isRepeatable ? "" : "\nIt did not show again in a fresh process. This is the last walk whole."
    return "A live reset of \(subject.name) is not a fresh launch, \(difference)\(doubt)\n\n\(script)\n"
  }
}
