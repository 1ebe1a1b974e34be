/// A refusal by the browser's driver, in the words of the WebDriver protocol.
package struct WebDriverError: Error, CustomStringConvertible {
  /// The error code of the protocol, such as "no such element".
  package let code: String
  package let message: String
  let command: String

  /// Tells whether the element is not there, or not there any longer.
  package var isAboutAbsence: Bool { code == "no such element" || code == "stale element reference" }

  package var description: String { "\(command) failed with \"\(code)\": \(message)" }
}
