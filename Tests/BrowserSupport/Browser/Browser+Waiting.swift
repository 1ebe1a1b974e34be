import TestSupport

/// A wait in the browser that did not end as the test needs.
package struct BrowserWaitError: Error, CustomStringConvertible {
  package let description: String
}

extension Browser {
  /// Waits until the condition holds, and asks again with each change of the page.
  ///
  /// An element that is not there, no longer, or out of reach, counts as a condition that does not hold yet.
  package func waitUntil(
    _ expectation: String, timeout: Duration = .patience, file: String = #fileID, line: UInt = #line,
    _ condition: () async throws -> Bool
  ) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: timeout)
    while true {
      var absence = ""
      do {
        if try await condition() { return }
      } catch let error as WebDriverError where error.mayPass {
        absence = "\n\(error)"
      }
      guard clock.now < deadline else {
        let page = (try? await execute("return document.body.innerText", as: String.self)) ?? "no page"
        throw BrowserWaitError(
          description: "\(file):\(line): Waited \(timeout) in vain until \(expectation).\(absence)\n"
            + "The page says:\n\(page.prefix(4000))")
      }
      // Between two pages there is nothing to wait for, and the condition is asked again at once.
      try? await nextChange()
    }
  }

  /// Waits until the element that the selector names is there, and returns it.
  @discardableResult
  package func waitFor(
    _ css: String, timeout: Duration = .patience, file: String = #fileID, line: UInt = #line
  ) async throws -> BrowserElement {
    var found: BrowserElement?
    try await waitUntil("there is \(css)", timeout: timeout, file: file, line: line) {
      found = try await self.find(css)
      return true
    }
    if let found { return found }
    return try await find(css)
  }

  /// Waits until the element that the selector names is there and can be clicked, and clicks it.
  package func click(
    _ css: String, timeout: Duration = .patience, file: String = #fileID, line: UInt = #line
  ) async throws {
    try await waitUntil("\(css) can be clicked", timeout: timeout, file: file, line: line) {
      try await self.find(css).click()
      return true
    }
  }

  /// Waits until the element that the selector names shows the text.
  package func waitForText(
    _ text: String, in css: String, timeout: Duration = .patience, file: String = #fileID,
    line: UInt = #line
  ) async throws {
    try await waitUntil("\(css) shows \"\(text)\"", timeout: timeout, file: file, line: line) {
      // The page itself sees its changes without being asked.
      (try? await self.comesToShow(text, in: css)) == true
    }
  }
}
