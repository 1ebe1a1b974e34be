import AppData
import Foundation

/// Stores the basket and the delivery details, each in a file that is replaced as a whole.
nonisolated struct ShopStore: Sendable {
  static let basketPath = "shop/basket.json"
  static let deliveryPath = "shop/delivery.json"

  /// A file does not have the expected form. It stays as it is until the next save replaces it.
  struct UnreadableError: Error, CustomStringConvertible {
    let path: String
    var description: String { "the file \(path) is not in the expected form" }
  }

  private struct Kept<Content: Codable>: Codable {
    var version = 1
    var content: Content
  }

  let data: AppData

  func loadBasket() throws -> Basket { try load(Self.basketPath) ?? Basket() }
  func save(_ basket: Basket) throws { try save(basket, Self.basketPath) }

  func loadDelivery() throws -> DeliveryDetails { try load(Self.deliveryPath) ?? DeliveryDetails() }
  func save(_ details: DeliveryDetails) throws { try save(details, Self.deliveryPath) }

  private func load<Content: Codable>(_ path: String) throws -> Content? {
    guard try data.files.documents.exists(path) else { return nil }
    let bytes = try data.files.documents.read(path)
    guard let kept = try? JSONDecoder().decode(Kept<Content>.self, from: bytes), kept.version == 1 else {
      throw UnreadableError(path: path)
    }
    return kept.content
  }

  private func save(_ content: some Codable, _ path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try data.files.documents.write(encoder.encode(Kept(content: content)), to: path)
  }
}
