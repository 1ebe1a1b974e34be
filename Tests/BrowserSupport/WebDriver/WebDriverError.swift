/// A refusal by the browser's driver, in the words of the WebDriver protocol.
package struct WebDriverError: Error, CustomStringConvertible {
  /// The error code of the protocol, such as "no such element".
  package let code: String
  package let message: String
  let command: String

  /// Tells whether the command did nothing because the element is not there, no longer, or out of reach for now.
  var mayPass: Bool {
    [
      "no such element", "stale element reference", "element click intercepted", "element not interactable",
    ].contains(code)
  }

  package var description: String { "\(command) failed with \"\(code)\": \(message)" }
}
