package import Processes

/// A wait that did not end as the test needs: what it waited for, where in the test, and what was seen instead.
package struct WaitError: Error, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    case timedOut(after: Duration)
    case ended(ExitStatus)
  }

  /// The line of the test that waited.
  package struct Place: Sendable {
    let file: String
    let line: UInt

    package init(_ file: String, _ line: UInt) {
      self.file = file
      self.line = line
    }
  }

  package let reason: Reason
  package let expectation: String
  package let evidence: String
  let place: Place

  package var description: String {
    let problem =
      switch reason {
      case .timedOut(let duration): "Waited \(duration) in vain for \(expectation)"
      case .ended(let status): "The process ended with \(status) before \(expectation)"
      }
    return "\(place.file):\(place.line): \(problem).\n\(evidence)"
  }
}
