#if DEBUG
/// The header fields of a message, in order; names are matched whatever their case.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
    /// The name in lower case, so that a search costs one comparison of bytes per field.
    let key: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
      key = name.lowercased()
    }
  }

  package private(set) var fields: [Field] = []

  package init(dictionaryLiteral fields: (String, String)...) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  /// Appends a field, also when there is one of that name.
  package mutating func append(_ name: String, _ value: String) {
    append(Field(name: name, value: value))
  }

  mutating func append(_ field: Field) { fields.append(field) }

  /// The values of all fields of that name.
  package func values(_ name: String) -> [String] {
    let key = name.lowercased()
    var values: [String] = []
    for field in fields where field.key == key { values.append(field.value) }
    return values
  }

  /// The value of the first field of that name.
  package subscript(name: String) -> String? {
    let key = name.lowercased()
    for field in fields where field.key == key { return field.value }
    return nil
  }
}
#endif
