import AppRuntime
import Dispatch

/// What a generation can hold on to by mistake.
enum ObjectMistake: String, CaseIterable {
  case closure, timer, observer, delegate, array, payload, dictionary, box, clerk, sequence
  case detachedTask = "detached-task"
  case staticCache = "static-cache"
  case session = "whole-session"

  @MainActor func make(in session: LeakySession) {
    let basket = Basket()
    session.basket = basket
    Undo.free(basket)
    switch self {
    case .closure: basket.onChange = { basket.name = "gyoza" }
    case .timer: startTimer(for: basket)
    case .observer: Board.shared.observers.append(("basket", { basket.name = "told" }))
    case .delegate: basket.delegate = Line(of: basket)
    case .array: basket.lines = [Line(of: nil), Line(of: basket)]
    case .payload: basket.state = .ordered(at: 7, Line(of: basket))
    case .dictionary: basket.byName = ["ramen": Line(of: nil), "gyoza": Line(of: basket)]
    case .box: basket.box = Box(content: [basket])
    case .clerk: basket.clerk = Clerk(serving: basket)
    case .sequence:
      follow(basket, endless()) { numbers, basket in
        Task { for await number in numbers { basket.name = "\(number)" } }
      }
    case .detachedTask:
      follow(basket, endless()) { numbers, basket in
        Task.detached { for await number in numbers { basket.name = "\(number)" } }
      }
    case .staticCache:
      Board.shared.cache["last"] = basket
      basket.lines = [Line(of: nil)]
    case .session:
      Board.shared.cache["session"] = basket
      basket.onChange = { session.done = [] }
    }
    Undo.add { [weak basket] in basket?.letGo() }
    Undo.add { Board.shared = Board() }
  }

  /// A timer fires, and keeps what its handler captures, until somebody cancels it.
  @MainActor private func startTimer(for basket: Basket) {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { basket.name = "late" }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    Undo.add { timer.cancel() }
  }

  @MainActor private func follow(
    _ basket: Basket, _ numbers: (AsyncStream<Int>, AsyncStream<Int>.Continuation),
    _ start: (AsyncStream<Int>, Basket) -> Task<Void, Never>
  ) {
    _ = start(numbers.0, basket)
    Undo.add { numbers.1.finish() }
  }

  private func endless() -> (AsyncStream<Int>, AsyncStream<Int>.Continuation) {
    AsyncStream.makeStream(of: Int.self)
  }
}

/// What only looks like a mistake.
enum CleanObjects: String, CaseIterable {
  case weakCapture = "weak-capture"
  case unownedLink = "unowned-link"
  case weakObserver = "weak-observer"
  case lazyClosure = "lazy-closure"
  case lateRelease = "late-release"

  @MainActor func make(in session: LeakySession) {
    let basket = Basket()
    session.basket = basket
    switch self {
    case .weakCapture: basket.onChange = { [weak basket] in basket?.name = "" }
    case .unownedLink: basket.onChange = { [unowned basket] in basket.name = "" }
    case .weakObserver:
      Board.shared.observers = [("weakly", { [weak basket] in basket?.name = "" })]
    case .lazyClosure:
      basket.onChange = { basket.lines = [] }
      session.environment.tasks.start("let go of it") { basket.letGo() }
    case .lateRelease:
      Task {
        for _ in 0..<3 { await Task.yield() }
        basket.name = ""
      }
    }
  }
}
