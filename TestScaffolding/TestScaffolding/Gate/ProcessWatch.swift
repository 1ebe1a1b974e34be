#if DEBUG
import HeldResources
import Leaks

/// Compares what only the process has with its state before the first generation, and puts back what can be put back.
/// What cannot be put back is looked at again at the end of the reset.
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
  /// What the latest reset has told.
  private var told: Set<ProcessDifference> = []

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

  /// Looks again at what was found, and returns what of it is still there and what was put back: another thread may have
  /// changed the rest for a moment.
  func stillThere(_ found: [ProcessDifference]) -> [ProcessDifference] {
    if found.allSatisfy(\.restored) { return found }
    let now = (state?.differences(except: isExpected) ?? []) + values.compactMap(difference)
    return found.compactMap { one in one.restored ? one : now.first { $0.what == one.what } }
  }

  /// Whether the reset before has not told all of it.
  func isNews(_ found: [ProcessDifference]) -> Bool { found.contains { !$0.restored && !told.contains($0) } }

  /// Returns what of it a reset has to tell, and takes note of that.
  func tell(_ found: [ProcessDifference]) -> [ProcessDifference] {
    let left = stillThere(found)
    told = Set(left)
    return left
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
