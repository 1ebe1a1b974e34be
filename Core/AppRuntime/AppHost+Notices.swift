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
    let text = flagProblems.map(\.description).joined(separator: " ") + " OK sets aside what cannot be used."
    return notice(text, id: "flag-problems") { [weak self] in self?.setUnusedFlagsAside() }
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
