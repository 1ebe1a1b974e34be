/// Something that keeps a person from reading or using the page: the rule, the element, and what is wrong with it.
package struct AccessibilityFinding: Decodable, Sendable, Equatable, CustomStringConvertible {
  package let rule: String
  package let element: String
  package let detail: String

  package var description: String { "\(rule): \(element): \(detail)" }
}
