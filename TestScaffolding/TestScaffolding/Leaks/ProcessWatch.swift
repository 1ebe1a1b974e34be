#if DEBUG
import HeldResources
import Leaks

/// Compares what only the process has with its state before the first generation, and puts back what can be put back.
///
/// It does nothing until it is begun: without an option for tests, nobody can ask for a reset.
@MainActor
final class ProcessWatch {
  /// A value of the process that only the app knows.
  private struct Value {
    let what: String
    let read: @MainActor () -> String
    var start: String?
  }

  private var state: ProcessState?
  private var isBegun = false
  private var values: [Value] = []
  private var expected: [TextPattern] = []

  /// Accepts everything that is so now. Without a state, only the app's own values are compared.
  func begin(_ state: ProcessState? = .now()) {
    self.state = state
    isBegun = true
    for index in values.indices { values[index].start = values[index].read() }
  }

  /// Leaves everything with such a name as it is from now on.
  func expect(_ what: String) { expected.append(TextPattern(what)) }

  /// Compares one more value from now on.
  func add(_ what: String, _ read: @escaping @MainActor () -> String) {
    values.append(Value(what: what, read: read, start: isBegun ? read() : nil))
  }

  /// Puts back what can be put back, while no generation exists, and returns all that had changed.
  func putBack() -> [ProcessDifference] {
    (state?.putBack(except: isExpected) ?? []) + values.compactMap(difference)
  }

  private func difference(_ value: Value) -> ProcessDifference? {
    guard let before = value.start, !isExpected(value.what) else { return nil }
    let now = value.read()
    return now == before ? nil : ProcessDifference(what: value.what, before: before, after: now)
  }

  private func isExpected(_ what: String) -> Bool { expected.contains { $0.matches(what) } }
}

extension LeakTracker {
  /// Compares a value of the process that only the app knows: each reset reports it if it is not what it was before the
  /// first generation.
  ///
  /// ```swift
  /// scaffolding.leaks.compare("shared cookies") { "\(HTTPCookieStorage.shared.cookies?.count ?? 0)" }
  /// ```
  ///
  /// - Parameters:
  ///   - what: Its name for the receipt.
  ///   - value: Reads the value, as text. It is called at each reset, while no generation exists.
  public func compare(_ what: String, value: @escaping @MainActor () -> String) { process.add(what, value) }
}
#endif
