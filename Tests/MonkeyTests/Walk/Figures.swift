import TestSupport

/// What was done in a search for differences, and what came of it.
struct Figures: CustomStringConvertible {
  private let mostFindings: Int
  private(set) var walks = 0
  private(set) var steps = 0
  private(set) var resets = 0
  private(set) var differences = 0

  /// Begins to count for a search that ends with so many findings.
  init(mostFindings: Int = 3) { self.mostFindings = mostFindings }

  /// Lets a monkey walk through an app many times, and returns what it found, shrunk.
  mutating func search(
    _ subject: Subject, references: References? = nil, walks count: Int, walksPerProcess: Int, effort: Effort
  ) throws -> [Finding] {
    let references = references ?? References(subject)
    var findings: [Finding] = []
    var trial = try Trial(subject, references)
    var monkey = Monkey(
      subject, situations: try trial.situations(), generator: effort.generator(subject.name))
    while walks < count, findings.count < mostFindings {
      let difference = try trial.walk(&monkey)
      walks += 1
      if let difference { findings.append(try Finding(subject, references, trial.walks, difference)) }
      guard difference != nil || trial.walks.count == walksPerProcess || walks == count else { continue }
      steps += trial.stepCount
      resets += trial.resetCount
      if walks < count { trial = try Trial(subject, references) }
    }
    differences = findings.count
    return findings
  }

  var description: String {
    "\(walks) walks, \(steps) steps, \(resets) resets, \(differences) differences"
  }
}

extension Effort {
  /// The command that does the same again.
  func repetition(of tests: String) -> String {
    "Seed \(seed); repeat with: CLEANSLATE_SEED=\(seed) CLEANSLATE_EFFORT=\(factor) swift test --filter \(tests)"
  }
}
