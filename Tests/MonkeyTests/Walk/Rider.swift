import AppDriver
import ControlProtocol
import Foundation
import Leaks
import Synchronization

/// Does to an app what a monkey chose.
final class Rider {
  let app: App
  /// How many resets were done, those at the end of walks included.
  private(set) var resets = 0
  private var rushes: [DispatchSemaphore] = []

  init(_ app: App) { self.app = app }

  /// Does one step and returns whether the app took it; what an app may not answer is thrown.
  func perform(_ step: Step) throws -> Bool {
    do {
      switch step {
      case .tap(let role, let identifier): try app.descendants(of: [role])[identifier].tap()
      case .rush(let role, let identifier): try rush(app.descendants(of: [role])[identifier])
      case .type(let role, let identifier, let text, let replaces):
        let field = app.descendants(of: [role])[identifier]
        if replaces { try field.replaceText(text) } else { try field.typeText(text) }
      case .back: try app.back()
      case .open(let link): try app.open(link)
      case .reset(let start, let keepsData): try reset(to: start, keepsData: keepsData)
      }
      return true
    } catch AppError.refused {
      return false
    } catch is ElementError {
      return false
    }
  }

  /// Resets the app in its process, and lets all that was rushed come to its end; throws what is not clean then.
  @discardableResult
  func reset(to start: Start, keepsData: Bool = false, state: String? = nil) throws -> ResetReceipt {
    let before = (app.launchArguments, app.launchEnvironment)
    start.apply(to: app)
    let receipt: ResetReceipt?
    do {
      receipt = try state.map { try app.reset(to: $0) } ?? app.reset(keepData: keepsData)
    } catch {
      (app.launchArguments, app.launchEnvironment) = before
      throw error
    }
    resets += 1
    for rush in rushes { rush.wait() }
    rushes = []
    guard let receipt else {
      throw UncleanReset(problems: ["the process was replaced: \(app.relaunchReason ?? "")"])
    }
    guard receipt.isClean else { throw UncleanReset(problems: receipt.problems) }
    return receipt
  }

  /// Taps, and returns while the app is busy with that, or when it has answered.
  private func rush(_ element: AppElement) throws {
    let isDone = Flag()
    let end = DispatchSemaphore(value: 0)
    rushes.append(end)
    Thread.detachNewThread {
      try? element.tap()
      isDone.raise()
      end.signal()
    }
    while !isDone.isRaised, try app.status().busy.isEmpty {}
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
  }
}

/// A reset that did not leave a clean slate, whatever is seen later.
struct UncleanReset: Error {
  let problems: [String]
}

extension ResetReceipt {
  fileprivate var problems: [String] {
    survived.map { "survived: \($0.part) \($0.item): \($0.reason)" }
      + failures.map { "failed: \($0.part) \($0.item): \($0.reason)" }
      + abandonedWork.map { "went on: \($0)" } + leaks.map { "leaked: \($0)" }
      + processDifferences.filter { !$0.restored }.map { "changed: \($0)" }
  }
}
