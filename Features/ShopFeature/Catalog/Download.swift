import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives a server's answer, and refuses one with another status than 200 or with too many bytes.
///
/// A refused request is cancelled. Until the cancellation takes effect, Foundation on Linux keeps reading as fast as
/// the server sends, but nothing more is kept here.
///
/// This replaces `data(from:)`, which has no limit, and which on Linux cancels its request while holding a lock of
/// the task. If the request fails at that moment, it waits for the lock, and the canceller waits for the request:
/// swift-corelibs-foundation 5412.
nonisolated final class Download: NSObject, URLSessionDataDelegate, Sendable {
  enum Refusal: Error, Equatable {
    case status(Int)
    case tooLong
  }

  private let limit: Int
  /// The bytes received so far; nil once the answer is refused.
  private let received = Mutex<Data?>(Data())
  private let ending: AsyncThrowingStream<Data, any Error>.Continuation

  private init(limit: Int, ending: AsyncThrowingStream<Data, any Error>.Continuation) {
    self.limit = limit
    self.ending = ending
  }

  /// Returns the bytes of the answer. A cancelled task continues at once; its request ends later.
  static func bytes(
    from url: URL, limit: Int, configuration: URLSessionConfiguration
  ) async throws -> Data {
    let (answers, ending) = AsyncThrowingStream<Data, any Error>.makeStream()
    let download = Download(limit: limit, ending: ending)
    let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let request = session.dataTask(with: url)
    ending.onTermination = { end in
      if case .cancelled = end { request.cancelSoon() }
    }
    request.resume()
    for try await answer in answers { return answer }
    throw CancellationError()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    if status != 200 {
      refuse(dataTask, .status(status))
    } else if response.expectedContentLength > limit {
      refuse(dataTask, .tooLong)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = received.withLock { received in
      received?.append(data)
      return (received?.count ?? 0) > limit
    }
    if isTooLong { refuse(dataTask, .tooLong) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if error == nil, let answer = received.withLock({ $0 }) { ending.yield(answer) }
    ending.finish(throwing: error)
  }

  private func refuse(_ request: URLSessionTask, _ refusal: Refusal) {
    received.withLock { $0 = nil }
    ending.finish(throwing: refusal)
    request.cancelSoon()
  }
}

extension URLSessionTask {
  /// Cancels the request from another thread, since this thread may be the request's own.
  fileprivate nonisolated func cancelSoon() { DispatchQueue.global().async { self.cancel() } }
}
