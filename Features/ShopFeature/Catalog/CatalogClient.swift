import AppRuntime
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads the catalogue from wherever it is.
nonisolated protocol CatalogClient: Sendable {
  /// Returns the catalogue; one that is already there is returned without a change of thread.
  nonisolated(nonsending) func load() async throws -> Catalog
}

/// Loads a catalogue that comes with the app, at once or after a delay.
nonisolated struct BundledCatalogClient: CatalogClient {
  let catalog: BundledCatalog
  var delay = Duration.zero
  let clock: AppClock

  nonisolated(nonsending) func load() async throws -> Catalog {
    if delay > .zero { try await clock.wait(delay) }
    return try catalog.read()
  }
}

/// Loads a catalogue from a server.
nonisolated struct HTTPCatalogClient: CatalogClient {
  /// Why no catalogue was received.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case unreachable(host: String, reason: String)
    case status(Int)
    case tooLong(limit: Int)

    var description: String {
      switch self {
      case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)"
      case .status(let status): "The server answered with status \(status) instead of the menu."
      case .tooLong(let limit): "The menu is longer than \(limit) bytes."
      }
    }
  }

  static let longest = 4 << 20

  let url: URL

  @concurrent func load() async throws -> Catalog {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 15
    // A menu must be up to date. Also, on Linux, cancelling a request while it asks a cache may end the process.
    configuration.urlCache = nil
    return try CatalogReader.read(try await bytes(configuration))
  }

  private func bytes(_ configuration: URLSessionConfiguration) async throws -> Data {
    do {
      return try await Download.bytes(from: url, limit: Self.longest, configuration: configuration)
    } catch Download.Refusal.status(let status) {
      throw Failure.status(status)
    } catch Download.Refusal.tooLong {
      throw Failure.tooLong(limit: Self.longest)
    } catch let error as URLError {
      throw Failure.unreachable(host: url.host() ?? url.absoluteString, reason: Self.reason(error.code))
    }
  }

  /// Why a server cannot be reached. The system's own description is left out: it differs from try to try.
  private static func reason(_ code: URLError.Code) -> String {
    switch code {
    case .cannotConnectToHost: "nobody answers there."
    case .cannotFindHost, .dnsLookupFailed: "there is no server of that name."
    case .timedOut: "no answer came in time."
    case .networkConnectionLost: "the connection was lost."
    case .notConnectedToInternet: "there is no network."
    default: "the network says error \(code.rawValue)."
    }
  }
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
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw CatalogChoiceError(
        description:
          "--catalog-url takes an address like \"http://127.0.0.1:8080/menu.json\", not \"\(text)\".")
    }
    self = .server(url)
  }

  func client(clock: AppClock) -> any CatalogClient {
    switch self {
    case .bundled(let catalog): BundledCatalogClient(catalog: catalog, delay: catalog.delay, clock: clock)
    case .server(let url): HTTPCatalogClient(url: url)
    }
  }
}
