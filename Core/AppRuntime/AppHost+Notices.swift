import AppData
import ElementTree
import FeatureFlags

/// What is said above the app until its user has read it.
extension AppHost {
  /// Shows a text, and does something once it is read.
  func notice(_ text: String, id: String, whenRead: @escaping () -> Void = {}) -> Overlay {
    // It follows from the notice's own, so that no enum is needed.
    let dismissal = "dismiss-\(id)"
    let notice = Row {
      Text(text, id: id).traits(.failure)
      Element(.button, id: dismissal, label: "OK", origin: Origin())
    }
    return Overlay(notice.element) { [weak self] action in
      guard action == .tap(dismissal) else { return }
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
    let text = flagProblems.map { "\($0)" }.joined(separator: " ")
    // A file that cannot be read is the user's to judge: it stays as it is.
    guard flagProblems.allSatisfy({ $0 is FlagError }) else {
      return notice("\(text) Until then, no flag has a value of your own.", id: "flag-problems")
    }
    return notice("\(text) OK sets aside what cannot be used.", id: "flag-problems") { [weak self] in
      self?.setUnusedFlagsAside()
    }
  }

  private func setUnusedFlagsAside() {
    guard let environment, let window else { return }
    do {
      try UserFlags.setUnusedAside(in: environment.data.preferences, for: definition.feature.flags)
    } catch {
      let text = "It could not be set aside, so the next start tells it again: \(error)"
      show(notice(text, id: "unused-flags"), in: window)
    }
  }
}
