import Foundation

/// User defaults that stand on the container instead of the system's preferences.
///
/// On Linux the typed getters and setters of the base class all go through the members overridden here.
final class ContainerDefaults: UserDefaults {
  private let preferences: Preferences
  private var state: DefaultsState { preferences.defaults }

  init?(_ preferences: Preferences) {
    self.preferences = preferences
    super.init(suiteName: nil)
    removeVolatileDomain(forName: UserDefaults.argumentDomain)
  }

  override func object(forKey key: String) -> Any? {
    let stored = state.recording(key) { try preferences.values.value(key) }
    return (stored ?? state.registeredDefault(key))?.foundation
  }

  override func set(_ value: Any?, forKey key: String) {
    state.recording(key) {
      guard let value else { return try preferences.write(nil, key) }
      guard let property = PropertyValue(foundation: value) else {
        throw AppDataError.invalidValue(key: key, reason: "\(type(of: value)) fits no property list")
      }
      try preferences.write(property, key)
    }
  }

  // The base class calls itself without end when the URL is nil.
  override func set(_ url: URL?, forKey key: String) { set(url.map { $0.path as Any }, forKey: key) }

  override func removeObject(forKey key: String) {
    state.recording(key) { try preferences.write(nil, key) }
  }

  override func register(defaults: [String: Any]) {
    let properties = defaults.compactMap { key, value in
      state.recording(key) {
        guard let property = PropertyValue(foundation: value) else {
          throw AppDataError.invalidValue(key: key, reason: "\(type(of: value)) fits no property list")
        }
        return (key, property)
      }
    }
    state.register(Dictionary(uniqueKeysWithValues: properties))
  }

  override func dictionaryRepresentation() -> [String: Any] {
    let stored = state.recording("(all)") { try preferences.values.values() } ?? [:]
    return state.registeredDefaults.merging(stored) { $1 }.mapValues(\.foundation)
  }

  override func synchronize() -> Bool { state.unthrownErrors.isEmpty }

  // The base class would reach the user's own preferences through these.

  override func addSuite(named name: String) { refuse(name) }
  override func removeSuite(named name: String) { refuse(name) }
  override func persistentDomain(forName name: String) -> [String: Any]? {
    refuse(name)
    return nil
  }
  override func setPersistentDomain(_ domain: [String: Any], forName name: String) { refuse(name) }
  override func removePersistentDomain(forName name: String) { refuse(name) }

  private func refuse(_ name: String) {
    state.recording("(domain \(name))") {
      throw AppDataError.invalidValue(key: name, reason: "other domains are outside the app's container")
    }
  }
}
