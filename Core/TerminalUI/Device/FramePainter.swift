import OperatingSystem

/// Brings frames to the terminal, only what changed of each.
@MainActor
final class FramePainter {
  private let device: TerminalDevice
  private let inColour: Bool
  private let onFailure: () -> Void
  private var shown: (frame: Frame, turn: Int)?

  init(_ device: TerminalDevice, inColour: Bool, onFailure: @escaping () -> Void) {
    self.device = device
    self.inColour = inColour
    self.onFailure = onFailure
  }

  func show(_ frame: Frame) {
    let turn = device.turn()
    let old = shown?.turn == turn ? shown?.frame : nil
    let bytes = FrameDiff.bytes(from: old, to: frame, inColour: inColour)
    switch device.write(bytes, in: turn) {
    case .done: shown = (frame, turn)
    case .interrupted: shown = nil
    case .failed: onFailure()
    }
  }

  /// Paints everything next time.
  func forget() { shown = nil }
}
