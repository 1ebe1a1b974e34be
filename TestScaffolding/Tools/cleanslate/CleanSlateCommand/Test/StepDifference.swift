import Records

/// What a test did with its app in a run that passed and in one that failed, and where the two part.
struct StepDifference {
  let passed: [TestStep]?
  let failed: [TestStep]?

  var lines: [String] {
    guard let failed else {
      return ["No steps are known of the run that failed: the test has no app of the driver's."]
    }
    guard let passed else {
      return ["Steps of the run that failed, as none has passed:\n" + TestStep.list(failed)]
    }
    return [
      "Steps of a run that passed:\n" + TestStep.list(passed),
      "Steps of a run that failed:\n" + TestStep.list(failed), difference(passed, failed),
    ]
  }

  private func difference(_ passed: [TestStep], _ failed: [TestStep]) -> String {
    let same = zip(passed, failed).prefix { $0.text == $1.text }.count
    if same == passed.count, same == failed.count { return "Both did the same steps." }
    func step(_ steps: [TestStep]) -> String { same < steps.count ? steps[same].text : "(the end)" }
    return
      "They differ first in step \(same + 1): \(step(passed)) where it passed, \(step(failed)) where it failed."
  }
}
