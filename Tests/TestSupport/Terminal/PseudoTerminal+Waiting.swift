package import Processes

extension PseudoTerminal {
  /// Waits until the screen satisfies the condition; the error otherwise shows the screen.
  package func waitForScreen(
    timeout: Duration = .patience, file: String = #fileID, line: UInt = #line,
    _ condition: @escaping @Sendable (Screen) -> Bool
  ) async throws {
    let reason = await state.obstacle(within: timeout) { condition($0.emulator.screen) }
    guard let reason else { return }
    throw failure(reason, "the expected screen", .init(file, line))
  }

  /// Waits until the screen shows the text.
  package func waitForText(
    _ text: String, timeout: Duration = .patience, file: String = #fileID, line: UInt = #line
  ) async throws {
    let reason = await state.obstacle(within: timeout) { $0.emulator.screen.contains(text) }
    guard let reason else { return }
    throw failure(reason, "the text \"\(text)\"", .init(file, line))
  }

  /// Waits until the program has ended and all it wrote is on the screen.
  @discardableResult
  package func waitForExit(
    timeout: Duration = .patience, file: String = #fileID, line: UInt = #line
  ) async throws -> ExitStatus {
    if let status = await state.first(within: timeout, where: { $0.exitStatus }) { return status }
    throw failure(.timedOut(after: timeout), "the end of the program", .init(file, line))
  }

  private func failure(
    _ reason: WaitError.Reason, _ expectation: String, _ place: WaitError.Place
  ) -> WaitError {
    let evidence = "Process \(processID), \(executable), shows:\n\(screen)"
    return WaitError(reason: reason, expectation: expectation, evidence: evidence, place: place)
  }
}
