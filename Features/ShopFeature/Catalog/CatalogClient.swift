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
    "--catalog", value: BundledCatalog.allCases.map(\.rawValue).joined(separator: "|"),
    "Chooses the menu among those that come with the app.")
  static let catalogURL = LaunchOption("--catalog-url", value: "URL", "Takes the menu from a server.")
}

/// The launch options do not name a menu.
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
