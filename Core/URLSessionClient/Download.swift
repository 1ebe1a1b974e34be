import AppRuntime
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives a server's response; does not read the body where the request does not accept the status, and refuses one with
/// too many bytes.
///
/// A refused request is cancelled. Until the cancellation takes effect, Foundation on Linux keeps reading as fast as
/// the server sends, but nothing more is kept here. The body of a redirection it keeps itself, and tells nothing of it
/// before its end; so a request is refused, too, that has no response within twice its time.
///
/// This replaces `data(for:)`, which has no limit, and which on Linux cancels its request while holding a lock of
/// the task. If the request fails at that moment, it waits for the lock, and the canceller waits for the request:
/// swift-corelibs-foundation 5412.
final class Download: NSObject, URLSessionDataDelegate, Sendable {
  private let request: HTTPClient.Request
  /// What has been received so far, with status 0 before there is any; nil once the response is there, refused or cancelled.
  private let received = Mutex<HTTPClient.Response?>(HTTPClient.Response(status: 0))
  private let ending: AsyncThrowingStream<HTTPClient.Response, any Error>.Continuation

  private init(
    _ request: HTTPClient.Request,
    ending: AsyncThrowingStream<HTTPClient.Response, any Error>.Continuation
  ) {
    self.request = request
    self.ending = ending
  }

  /// Returns the response. A cancelled task continues at once; its request ends later.
  @concurrent static func response(to request: HTTPClient.Request) async throws -> HTTPClient.Response {
    let (responses, ending) = AsyncThrowingStream<HTTPClient.Response, any Error>.makeStream()
    let download = Download(request, ending: ending)
    let configuration = configuration(request)
    let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: URLRequest(request))
    ending.onTermination = { end in
      if case .cancelled = end { download.refuse(task, CancellationError()) }
    }
    task.resume()
    async let _ = download.refuse(
      task, withoutResponseIn: .seconds(2 * configuration.timeoutIntervalForRequest))
    for try await response in responses { return response }
    throw CancellationError()
  }

  private static func configuration(_ request: HTTPClient.Request) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    // On Linux, a part of a second counts as none, and more than a number of seconds has room for ends the process.
    configuration.timeoutIntervalForRequest = min(
      max(1, (request.timeout / .seconds(1)).rounded(.up)), 86_400)
    // What is received must be up to date. Also, on Linux, cancelling a request while it asks a cache may end the process.
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return configuration
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Foundation on Linux ends the process if it hears the answer after a cancellation; each begins by receiving no more.
    received.withLock { if $0 != nil { completionHandler(nil) } }
    end(task, with: HTTPClient.Response(response))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let head = (response as? HTTPURLResponse).map(HTTPClient.Response.init) {
      // Foundation on Linux tells of interim responses, too.
      guard head.status >= 200 else { return completionHandler(.allow) }
      if !request.accepts.contains(head.status) {
        end(dataTask, with: head)
      } else {
        received.withLock { if $0 != nil { $0 = head } }
      }
    }
    if response.expectedContentLength > request.limit, request.method != "HEAD" { refuseLength(of: dataTask) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = received.withLock { received in
      received?.body.append(data)
      return (received?.body.count ?? 0) > request.limit
    }
    if isTooLong { refuseLength(of: dataTask) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard error == nil, let response = received.withLock({ $0 }), response.status > 0 else {
      let lost = HTTPClient.Failure.unreachable(host: request.host, .connectionLost)
      return ending.finish(throwing: error.map(failure) ?? lost)
    }
    ending.yield(response)
    ending.finish()
  }

  /// The error of a request. The system's own description is left out: it differs from try to try.
  private func failure(_ error: any Error) -> any Error {
    guard let error = error as? URLError else { return error }
    let reason: HTTPClient.Reason? =
      switch error.code {
      case .cancelled: nil
      case .cannotConnectToHost: .cannotConnect
      case .cannotFindHost, .dnsLookupFailed: .unknownHost
      case .timedOut: .timedOut
      case .networkConnectionLost: .connectionLost
      case .notConnectedToInternet: .offline
      default: .other(error.code.rawValue)
      }
    return reason.map { HTTPClient.Failure.unreachable(host: request.host, $0) } ?? CancellationError()
  }

  private func refuseLength(of task: URLSessionTask) {
    refuse(task, HTTPClient.Failure.tooLong(limit: request.limit))
  }

  private func refuse(_ task: URLSessionTask, withoutResponseIn limit: Duration) async {
    var sent: Int64
    repeat {
      sent = task.countOfBytesSent
      guard (try? await SleepQueue.shared.sleep(for: limit)) != nil else { return }
    } while task.countOfBytesSent > sent
    guard received.withLock({ $0?.status == 0 }) else { return }
    refuse(task, HTTPClient.Failure.unreachable(host: request.host, .timedOut))
  }

  private func refuse(_ task: URLSessionTask, _ error: any Error) {
    received.withLock { $0 = nil }
    ending.finish(throwing: error)
    task.cancelSoon()
  }

  /// Takes the response without its body.
  private func end(_ task: URLSessionTask, with response: HTTPClient.Response) {
    received.withLock { $0 = nil }
    ending.yield(response)
    ending.finish()
    task.cancelSoon()
  }
}

extension URLRequest {
  fileprivate init(_ request: HTTPClient.Request) {
    self.init(url: request.url)
    httpMethod = request.method
    for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty { httpBody = request.body }
  }
}

extension HTTPClient.Response {
  fileprivate init(_ response: HTTPURLResponse) {
    self.init(status: response.statusCode)
    for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
  }
}

extension URLSessionTask {
  /// Cancels the request from another thread, since this thread may be the request's own.
  fileprivate func cancelSoon() { DispatchQueue.global().async { self.cancel() } }
}
