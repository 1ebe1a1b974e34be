#if DEBUG
import AppDriver
import ControlProtocol
import Foundation

/// Does what the monkey chose.
struct Walker {
  let app: App
  let subject: Subject

  /// Does the step; false where it cannot be done, because the element is not there or takes no action.
  @discardableResult
  func perform(_ step: Step) throws -> Bool {
    do {
      switch step {
      case .tap(let identifier, let role): try app.descendants(of: [role])[identifier].tap()
      case .type(let identifier, let role, let text):
        try app.descendants(of: [role])[identifier].replaceText(text)
      case .back: try app.back()
      case .open(let link): try app.open(link)
      case .reset(let arguments, let keepData):
        app.launchArguments = subject.baseArguments + arguments
        try app.reset(keepData: keepData)
      case .tapInPassing: return false
      }
      return true
    } catch is ElementError {
      return false
    } catch AppError.refused(_, let route, let reply) where reply.code != .failed || route == .reset {
      // A situation may not fit the data that were kept: its link can lead nowhere.
      return false
    }
  }

  /// Does the steps that can be done, and then gives the app a clean slate; answers what the receipt complains of.
  func walk(_ steps: [Step], thenReset arguments: [String]) throws -> [String] {
    for step in steps { try perform(step) }
    return try reset(arguments, after: steps.last)
  }

  func reset(_ arguments: [String], after last: Step?) throws -> [String] {
    app.launchArguments = subject.baseArguments + arguments
    var finish: () -> Void = {}
    if case .tapInPassing(let identifier, let role) = last {
      let element = app.descendants(of: [role])[identifier]
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        // Whether it comes before the reset or after, which refuses it, is left to chance.
        _ = try? element.tap()
        done.signal()
      }
      finish = { done.wait() }
    }
    defer { finish() }
    guard let receipt = try app.reset() else { return ["the process was gone"] }
    return receipt.leaks.map { "leaked: \($0)" } + receipt.survived.map { "survived: \($0)" }
      + receipt.failures.map { "failed: \($0)" } + receipt.abandonedWork.map { "went on: \($0)" }
  }
}
#endif
