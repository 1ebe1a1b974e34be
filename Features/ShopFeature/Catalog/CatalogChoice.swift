import AppRuntime
import Foundation

nonisolated extension LaunchOption {
  static let catalog = LaunchOption(
    "--catalog", value: BundledCatalog.allCases.map(\.rawValue).joined(separator: "|"),
    "Chooses the menu among those that come with the app.")
  static let catalogURL = LaunchOption("--catalog-url", value: "URL", "Takes the menu from a server.")
}

/// The launch options name no menu.
nonisolated struct CatalogChoiceError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension LaunchConfiguration {
  /// The client that the launch options ask for.
  func catalogClient(clock: AppClock) throws(CatalogChoiceError) -> any CatalogClient {
    let name = value(of: .catalog)
    if let text = value(of: .catalogURL) {
      guard name == nil else {
        throw CatalogChoiceError(description: "--catalog and --catalog-url name two menus. Give one of them.")
      }
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
        throw CatalogChoiceError(
          description:
            "--catalog-url takes an address like \"http://127.0.0.1:8080/menu.json\", not \"\(text)\".")
      }
      return HTTPCatalogClient(url: url)
    }
    guard let catalog = BundledCatalog(rawValue: name ?? BundledCatalog.bundled.rawValue) else {
      let known = BundledCatalog.allCases.map(\.rawValue).joined(separator: ", ")
      throw CatalogChoiceError(
        description: "There is no menu \"\(name ?? "")\". --catalog takes one of: \(known).")
    }
    return BundledCatalogClient(catalog: catalog, delay: catalog.delay, clock: clock)
  }
}
