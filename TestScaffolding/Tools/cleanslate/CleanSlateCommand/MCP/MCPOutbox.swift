#if DEBUG
import ControlProtocol
import OperatingSystem
import Synchronization

/// What a call says, for the thread that writes it.
final class MCPOutbox: Sendable {
  enum Saying: Sendable {
    case progress(JSONValue)
    /// The call is done.
    case result(JSONValue)
  }

  /// Becomes readable when there is something.
  let arrival: Descriptor
  private let bell: Descriptor
  private let sayings = Mutex<[Saying]>([])

  init() throws {
    (arrival, bell) = try Descriptor.pipe()
    try arrival.makeNonBlocking()
    try bell.makeNonBlocking()
  }

  func put(_ saying: Saying) {
    sayings.withLock { $0.append(saying) }
    _ = try? bell.writeNow([0])
  }

  func take() -> [Saying] {
    _ = try? arrival.readSome()
    return sayings.withLock { sayings in
      defer { sayings = [] }
      return sayings
    }
  }
}
#endif
