import AppData
import Foundation
import StorefrontContracts

/// The latest order of an app, as the other apps of its group see it.
nonisolated struct SharedOrder: Codable, Equatable, Sendable {
  var version = 1
  /// The name of the app in which it was placed.
  let app: String
  let number: Int
  let summary: String
  let placedAt: Date
  let isCancelled: Bool

  init(_ order: Order, app: String) {
    self.app = app
    number = order.number
    summary = order.summary
    placedAt = order.placed.placedAt
    isCancelled = order.cancelledAt != nil
  }
}

/// The latest orders of the apps of a group. Each app writes its own file, so that they do not disturb each other.
nonisolated struct SharedOrders: Sendable {
  static let folder = "orders.latest"

  let group: GroupContainer
  let app: String

  /// Opens the group's shared data; nil in an app that is not in the group.
  init?(_ data: AppData, app: String) throws {
    do {
      group = try data.group(OrdersFeature.group)
    } catch AppDataError.undeclaredGroup {
      return nil
    }
    self.app = app
  }

  /// Publishes the order, unless it already is; nil removes what was published.
  func publish(_ order: Order?) throws {
    let path = "\(Self.folder)/\(app).json"
    guard let order else {
      if try group.files.exists(path) { try group.files.remove(path) }
      return
    }
    let shared = SharedOrder(order, app: app)
    if try group.files.exists(path), (try? decode(path)) == shared { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    try group.files.write(encoder.encode(shared), to: path)
  }

  /// Returns the latest order of all other apps.
  func latestElsewhere() throws -> SharedOrder? {
    try group.files.list().filter { $0.hasPrefix("\(Self.folder)/") && $0 != "\(Self.folder)/\(app).json" }
      .compactMap(decodeIfThere).max { $0.placedAt < $1.placedAt }
  }

  /// Returns nil for a file that another app removed after it was listed.
  private func decodeIfThere(_ path: String) throws -> SharedOrder? {
    do { return try decode(path) } catch AppDataError.noSuchFile { return nil }
  }

  private func decode(_ path: String) throws -> SharedOrder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      let shared = try decoder.decode(SharedOrder.self, from: group.files.read(path))
      guard shared.version == 1 else { throw UnreadableSharedOrder(path: path) }
      return shared
    } catch is DecodingError {
      throw UnreadableSharedOrder(path: path)
    }
  }
}

/// Another app of the group wrote a file that this app cannot read.
nonisolated struct UnreadableSharedOrder: Error, CustomStringConvertible {
  let path: String

  var description: String { "\(path) of your apps is in no form that this app knows. Update the app." }
}
