import AppRuntime
import Foundation

/// Loads the catalogue from wherever it is.
nonisolated protocol CatalogClient: Sendable {
  /// Returns the catalogue; one that is already there is returned without a change of thread.
  nonisolated(nonsending) func load() async throws -> Catalog
}

/// Loads a catalogue that comes with the app, at once or after a delay.
nonisolated struct BundledCatalogClient: CatalogClient {
  let catalog: BundledCatalog
  let clock: AppClock

  nonisolated(nonsending) func load() async throws -> Catalog {
    if catalog.delay > .zero { try await clock.wait(catalog.delay) }
    return try catalog.read()
  }
}

/// Loads a catalogue from a server.
nonisolated struct HTTPCatalogClient: CatalogClient {
  static let longest = 4 << 20

  let url: URL
  let network: HTTPClient

  nonisolated(nonsending) func load() async throws -> Catalog {
    try await read(network.send(.init(url: url, accepts: 200...200, limit: Self.longest)).body)
  }

  @concurrent private func read(_ bytes: Data) async throws -> Catalog { try CatalogReader.read(bytes) }
}

nonisolated extension LaunchOption {
  static let catalog = LaunchOption(
    "--catalog", value: "NAME",
    "Chooses the menu among those that come with the app: "
      + "\(BundledCatalog.allCases.map(\.rawValue).joined(separator: ", ")).")
  static let catalogURL = LaunchOption("--catalog-url", value: "URL", "Takes the menu from a server.")
}

/// The launch options do not name a menu.
nonisolated struct CatalogChoiceError: Error, Equatable, CustomStringConvertible {
  let description: String
}

/// The menu that the launch options choose.
nonisolated enum CatalogChoice: Equatable {
  case bundled(BundledCatalog)
  case server(URL)

  init(_ launch: LaunchConfiguration) throws {
    let name = try launch.value(of: .catalog, among: BundledCatalog.allCases.map(\.rawValue))
    guard let text = launch.value(of: .catalogURL) else {
      self = .bundled(name.flatMap(BundledCatalog.init(rawValue:)) ?? .bundled)
      return
    }
    guard name == nil else {
      throw CatalogChoiceError(description: "--catalog and --catalog-url name two menus. Give one of them.")
    }
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
    else {
      throw CatalogChoiceError(
        description:
          "--catalog-url takes an address like \"http://127.0.0.1:8080/menu.json\", not \"\(text)\".")
    }
    self = .server(url)
  }

  @MainActor func client(_ environment: AppEnvironment) -> any CatalogClient {
    switch self {
    case .bundled(let catalog):
      BundledCatalogClient(catalog: catalog, clock: environment.clock)
    case .server(let url): HTTPCatalogClient(url: url, network: environment.network)
    }
  }
}
