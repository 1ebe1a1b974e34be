/// The identifier of something in a tree that no feature's session stands behind.
package struct ID: RawRepresentable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  package init(_ rawValue: String) { self.rawValue = rawValue }
}
