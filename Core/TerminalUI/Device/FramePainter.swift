/// Brings frames to the terminal, only what changed of each.
@MainActor
final class FramePainter {
  private let session: TerminalSession
  private let inColour: Bool
  private let onFailure: () -> Void
  private var shown: Frame?

  init(session: TerminalSession, inColour: Bool, onFailure: @escaping () -> Void) {
    self.session = session
    self.inColour = inColour
    self.onFailure = onFailure
  }

  func show(_ frame: Frame) {
    let bytes = FrameDiff.bytes(from: shown, to: frame, inColour: inColour)
    switch session.write(bytes) {
    case .done: shown = frame
    case .interrupted: shown = nil
    case .failed: onFailure()
    }
  }

  /// Paints everything next time.
  func forget() { shown = nil }
}
