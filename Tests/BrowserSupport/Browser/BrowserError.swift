/// Something around the browser that did not go as the test needs.
package struct BrowserError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
