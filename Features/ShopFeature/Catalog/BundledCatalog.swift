import Foundation

/// The menus that come with the app.
nonisolated enum BundledCatalog: String, CaseIterable, Sendable {
  case bundled, empty, broken, slow, long, japanese

  /// How long it takes to come.
  var delay: Duration { self == .slow ? .seconds(8) : .zero }

  func read() throws(CatalogError) -> Catalog {
    // Each is read once, however often the app is built anew.
    switch self {
    case .bundled, .slow: try Self.kitchens.get()
    case .japanese: try Self.ramenYa.get()
    case .long: try Self.banquet.get()
    case .empty: try CatalogReader.read(Data(CatalogText.empty.utf8))
    case .broken: try CatalogReader.read(Data(CatalogText.broken.utf8))
    }
  }

  private static let kitchens = reading(CatalogText.kitchens)
  private static let ramenYa = reading(CatalogText.japanese)
  private static let banquet = reading(CatalogText.long)

  private static func reading(_ text: String) -> Result<Catalog, CatalogError> {
    Result { () throws(CatalogError) in try CatalogReader.read(Data(text.utf8)) }
  }
}
