import Synchronization

/// Lets one generation of the app write its data: once the gate is closed, nothing of that generation writes.
public final class WriteGate: Sendable {
  private let closingReason = Mutex<String?>(nil)

  private let onWrite: @Sendable () -> Void

  /// Makes an open gate, which calls `onWrite` before each write that goes through. That must not write.
  public init(onWrite: @escaping @Sendable () -> Void = {}) { self.onWrite = onWrite }

  /// Whether writes still go through.
  public var isOpen: Bool { closingReason.withLock { $0 == nil } }

  /// Closes the gate for good, after a write under way has ended. The reason of the first call is kept.
  public func close(_ reason: String) {
    closingReason.withLock { $0 = $0 ?? reason }
  }

  /// Runs a write; throws `StoreClosedError` if the gate is closed. Writes run one at a time; none may start another.
  public func write<Result: Sendable>(
    _ what: @autoclosure () -> String, _ body: () throws -> Result
  ) throws -> Result {
    try closingReason.withLock { reason in
      if let reason { throw StoreClosedError(write: what(), reason: reason) }
      onWrite()
      return try body()
    }
  }
}

/// A write came after its generation's gate was closed.
public struct StoreClosedError: Error, Equatable, CustomStringConvertible {
  /// What would have been written.
  public let write: String
  /// Why the gate was closed.
  public let reason: String

  /// Makes an error.
  public init(write: String, reason: String) {
    self.write = write
    self.reason = reason
  }

  public var description: String {
    "\(write) was not written: the store is closed (\(reason)). Write through the running generation's data."
  }
}
