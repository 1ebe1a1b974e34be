#if DEBUG
import ControlProtocol
import ElementTree
import OperatingSystem

extension AppElement {
  /// Waits until the element is there, be it several times, and returns whether it is.
  public func waitForExistence(timeout: Double) -> Bool {
    (try? wait(timeout) { exists(in: $0) }) == true
  }

  /// Waits until the element is gone, and returns whether it is; false also when the app cannot be asked.
  public func waitForNonExistence(timeout: Double) -> Bool {
    (try? wait(timeout) { !exists(in: $0) }) == true
  }

  /// Waits until the element is there with the value, and returns whether it is.
  public func wait(for value: String, timeout: Double) -> Bool {
    (try? wait(timeout) { try find(in: $0)?.shownValue == value }) == true
  }

  /// Waits until the condition holds for what the app shows.
  ///
  /// The app itself answers when it has drawn anew, so nothing here sleeps or asks in vain.
  func wait(_ seconds: Double, until condition: (Element) throws -> Bool) throws -> Bool {
    let deadline = Deadline(in: .seconds(max(0, min(seconds, 86_400))))
    var snapshot = try query.checked(try query.app.snapshot())
    while true {
      if try condition(snapshot.tree) { return true }
      let milliseconds = deadline.remainingMilliseconds
      guard milliseconds > 0 else { return false }
      let next = TreeQuery(after: snapshot.revision, milliseconds: milliseconds)
      snapshot = try query.checked(try query.app.snapshot(next))
    }
  }

  func find(in tree: Element) throws -> Element? {
    do {
      return try resolve(in: tree)
    } catch ElementError.missing {
      return nil
    }
  }
}
#endif
