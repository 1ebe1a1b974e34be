/// Brings frames to the terminal, only what changed of each.
@MainActor
final class FramePainter {
  private let session: TerminalSession
  private let inColour: Bool
  private let onFailure: () -> Void
  private var shown: (frame: Frame, turn: Int)?

  init(session: TerminalSession, inColour: Bool, onFailure: @escaping () -> Void) {
    self.session = session
    self.inColour = inColour
    self.onFailure = onFailure
  }

  func show(_ frame: Frame) {
    let turn = session.turn()
    let old = shown?.turn == turn ? shown?.frame : nil
    let bytes = FrameDiff.bytes(from: old, to: frame, inColour: inColour)
    switch session.write(bytes, in: turn) {
    case .done: shown = (frame, turn)
    case .interrupted: shown = nil
    case .failed: onFailure()
    }
  }

  /// Paints everything next time.
  func forget() { shown = nil }
}
