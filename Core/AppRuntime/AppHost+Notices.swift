import AppData
import ElementTree
import FeatureFlags

/// What is said above the app until its user has read it.
extension AppHost {
  enum Dismissal: String {
    case flagProblems = "dismiss-flag-problems"
    case unusedFlags = "dismiss-unused-flags"
    case restartProblem = "dismiss-restart-problem"
    case eraseProblem = "dismiss-erase-problem"
    case trashProblem = "dismiss-trash-problem"
  }

  /// Shows a text, and does something once it is read.
  func notice(
    _ text: String, id: String, _ dismissal: Dismissal, whenRead: @escaping () -> Void = {}
  ) -> Overlay {
    let notice = Row {
      Text(text, id: id).traits(.failure)
      Button("OK", id: dismissal)
    }
    return Overlay(notice.element) { [weak self] action in
      guard case .tap(dismissal.rawValue) = action else { return }
      self?.window?.removeOverlay(with: action)
      whenRead()
    }
  }

  func show(_ overlay: Overlay, in window: AppWindow) {
    window.addOverlay(overlay)
    needsDrawing = true
    drawIfNeeded()
  }

  /// Tells which kept flags are not used. What was read is not told again at the next start.
  var flagNotice: Overlay? {
    if flagProblems.isEmpty { return nil }
    let text = flagProblems.map(\.description).joined(separator: " ") + " OK sets aside what cannot be used."
    return notice(text, id: "flag-problems", .flagProblems) { [weak self] in self?.setUnusedFlagsAside() }
  }

  private func setUnusedFlagsAside() {
    guard let environment, let window else { return }
    do {
      try UserFlags.setUnusedAside(in: environment.data.preferences, for: definition.feature.flags)
    } catch {
      let text = "It could not be set aside, so the next start tells it again: \(error)"
      show(notice(text, id: "unused-flags", .unusedFlags), in: window)
    }
  }
}
