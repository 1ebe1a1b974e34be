import AppRuntime
import Foundation

/// Something that a session makes and that ought to go with it.
final class Basket {
  var onChange: (() -> Void)?
  var lines: [String] = []
}

/// Somebody who is told of changes.
final class Observer {
  var basket: Basket?
  weak var careful: Basket?
}

/// Holds on to whatever it is given, for as long as the process lives.
@MainActor
enum StaticCache {
  static var kept: [String: Observer] = [:]
}

/// What a generation can hold on to by mistake, and what only looks like it.
enum ObjectMistake: String, CaseIterable {
  case closure
  case staticCache = "static-cache"
  case timer
  case session = "whole-session"
  // These are none.
  case weakCapture = "weak-capture"
  case lateRelease = "late-release"

  @MainActor func make(in session: LeakySession) {
    let basket = Basket()
    basket.lines = ["ramen"]
    session.basket = basket
    switch self {
    case .closure: basket.onChange = { basket.lines.append("gyoza") }
    case .staticCache:
      let observer = Observer()
      observer.basket = basket
      StaticCache.kept["last"] = observer
      session.observer = observer
    case .timer:
      nonisolated(unsafe) let captured = basket
      // The run loop keeps it until somebody invalidates it.
      RunLoop.main.add(
        Timer(timeInterval: 1000, repeats: true) { _ in MainActor.assumeIsolated { captured.lines = [] } },
        forMode: .default)
    case .session:
      let observer = Observer()
      observer.basket = basket
      basket.onChange = { session.done = [] }
      StaticCache.kept["session"] = observer
    case .weakCapture:
      basket.onChange = { [weak basket] in basket?.lines = [] }
      let observer = Observer()
      observer.careful = basket
      StaticCache.kept["careful"] = observer
    case .lateRelease:
      Task {
        for _ in 0..<3 { await Task.yield() }
        _ = basket.lines
      }
    }
  }
}
