import Foundation
import XCTest

extension XCTestCase {
  /// Runs the case as XCTest does, also on a thread other than the main one.
  ///
  /// XCTest waits for hooks that are `async` in the thread's run loop. A run loop that has nothing to wait for returns at
  /// once, and XCTest asks it again without end; so this one has a timer.
  func runAndWait() {
    let timer = Timer(timeInterval: 86_400, repeats: true) { _ in }
    RunLoop.current.add(timer, forMode: .default)
    defer { timer.invalidate() }
    run()
  }
}
