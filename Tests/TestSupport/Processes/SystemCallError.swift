import Glibc

/// A system call that failed: which, on what, and what the system said.
package struct SystemCallError: Error, Equatable, CustomStringConvertible {
  package let call: String
  package let subject: String
  package let code: Int32

  /// Makes an error from a code; without one, from `errno`.
  package init(_ call: String, on subject: String, code: Int32 = errno) {
    self.call = call
    self.subject = subject
    self.code = code
  }

  package var description: String { "\(call) failed on \(subject): \(String(cString: strerror(code)))." }
}
