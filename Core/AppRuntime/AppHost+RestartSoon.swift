import AppData

extension AppHost {
  /// Does what the running generation asked for, once it has returned.
  func restartSoon(_ request: AppRestart.Request) {
    let token = restarts.begin(Activity(name: "restart", origin: request.origin))
    Task {
      defer { restarts.end(token) }
      do {
        try await restart(with: request.launch ?? launch) {
          if request.erasesData { try eraseData() }
        }
      } catch {
        show(failure: error)
      }
      // The new app is in use by now; it counts as busy until its user's data are gone for good.
      if request.erasesData { _ = await container.emptyTrashInBackground() }
    }
  }

  private func eraseData() throws {
    let report = container.erase(container.parts)
    guard report.failures.isEmpty else { throw EraseError(failures: report.failures) }
  }
}

/// Not everything could be erased.
nonisolated struct EraseError: Error, CustomStringConvertible {
  let failures: [ErasureFailure]

  var description: String {
    "Not everything could be erased: \(failures.map(\.description).joined(separator: "; "))"
  }
}
