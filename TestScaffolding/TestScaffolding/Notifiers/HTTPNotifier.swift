#if DEBUG
import ControlProtocol

/// The reset route of one server: the only way that carries arguments and an environment, and brings back the receipt.
@MainActor
final class HTTPNotifier: ResetNotifier {
  let trigger: ResetTrigger
  private var handlers: [ResetHandler] = []
  private var listed: [ResetTrigger]?
  private var isOpen = true

  init(_ trigger: ResetTrigger) { self.trigger = trigger }

  func add(handler: @escaping ResetHandler) { handlers.append(handler) }

  func follow(_ choice: ResetChoice) {
    isOpen = choice.includes(trigger)
    listed = choice.listed
  }

  /// Resets the app and returns the receipt, or throws why there is none.
  func reset(_ request: ResetRequest) async throws(ErrorReply) -> ResetReceipt {
    guard isOpen else {
      let others = (listed ?? []).map(\.rawValue).joined(separator: ", ")
      throw ErrorReply(
        .forbidden,
        "\(ControlOptions.resetOn) lists \(others), and not http; the control socket is open to resets always."
      )
    }
    let resets = handlers.map { $0(request) }
    guard let first = resets.first else {
      throw ErrorReply(.failed, "Nobody answers to requests for a reset yet.")
    }
    return try await first.value.get()
  }
}
#endif
