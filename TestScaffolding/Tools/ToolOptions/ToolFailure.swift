/// Why a tool has not done what was asked of it.
package struct ToolFailure: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
