import Foundation

/// A thread of its own, for what depends on whose memory it is.
struct OnThread<Value> {
  let body: () -> Value

  func value() -> Value {
    nonisolated(unsafe) var result: Value?
    nonisolated(unsafe) let body = body
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      result = body()
      end.signal()
    }
    end.wait()
    guard let result else { preconditionFailure("a thread that has ended has a result") }
    return result
  }
}
