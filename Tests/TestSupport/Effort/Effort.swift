import Foundation

/// How long a test goes on that could go on for ever: `CLEANSLATE_EFFORT` multiplies its rounds, and `CLEANSLATE_SEED`
/// chooses others than the usual ones.
package struct Effort: Sendable, Equatable {
  package let factor: Int
  package let seed: UInt64

  /// Reads the effort that is asked for; without one, the short form that is the same in every run.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(EffortError) {
    factor = try Self.number("CLEANSLATE_EFFORT", in: environment) ?? 1
    seed = try Self.number("CLEANSLATE_SEED", in: environment) ?? 1
    guard factor > 0 else { throw EffortError(variable: "CLEANSLATE_EFFORT", value: "0") }
  }

  /// Whether more is asked for than the short form.
  package var isLong: Bool { factor > 1 }

  /// Returns how many rounds to go, given those of the short form.
  package func rounds(_ short: Int) -> Int { short * factor }

  /// Returns random numbers that depend on the seed and on the name, and not on what other tests have drawn.
  package func generator(_ name: String) -> SeededGenerator {
    SeededGenerator(seed: name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  /// Prints what a test has done, in one line: `RELIABILITY.md` quotes such lines.
  package func report(_ figures: String, function: String = #function) {
    let name = function.prefix { $0 != "(" }
    FileHandle.standardOutput.write(Data("figures of \(name): \(figures); seed \(seed)\n".utf8))
  }

  private static func number<Number: FixedWidthInteger>(
    _ variable: String, in environment: [String: String]
  ) throws(EffortError) -> Number? {
    guard let value = environment[variable], !value.isEmpty else { return nil }
    guard let number = Number(value) else { throw EffortError(variable: variable, value: value) }
    return number
  }
}

/// A variable of the environment does not say how much effort is wanted.
package struct EffortError: Error, Equatable, CustomStringConvertible {
  package let variable: String
  package let value: String

  package init(variable: String, value: String) {
    self.variable = variable
    self.value = value
  }

  package var description: String {
    let example =
      variable == "CLEANSLATE_SEED" ? "a number such as 7" : "a whole number from 1 on, such as 100"
    return "\(variable) is '\(value)': expected \(example)."
  }
}
