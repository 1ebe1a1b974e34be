#if DEBUG
package import ControlProtocol

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }

  /// The object with more members.
  func adding(_ more: JSONValue) -> JSONValue {
    guard case .object(let own) = self, case .object(let others) = more else { return self }
    return .object(own + others)
  }
}
#endif
