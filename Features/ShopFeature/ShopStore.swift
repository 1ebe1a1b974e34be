import AppData
import Foundation

/// Stores the basket and the delivery details, each in a file that is replaced as a whole.
nonisolated struct ShopStore: Sendable {
  static let asideFolder = "shop-set-aside"
  static let basketPath = "shop/basket.json"
  static let deliveryPath = "shop/delivery.json"

  /// A file does not have the expected form. It stays as it is; before a save replaces it, it is set aside.
  struct UnreadableError: Error, CustomStringConvertible {
    let path: String
    var description: String { "the file \(path) is not in the expected form" }
  }

  private struct Kept<Content: Codable>: Codable {
    var version = 1
    var content: Content
  }

  let data: AppData
  /// The files that could not be read, and are not set aside yet.
  private var unread: Set<String> = []

  init(data: AppData) { self.data = data }

  mutating func loadBasket() throws -> Basket { try load(Self.basketPath) ?? Basket() }
  /// Saves the basket. Returns where a file is kept that could not be read and was in its place.
  mutating func save(_ basket: Basket) throws -> String? { try save(basket, Self.basketPath) }

  mutating func loadDelivery() throws -> DeliveryDetails { try load(Self.deliveryPath) ?? DeliveryDetails() }
  /// Saves the delivery details, as the basket is saved.
  mutating func save(_ details: DeliveryDetails) throws -> String? { try save(details, Self.deliveryPath) }

  private mutating func load<Content: Codable>(_ path: String) throws -> Content? {
    unread.insert(path)
    let content: Content? = try read(path)
    unread.remove(path)
    return content
  }

  private func read<Content: Codable>(_ path: String) throws -> Content? {
    guard try data.files.documents.exists(path) else { return nil }
    let bytes = try data.files.documents.read(path)
    guard let kept = try? JSONDecoder().decode(Kept<Content>.self, from: bytes), kept.version == 1 else {
      throw UnreadableError(path: path)
    }
    return kept.content
  }

  private mutating func save(_ content: some Codable, _ path: String) throws -> String? {
    let files = data.files.documents
    let place = unread.contains(path) ? try files.setAside(path, in: Self.asideFolder) : nil
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try files.write(encoder.encode(Kept(content: content)), to: path)
    unread.remove(path)
    return place
  }
}
