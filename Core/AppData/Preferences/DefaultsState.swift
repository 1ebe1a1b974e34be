import Synchronization

/// What the user-defaults objects of one generation share besides the stored values.
final class DefaultsState: Sendable {
  private let registered = Mutex<[String: PropertyValue]>([:])
  private let errors = Mutex<[String: String]>([:])

  var registeredDefaults: [String: PropertyValue] { registered.withLock { $0 } }

  func registeredDefault(_ key: String) -> PropertyValue? { registered.withLock { $0[key] } }

  func register(_ defaults: [String: PropertyValue]) {
    registered.withLock { $0.merge(defaults) { $1 } }
  }

  var unthrownErrors: [UnthrownError] {
    errors.withLock { $0 }.map { UnthrownError(key: $0.key, reason: $0.value) }.sorted { $0.key < $1.key }
  }

  /// Runs `body` and keeps its error for whoever asks.
  func recording<Result>(_ key: String, _ body: () throws -> Result?) -> Result? {
    do {
      return try body()
    } catch {
      errors.withLock { $0[key] = "\(error)" }
      return nil
    }
  }
}
