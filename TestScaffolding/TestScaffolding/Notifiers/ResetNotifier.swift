#if DEBUG
import ControlProtocol

/// Starts a reset at once; those who have somebody to answer to wait for what comes of it.
typealias ResetHandler = @MainActor (ResetRequest) -> Task<Result<ResetReceipt, ErrorReply>, Never>

/// A way to ask the running app for a reset.
@MainActor
protocol ResetNotifier: AnyObject {
  /// What the receipts of its resets name.
  var trigger: ResetTrigger { get }
  /// Calls the handler for each reset that is asked for.
  func add(handler: @escaping ResetHandler)
  /// Listens from now on if it is among the chosen ones, or no more.
  func follow(_ choice: ResetChoice) throws
}
#endif
