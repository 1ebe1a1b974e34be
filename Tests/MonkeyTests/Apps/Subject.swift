/// An app for a monkey, with what cannot be seen on its screens.
struct Subject: Sendable, CustomStringConvertible {
  /// The app's name.
  let name: String
  /// Links that lead somewhere, and others.
  var links: [String] = []
  /// Launch arguments that set flags.
  var flagArguments: [String] = []
  /// Variables that every start has.
  var variables: [String: String] = [:]
  /// How many steps a walk has at most.
  var longestWalk = 300
  /// What may keep the app busy for seconds when it is tapped, so that nobody waits for it.
  var slow: Set<String> = []
  /// The starts that end walks; each is compared with a fresh launch.
  var endings: [Start]
  /// What is done after the reset, to compare each screen.
  let journey: [Step]

  var description: String { name }
}
