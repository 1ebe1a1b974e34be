#if DEBUG
import ControlProtocol
import Measuring
import TestSupport

/// The figures of one run.
struct BenchmarkResults: BenchmarkFigures {
  struct Point: Encodable {
    var count: Int
    var reset: Sample

    init(_ count: Int, _ reset: Sample) { (self.count, self.reset) = (count, reset) }
  }

  /// Resets to a named state of so many files.
  struct StatePoint: Encodable {
    var count: Int
    /// After a test of 0.3 seconds: the next copy of the state is ready.
    var afterATest = Sample()
    /// At once after such a reset, which has to wait for the copy.
    var atOnce = Sample()
    /// To nothing and with nothing to erase, after a test as long.
    var empty = Sample()
  }

  /// One sample app with the leak gate on, as it always is.
  struct SampleApp: Encodable {
    var name: String
    var relaunch = Sample()
    var reset = Sample()
    var inside = Sample()
    /// The part of a reset, inside the app, in which objects are remembered and looked for.
    var gate = Sample()

    init(name: String) { self.name = name }

    mutating func note(_ receipt: ResetReceipt) {
      inside.add(nanoseconds: receipt.nanoseconds)
      let gateSteps = receipt.steps.filter { ["rememberObjects", "findLeaks"].contains($0.name) }
      gate.add(nanoseconds: gateSteps.reduce(0) { $0 + $1.nanoseconds })
    }

    var ratio: Double { relaunch.median / reset.median }
  }

  var rounds: Int
  var resets: Int
  var echo = Sample()
  /// By the launch server.
  var relaunch = Sample()
  var spawn = Sample()
  var reset = Sample()
  var keep = Sample()
  var tap = Sample()
  var tree = Sample()
  /// The time inside the app, from the request to the drawn screen, as the receipts say.
  var inside = Sample()
  var steps: [String: Sample] = [:]
  var stepOrder: [String] = []
  var apps: [SampleApp] = []
  var files: [Point] = []
  var states: [StatePoint] = []
  var elements: [Point] = []
  var before: Footprint?
  var after: Footprint?

  init(rounds: Int, resets: Int) { (self.rounds, self.resets) = (rounds, resets) }

  mutating func note(_ receipt: ResetReceipt) {
    inside.add(nanoseconds: receipt.nanoseconds)
    stepOrder = receipt.steps.map(\.name)
    for step in receipt.steps { steps[step.name, default: Sample()].add(nanoseconds: step.nanoseconds) }
  }

  private enum CodingKeys: String, CodingKey {
    case rounds, resets, echo, relaunch, spawn, reset, keep, tap, tree, inside, steps, apps, files, states,
      elements,
      before,
      after, ratios
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rounds, forKey: .rounds)
    try container.encode(resets, forKey: .resets)
    for (key, sample) in [
      (CodingKeys.echo, echo), (.relaunch, relaunch), (.spawn, spawn), (.reset, reset), (.keep, keep),
      (.tap, tap),
      (.tree, tree),
      (.inside, inside),
    ] { try container.encode(sample, forKey: key) }
    try container.encode(steps, forKey: .steps)
    try container.encode(apps, forKey: .apps)
    try container.encode(files, forKey: .files)
    try container.encode(states, forKey: .states)
    try container.encode(elements, forKey: .elements)
    try container.encode(before, forKey: .before)
    try container.encode(after, forKey: .after)
    try container.encode(Dictionary(uniqueKeysWithValues: ratios), forKey: .ratios)
  }
}
#endif
