#if DEBUG
import ControlProtocol
import ElementTree

/// The base class of page objects: what a test can see and do on one screen.
///
/// ```swift
/// final class WelcomePage: PageObject {
///   override var identifier: String { "welcome" }
///   func start() throws { try app.buttons["continue"].tap() }
/// }
/// ```
open class PageObject {
  /// The app that shows the page.
  public let app: App

  /// Creates a page object for the app.
  public required init(_ app: App) { self.app = app }

  /// The identifier of the page's screen.
  open var identifier: String { "" }

  /// The timeout of waits in seconds, unless a call gives another.
  open var defaultTimeout: Double { 10 }

  /// Waits until the app shows the page's screen.
  @discardableResult
  public func waitUntilShown(
    timeout: Double? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Self {
    guard !identifier.isEmpty else { throw ElementError.pageWithoutScreen("\(Self.self)") }
    try waitForElementToExist(app.otherElements[identifier], timeout: timeout, file: file, line: line)
    return self
  }

  /// Waits until the element is there.
  public func waitForElementToExist(
    _ element: AppElement, timeout: Double? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try wait("to exist", element, timeout, file, line) { element.exists(in: $0) }
  }

  /// Waits until the element is gone.
  public func waitForElementToNotExist(
    _ element: AppElement, timeout: Double? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try wait("to be gone", element, timeout, file, line) { !element.exists(in: $0) }
  }

  /// Waits until the element has the value.
  public func waitForElementValueToExist(
    _ element: AppElement, value: String, timeout: Double? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    try wait("to have the value \"\(value)\"", element, timeout, file, line) {
      try element.find(in: $0)?.shownValue == value
    }
  }

  private func wait(
    _ what: String, _ element: AppElement, _ timeout: Double?, _ file: StaticString, _ line: UInt,
    until condition: (Element) throws -> Bool
  ) throws {
    let seconds = timeout ?? defaultTimeout
    let call = CallPlace(file: file, line: line)
    try app.recorder.placed(at: call) {
      guard try !element.wait(seconds, at: call, until: condition) else { return }
      try Task.checkCancellation()
      throw WaitError(
        what: "the \(element.summary) \(what)", seconds: seconds,
        busy: try app.request(.status, as: StatusReply.self).reply.busy,
        tree: try app.look().tree.treeDescription, call: call)
    }
  }
}

/// A wait took too long.
public struct WaitError: Error, CustomStringConvertible {
  /// What was waited for.
  public var what: String
  public var seconds: Double
  /// The app's activities at the end of the wait.
  public var busy: [String]
  /// The app's element tree at the end of the wait.
  public var tree: String
  fileprivate let call: CallPlace

  @available(*, deprecated, message: "The failure is reported at the line that waited.")
  public var place: String { "\(call.file):\(call.line)" }

  public var description: String {
    "Waited \(seconds) s for \(what). "
      + (busy.isEmpty ? "The app is idle" : "The app is busy with \(busy.joined(separator: ", "))")
      + " and shows:\n\(tree)"
  }
}
#endif
