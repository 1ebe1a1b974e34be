import AppData
import Foundation
import StorefrontContracts

/// The latest order of an app, as it tells the other apps of its group.
nonisolated struct SharedOrder: Codable, Equatable, Sendable {
  var version = 1
  /// The name of the app that it was placed in.
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

/// The latest orders of the apps of a group. Each app writes a file of its own, so none is in another's way.
nonisolated struct SharedOrders: Sendable {
  static let folder = "orders.latest"

  let group: GroupContainer
  let app: String

  /// Opens what the group shares, or returns nothing in an app that is in no group.
  init?(_ data: AppData, app: String) throws {
    do {
      group = try data.group(OrdersFeature.group)
    } catch AppDataError.undeclaredGroup {
      return nil
    }
    self.app = app
  }

  /// Tells the group, unless it knows already.
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

  /// Returns the latest order of the other apps.
  func latestElsewhere() throws -> SharedOrder? {
    try group.files.list().filter { $0.hasPrefix("\(Self.folder)/") && $0 != "\(Self.folder)/\(app).json" }
      .compactMap(decodeIfThere).max { $0.placedAt < $1.placedAt }
  }

  /// Another app may remove its file after it was listed.
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

/// Another app of the group wrote what this one cannot read.
nonisolated struct UnreadableSharedOrder: Error, CustomStringConvertible {
  let path: String

  var description: String { "\(path) of your apps is in no form that this app knows. Update the app." }
}
