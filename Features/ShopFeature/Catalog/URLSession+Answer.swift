import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSession {
  /// Brings what a server answers; a task that is cancelled goes on at once, and the request ends after that.
  ///
  /// In place of `data(from:)`, which on Linux cancels its request while it holds a lock of the task. A request that
  /// fails at that moment waits for the lock, and the canceller for the request: swift-corelibs-foundation 5412.
  nonisolated func answer(from url: URL) async throws -> (Data, URLResponse) {
    let (answers, continuation) = AsyncThrowingStream<(Data, URLResponse), any Error>.makeStream()
    let request = dataTask(with: url) { data, response, error in
      if let data, let response { continuation.yield((data, response)) }
      continuation.finish(throwing: error)
    }
    continuation.onTermination = { end in
      if case .cancelled = end { DispatchQueue.global().async { request.cancel() } }
    }
    request.resume()
    for try await answer in answers { return answer }
    throw CancellationError()
  }
}
