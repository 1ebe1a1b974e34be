import AppData
public import Foundation

/// Asks servers, over HTTP. Features have no other way to the network.
///
/// ```swift
/// let menu = try await environment.network.send(.init(url: url, limit: 1 << 20)).body
/// ```
///
/// A test can answer in the place of the servers. A task that is cancelled goes on at once, with an error.
public nonisolated struct HTTPClient: Sendable {
  /// Makes one exchange with a server, on the actor of its caller. It follows no redirection. Where the status is none that
  /// the request accepts, the response has no body.
  public typealias Exchange = nonisolated(nonsending) @Sendable (Request) async throws -> Response

  /// Makes one exchange; `send` follows where it leads.
  public let exchange: Exchange

  /// Creates a client from what makes an exchange.
  public init(_ exchange: @escaping Exchange) { self.exchange = exchange }

  /// The client of an app that asks no server: each request is an error.
  public static var unavailable: HTTPClient { HTTPClient { _ in throw Failure.unavailable } }

  /// Sends a request, follows redirections, and returns the response.
  ///
  /// Throws a `Failure`, or `CancellationError` once the task is cancelled.
  public nonisolated(nonsending) func send(_ request: Request) async throws -> Response {
    var request = request
    for _ in 0...Self.mostRedirections {
      try Task.checkCancellation()
      request.url = request.url.withLowercaseScheme
      let response = try await exchange(request)
      if request.accepts.contains(response.status) { return response }
      guard let next = request.redirected(by: response) else { throw Failure.status(response.status) }
      request = next
    }
    throw Failure.tooManyRedirections(host: request.host)
  }

  private static let mostRedirections = 10

  /// The same client for as long as the generation may write; after that, nothing is sent.
  func open(while gate: WriteGate) -> HTTPClient {
    // With a list of captures, the closure would leave the actor of its caller: Swift 6.3 loses it.
    HTTPClient { request in
      guard gate.isOpen else { throw CancellationError() }
      return try await self.exchange(request)
    }
  }
}

nonisolated extension HTTPClient {
  /// What a server is asked for, and what is accepted of it.
  public struct Request: Sendable, Equatable {
    /// The method: `GET`.
    public var method: String
    /// The address.
    public var url: URL
    /// The header fields.
    public var headers: [String: String]
    /// What is sent along.
    public var body: Data
    /// The statuses that a response may have; another one is an error, and its body is not read.
    public var accepts: ClosedRange<Int>
    /// How many bytes a response may have.
    public var limit: Int
    /// How long a server may send nothing. Once the request is sent, the response begins, or has led elsewhere, within twice
    /// that time.
    public var timeout: Duration

    /// Creates a request.
    public init(
      _ method: String = "GET", url: URL, headers: [String: String] = [:], body: Data = Data(),
      accepts: ClosedRange<Int> = 200...299, limit: Int = 16 << 20, timeout: Duration = .seconds(15)
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
      self.accepts = accepts
      self.limit = limit
      self.timeout = timeout
    }

    /// The name of the server, for messages.
    public var host: String { url.host() ?? url.absoluteString }
  }

  /// What a server has answered.
  public struct Response: Sendable, Equatable {
    /// The status: 200.
    public var status: Int
    /// The header fields.
    public var headers: [String: String]
    /// The content.
    public var body: Data

    /// Creates a response.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// Returns the value of a header field; upper and lower case are the same.
    public func header(_ name: String) -> String? {
      headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
  }

  /// Why there is no response.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// The server answered with a status that the request does not accept.
    case status(Int)
    /// The response has more bytes than the request accepts.
    case tooLong(limit: Int)
    /// The server cannot be reached, or was lost.
    case unreachable(host: String, Reason)
    /// The servers sent the request from one address to the next for too long.
    case tooManyRedirections(host: String)
    /// The request was not sent.
    case refused(String)
    /// The app has no client.
    case unavailable

    public var description: String {
      switch self {
      case .status(let status): "The server answered with status \(status)."
      case .tooLong(let limit): "The server's answer is longer than \(limit) bytes."
      case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)."
      case .tooManyRedirections(let host): "\(host) and others sent the request from one to the next."
      case .refused(let reason): reason
      case .unavailable: "This app asks no server. Give its AppDefinition a network."
      }
    }
  }

  /// Why a server cannot be reached.
  public enum Reason: Sendable, Equatable, CustomStringConvertible {
    /// Nobody listens at the address.
    case cannotConnect
    /// No server has the name.
    case unknownHost
    /// The server sent nothing for too long.
    case timedOut
    /// The connection ended before the response did.
    case connectionLost
    /// There is no network.
    case offline
    /// An error of the system, by its number.
    case other(Int)

    public var description: String {
      switch self {
      case .cannotConnect: "nobody answers there"
      case .unknownHost: "there is no server of that name"
      case .timedOut: "no answer came in time"
      case .connectionLost: "the connection was lost"
      case .offline: "there is no network"
      case .other(let code): "the network says error \(code)"
      }
    }
  }
}

nonisolated extension HTTPClient.Request {
  /// The request to the address that a response leads to; nil if it leads nowhere.
  fileprivate func redirected(by response: HTTPClient.Response) -> HTTPClient.Request? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let next = response.header("Location").flatMap({ URL(string: $0, relativeTo: url) })?.absoluteURL,
      ["http", "https"].contains(next.scheme?.lowercased())
    else { return nil }
    var request = self
    request.url = next
    let keepsMethod =
      switch response.status {
      case 301, 302: method != "POST"
      case 303: ["GET", "HEAD"].contains(method)
      default: true
      }
    if !keepsMethod { (request.method, request.body) = ("GET", Data()) }
    let isSameServer = next.server == url.server
    // What one server may know is no matter of another.
    let secret = isSameServer ? [] : ["authorization", "cookie"]
    let ofBody = keepsMethod ? [] : ["content-type", "content-length"]
    request.headers = headers.filter { !(secret + ofBody).contains($0.key.lowercased()) }
    return request
  }
}

nonisolated extension URL {
  /// The same address as Foundation on Linux needs it, which knows schemes in small letters alone.
  fileprivate var withLowercaseScheme: URL {
    guard let scheme, scheme != scheme.lowercased() else { return self }
    return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count)) ?? self
  }

  /// Scheme, host and port, however they are written.
  fileprivate var server: (scheme: String?, host: String?, port: Int) {
    let scheme = scheme?.lowercased()
    return (scheme, host()?.lowercased(), port ?? (scheme == "https" ? 443 : 80))
  }
}
