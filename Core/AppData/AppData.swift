public import Foundation

/// Everything that one generation of an app stores, all of it in the app's container.
///
/// After the generation's write gate is closed, reading still works and writing throws.
public final class AppData: Sendable {
  /// The app's files.
  public let files: AppFiles
  /// The app's own preferences.
  public let preferences: Preferences
  /// The app's secrets.
  public let secrets: SecretStore
  /// The badge and the shortcuts.
  public let properties: AppProperties
  /// Returns the time of day, with which files are dated.
  public let now: @Sendable () -> Date
  private let groups: [String: GroupContainer]

  init(_ stores: ContainerStores, gate: WriteGate, now: @escaping @Sendable () -> Date) {
    self.now = now
    files = AppFiles(
      documents: FileArea(stores.documents, gate: gate, now: now),
      library: FileArea(stores.library, gate: gate, now: now),
      caches: FileArea(stores.caches, gate: gate, now: now))
    preferences = Preferences(stores.preferences, gate: gate)
    secrets = SecretStore(stores.secrets, gate: gate)
    properties = AppProperties(stores.properties, gate: gate)
    groups = stores.groups.mapValues { GroupContainer($0, gate: gate, now: now) }
  }

  /// Returns the data that the app shares with the other apps of a group; throws if the app is not in the group.
  public func group(_ id: String) throws -> GroupContainer {
    guard let group = groups[id] else {
      throw AppDataError.undeclaredGroup(id, declared: groups.keys.sorted())
    }
    return group
  }
}

/// The data that the apps of a group share: what one app writes, all others see.
public struct GroupContainer: Sendable {
  /// The group's files.
  public let files: FileArea
  /// The group's preferences.
  public let preferences: Preferences

  init(_ stores: GroupStores, gate: WriteGate, now: @escaping @Sendable () -> Date) {
    files = FileArea(stores.files, gate: gate, now: now)
    preferences = Preferences(stores.preferences, gate: gate)
  }
}
