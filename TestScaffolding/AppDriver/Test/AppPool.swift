#if DEBUG
import Foundation
import Processes
import Synchronization

/// The running apps of a test process. Each test has its apps to itself while it lasts.
package final class AppPool: Sendable {
  /// What a test waits for.
  private struct Wish {
    var number: Int
    var names: [String]
    /// Gets nil if the test is cancelled.
    var answer: CheckedContinuation<Loan?, Never>
  }

  private struct Shelf {
    var idle: [String: [App]] = [:]
    var leased: [ObjectIdentifier: App] = [:]
    var waiting: [Wish] = []
    var lastNumber = 0
    var isClosed = false
  }

  /// The lent apps, and idle ones that have to end so that the limit is kept.
  private struct Loan: Sendable {
    var apps: [App]
    var surplus: [App]
  }

  private let limit: @Sendable () -> Int
  private let makeApp: @Sendable (String) -> App
  private let shelf = Mutex(Shelf())
  private let toldRemarks = Mutex(Set<String>())

  /// Creates a pool. When `limit` apps are in use, further tests have to wait.
  package init(
    limit: @autoclosure @escaping @Sendable () -> Int, makeApp: @escaping @Sendable (String) -> App
  ) {
    self.limit = limit
    self.makeApp = makeApp
  }

  /// The pool of this process. It is global because test frameworks create new objects for each test, and offer no
  /// other place to keep an app between two tests.
  package static let shared: AppPool = {
    let pool = AppPool(limit: processors) { App($0) }
    ThisProcess.atExit { AppPool.shared.close() }
    return pool
  }()

  private static let processors = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// Those of the remarks that no test of this process has told yet.
  func untold(_ remarks: [String]) -> [String] {
    toldRemarks.withLock { told in remarks.filter { told.insert($0).inserted } }
  }

  /// Lends an app for each name, as soon as the limit allows.
  ///
  /// All come at once, to one test after the other: nobody holds an app and waits for another, and nobody who needs two is
  /// overtaken for ever by those who need one. A test that needs more than the limit has them when it is alone. One that is
  /// cancelled gets none, and does not wait.
  package func lease(_ names: [String]) async throws(CancellationError) -> [App] {
    let number = shelf.withLock { shelf in
      shelf.lastNumber += 1
      return shelf.lastNumber
    }
    let loan = await withTaskCancellationHandler {
      await withCheckedContinuation { answer in
        let loan = shelf.withLock { shelf -> Loan?? in
          // Whoever is cancelled from here on waits already, and is found.
          if Task.isCancelled { return .some(nil) }
          if shelf.waiting.isEmpty, hasRoom(for: names, shelf) { return take(names, from: &shelf) }
          shelf.waiting.append(Wish(number: number, names: names, answer: answer))
          return .none
        }
        if let loan { answer.resume(returning: loan) }
      }
    } onCancel: {
      let wish = shelf.withLock { shelf in
        shelf.waiting.firstIndex { $0.number == number }.map { shelf.waiting.remove(at: $0) }
      }
      wish?.answer.resume(returning: nil)
      // Those behind it may need less.
      giveBack([])
    }
    guard let loan else { throw CancellationError() }
    return handOver(loan)
  }

  /// Lends the apps at once, regardless of the limit; for tests that run one after another.
  package func leaseNow(_ names: [String]) -> [App] {
    handOver(shelf.withLock { take(names, from: &$0) })
  }

  /// Takes the apps back and keeps them for the next test.
  package func giveBack(_ apps: [App]) {
    let (granted, isClosed) = shelf.withLock { shelf in
      for app in apps {
        shelf.leased[ObjectIdentifier(app)] = nil
        if !shelf.isClosed { shelf.idle[app.name, default: []].append(app) }
      }
      var granted: [(Wish, Loan)] = []
      while let wish = shelf.waiting.first, hasRoom(for: wish.names, shelf) {
        shelf.waiting.removeFirst()
        granted.append((wish, take(wish.names, from: &shelf)))
      }
      return (granted, shelf.isClosed)
    }
    if isClosed { for app in apps { app.terminate() } }
    for (wish, loan) in granted { wish.answer.resume(returning: loan) }
  }

  /// Ends all apps, including those in use; leaves idle ones to the next test process of a parallel run.
  package func close() {
    let (idle, leased) = shelf.withLock { shelf in
      shelf.isClosed = true
      defer { shelf.idle = [:] }
      return (shelf.idle.values.flatMap(\.self), shelf.leased.values.map(\.self))
    }
    for app in leased { app.terminate() }
    for app in idle { app.leave() }
  }

  private func hasRoom(for names: [String], _ shelf: borrowing Shelf) -> Bool {
    shelf.leased.isEmpty || shelf.leased.count + names.count <= limit()
  }

  private func take(_ names: [String], from shelf: inout Shelf) -> Loan {
    var apps: [App] = []
    for name in names {
      let app = shelf.idle[name]?.popLast() ?? makeApp(name)
      shelf.leased[ObjectIdentifier(app)] = app
      apps.append(app)
    }
    var surplus: [App] = []
    let others = shelf.idle.keys.filter { !names.contains($0) }.sorted()
    for other in others {
      while shelf.leased.count + shelf.idle.values.reduce(0, { $0 + $1.count }) > limit(),
        let app = shelf.idle[other]?.popLast()
      {
        surplus.append(app)
      }
    }
    return Loan(apps: apps, surplus: surplus)
  }

  private func handOver(_ loan: Loan) -> [App] {
    for app in loan.surplus { app.terminate() }
    return loan.apps
  }
}
#endif
