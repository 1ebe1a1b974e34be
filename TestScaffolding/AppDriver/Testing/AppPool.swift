#if DEBUG
import Foundation
import Processes
import Synchronization

/// The running apps of a test process. Each test has one to itself while it lasts.
package final class AppPool: Sendable {
  private struct Shelf {
    var idle: [String: [App]] = [:]
    var leased: [ObjectIdentifier: App] = [:]
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  private let limit: Int
  private let makeApp: @Sendable (String) -> App
  private let shelf = Mutex(Shelf())

  /// Creates a pool. When `limit` apps are in use, further tests have to wait.
  package init(limit: Int, makeApp: @escaping @Sendable (String) -> App) {
    self.limit = limit
    self.makeApp = makeApp
  }

  /// The pool of this process. It is global because test frameworks create new objects for each test, and offer no
  /// other place to keep an app between two tests.
  package static let shared: AppPool = {
    let pool = AppPool(limit: max(2, ProcessInfo.processInfo.activeProcessorCount)) { App($0) }
    ThisProcess.atExit { AppPool.shared.close() }
    return pool
  }()

  /// Lends an app, as soon as the limit allows.
  package func lease(_ name: String) async -> App {
    while true {
      let loan = shelf.withLock { $0.leased.count < limit ? take(name, from: &$0) : nil }
      if let loan { return handOver(loan) }
      await withCheckedContinuation { continuation in
        let mayGoOn = shelf.withLock { shelf in
          if shelf.leased.count < limit { return true }
          shelf.waiting.append(continuation)
          return false
        }
        if mayGoOn { continuation.resume() }
      }
    }
  }

  /// Lends an app at once, regardless of the limit; for tests that run one after another.
  package func leaseNow(_ name: String) -> App {
    handOver(shelf.withLock { take(name, from: &$0) })
  }

  /// Takes the app back and keeps it for the next test.
  package func giveBack(_ app: App) {
    let (next, isClosed) = shelf.withLock { shelf in
      shelf.leased[ObjectIdentifier(app)] = nil
      if !shelf.isClosed { shelf.idle[app.name, default: []].append(app) }
      return (shelf.waiting.isEmpty ? nil : shelf.waiting.removeFirst(), shelf.isClosed)
    }
    if isClosed { app.terminate() }
    next?.resume()
  }

  /// Ends all apps, including those in use.
  package func close() {
    let apps = shelf.withLock { shelf in
      shelf.isClosed = true
      let all = shelf.idle.values.flatMap(\.self) + shelf.leased.values
      shelf.idle = [:]
      return all
    }
    for app in apps { app.terminate() }
  }

  /// The lent app, and an idle one that has to end so that the limit is kept.
  private struct Loan {
    var app: App
    var surplus: App?
  }

  private func take(_ name: String, from shelf: inout Shelf) -> Loan {
    let app = shelf.idle[name]?.popLast() ?? makeApp(name)
    shelf.leased[ObjectIdentifier(app)] = app
    let idle = shelf.idle.values.reduce(0) { $0 + $1.count }
    let other = shelf.idle.keys.sorted().first { $0 != name && shelf.idle[$0]?.isEmpty == false }
    guard let other, idle + shelf.leased.count > limit else { return Loan(app: app) }
    return Loan(app: app, surplus: shelf.idle[other]?.popLast())
  }

  private func handOver(_ loan: Loan) -> App {
    loan.surplus?.terminate()
    return loan.app
  }
}
#endif
