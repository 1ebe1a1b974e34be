#if DEBUG
import Foundation
import Glibc
import Synchronization

/// The warm apps of a test run: each test has one to itself for as long as it lasts.
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

  /// Creates a pool that makes tests wait beyond so many apps in use at a time.
  package init(limit: Int, makeApp: @escaping @Sendable (String) -> App) {
    self.limit = limit
    self.makeApp = makeApp
  }

  /// The pool of this process: test frameworks make objects of their own for each test, and offer no other place
  /// to keep an app between two of them.
  package static let shared: AppPool = {
    let pool = AppPool(limit: max(2, ProcessInfo.processInfo.activeProcessorCount)) { App($0) }
    atexit { AppPool.shared.close() }
    return pool
  }()

  /// Lends an app, as soon as one may run.
  package func lease(_ name: String) async -> App {
    while true {
      if let app = take(name, beyondLimit: false) { return app }
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

  /// Lends an app at once, for tests that come one after another anyway.
  package func leaseNow(_ name: String) -> App {
    while true {
      if let app = take(name, beyondLimit: true) { return app }
    }
  }

  /// Takes the app back for the next test.
  package func giveBack(_ app: App) {
    let (next, isClosed) = shelf.withLock { shelf in
      shelf.leased[ObjectIdentifier(app)] = nil
      if !shelf.isClosed { shelf.idle[app.name, default: []].append(app) }
      return (shelf.waiting.isEmpty ? nil : shelf.waiting.removeFirst(), shelf.isClosed)
    }
    if isClosed { app.terminate() }
    next?.resume()
  }

  /// Ends all apps, also those in use.
  package func close() {
    let apps = shelf.withLock { shelf in
      shelf.isClosed = true
      let all = shelf.idle.values.flatMap(\.self) + shelf.leased.values
      shelf.idle = [:]
      return all
    }
    for app in apps { app.terminate() }
  }

  private func take(_ name: String, beyondLimit: Bool) -> App? {
    let (app, surplus): (App?, App?) = shelf.withLock { shelf in
      guard beyondLimit || shelf.leased.count < limit else { return (nil, nil) }
      let app = shelf.idle[name]?.popLast() ?? makeApp(name)
      shelf.leased[ObjectIdentifier(app)] = app
      // Warm processes of other apps give way, so that there are never more than the limit.
      let idle = shelf.idle.values.reduce(0) { $0 + $1.count }
      guard idle + shelf.leased.count > limit,
        let other = shelf.idle.keys.sorted().first(where: { $0 != name && shelf.idle[$0]?.isEmpty == false })
      else { return (app, nil) }
      return (app, shelf.idle[other]?.popLast())
    }
    surplus?.terminate()
    return app
  }
}
#endif
