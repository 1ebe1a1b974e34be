#if DEBUG
import Foundation
import Processes
import Synchronization

/// The running apps of a test process. Each test has its apps to itself while it lasts.
package final class AppPool: Sendable {
  /// What a test waits for.
  private struct Waiter {
    var number: Int
    var names: [String]
    /// Gets nil if the test is cancelled.
    var answer: CheckedContinuation<Loan?, Never>
  }

  private struct Contents {
    var idle: [String: [App]] = [:]
    var leased: [ObjectIdentifier: App] = [:]
    var waiting: [Waiter] = []
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
  private let contents = Mutex(Contents())
  private let toldRemarks = Mutex(Set<String>())
  let audit: AuditDesk

  /// Creates a pool. When `limit` apps are in use, further tests have to wait.
  ///
  /// - Parameter tests: The folder of the test targets, with their lists of what audits may find.
  package init(
    limit: @autoclosure @escaping @Sendable () -> Int,
    tests: String = FileManager.default.currentDirectoryPath + "/Tests",
    makeApp: @escaping @Sendable (String) -> App
  ) {
    self.limit = limit
    self.makeApp = makeApp
    audit = AuditDesk(tests: tests)
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
    let number = contents.withLock { contents in
      contents.lastNumber += 1
      return contents.lastNumber
    }
    let loan = await withTaskCancellationHandler {
      await withCheckedContinuation { answer in
        let loan = contents.withLock { contents -> Loan?? in
          // Whoever is cancelled from here on waits already, and is found.
          if Task.isCancelled { return .some(nil) }
          if contents.waiting.isEmpty, hasRoom(for: names, contents) { return take(names, from: &contents) }
          contents.waiting.append(Waiter(number: number, names: names, answer: answer))
          return .none
        }
        if let loan { answer.resume(returning: loan) }
      }
    } onCancel: {
      let waiter = contents.withLock { contents in
        contents.waiting.firstIndex { $0.number == number }.map { contents.waiting.remove(at: $0) }
      }
      waiter?.answer.resume(returning: nil)
      // Those behind it may need less.
      giveBack([])
    }
    guard let loan else { throw CancellationError() }
    return handOver(loan)
  }

  /// Lends the apps at once, regardless of the limit; for tests that run one after another.
  package func leaseNow(_ names: [String]) -> [App] {
    handOver(contents.withLock { take(names, from: &$0) })
  }

  /// Takes the apps back and keeps what they have for the next test.
  package func giveBack(_ apps: [App]) {
    // Each is known at any moment to whoever closes the pool.
    let kept = apps.map { app in
      let kept = app.handOn()
      contents.withLock { contents in
        contents.leased[ObjectIdentifier(app)] = nil
        contents.leased[ObjectIdentifier(kept)] = kept
      }
      return kept
    }
    let (granted, isClosed) = contents.withLock { contents in
      for app in kept { contents.leased[ObjectIdentifier(app)] = nil }
      for app in kept where !contents.isClosed { contents.idle[app.name, default: []].append(app) }
      var granted: [(Waiter, Loan)] = []
      while let waiter = contents.waiting.first, hasRoom(for: waiter.names, contents) {
        contents.waiting.removeFirst()
        granted.append((waiter, take(waiter.names, from: &contents)))
      }
      return (granted, contents.isClosed)
    }
    if isClosed { for app in kept { app.terminate() } }
    for (waiter, loan) in granted { waiter.answer.resume(returning: loan) }
  }

  /// Ends all apps, including those in use; leaves idle ones to the next test process of a parallel run.
  package func close() {
    let (idle, leased) = contents.withLock { contents in
      contents.isClosed = true
      defer { contents.idle = [:] }
      return (contents.idle.values.flatMap(\.self), contents.leased.values.map(\.self))
    }
    for app in leased { app.terminate() }
    for app in idle { app.leave() }
  }

  private func hasRoom(for names: [String], _ contents: borrowing Contents) -> Bool {
    contents.leased.isEmpty || contents.leased.count + names.count <= limit()
  }

  private func take(_ names: [String], from contents: inout Contents) -> Loan {
    var apps: [App] = []
    for name in names {
      let app = contents.idle[name]?.popLast() ?? makeApp(name)
      contents.leased[ObjectIdentifier(app)] = app
      apps.append(app)
    }
    var surplus: [App] = []
    for name in contents.idle.keys.sorted(by: { !names.contains($0) && names.contains($1) }) {
      while contents.leased.count + contents.idle.values.reduce(0, { $0 + $1.count }) > limit(),
        let app = contents.idle[name]?.popLast()
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
