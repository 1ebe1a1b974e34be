import Processes

/// What a thread reports about a process; the exit status comes last, after all output.
protocol ProcessState: Sendable {
  var exitStatus: ExitStatus? { get }
}

extension Monitor where State: ProcessState {
  /// Waits for the condition and returns nil, or why it can no longer be hoped for.
  func obstacle(
    within timeout: Duration, to condition: @escaping @Sendable (State) -> Bool
  ) async -> WaitError.Reason? {
    let turn = await first(within: timeout) { state -> ProcessTurn? in
      condition(state) ? .satisfied : state.exitStatus.map { .ended($0) }
    }
    return switch turn {
    case .satisfied: nil
    case .ended(let status): .ended(status)
    case nil: .timedOut(after: timeout)
    }
  }
}

private enum ProcessTurn: Sendable {
  case satisfied
  case ended(ExitStatus)
}
