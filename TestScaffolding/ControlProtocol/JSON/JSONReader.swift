#if DEBUG
extension WireJSON {
  /// Reads a value from JSON.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws -> Value {
    try Value(from: JSONDecoding(value: JSONValue(parsing: bytes)))
  }

  /// Reads a value from a JSON object. Fields that it, or a value in it, does not ask for are refused, because they may be
  /// misspelt.
  package static func decodeExactly<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws -> Value {
    try decodeExactly(from: JSONValue(parsing: bytes))
  }

  /// Reads values from a list of JSON objects, each as `decodeExactly` does.
  package static func decodeEachExactly<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws -> [Value] {
    guard case .array(let elements) = try JSONValue(parsing: bytes) else {
      throw JSONError(.mismatch(expected: "an array", foundNull: false))
    }
    return try elements.enumerated().map { index, element in
      do {
        return try decodeExactly(from: element)
      } catch let error as JSONError {
        throw error.within("[\(index)]")
      }
    }
  }

  private static func decodeExactly<Value: Decodable>(from parsed: JSONValue) throws -> Value {
    try JSONDecoding(value: parsed, asked: AskedFields()).refusingUnknown { try Value(from: $0) }
  }
}

/// Why a JSON text is not the value that was asked for.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  enum Problem: Equatable {
    case syntax
    case missing(String)
    case unknown(String, known: [String])
    case repeated(String)
    case mismatch(expected: String, foundNull: Bool)
    case notWhole
    /// None of the values that there are; these are empty if they cannot be listed.
    case noSuchValue(known: [String])
  }

  let problem: Problem
  /// Where in the text: `launchArguments[0]`.
  private(set) var path = ""

  init(_ problem: Problem) { self.problem = problem }

  static var syntax: JSONError { JSONError(.syntax) }

  /// The same problem, as seen from the value around.
  func within(_ place: String) -> JSONError {
    var error = self
    error.path = path.isEmpty || path.hasPrefix("[") ? place + path : "\(place).\(path)"
    return error
  }

  package var description: String {
    let place = path.isEmpty ? "" : " at \"\(path)\""
    return switch problem {
    case .syntax: "it is not JSON"
    case .missing(let name): "\"\(name)\" is missing\(place)"
    case .unknown(let name, let known):
      "\"\(name)\" is none of \(path.isEmpty ? "its fields" : "the fields\(place)"); "
        + (known.isEmpty
          ? "there are none" : "they are \(known.map { "\"\($0)\"" }.joined(separator: ", "))")
    case .repeated(let name): "\"\(name)\" is there more than once\(place)"
    case .mismatch(let expected, let foundNull):
      "expected \(expected)\(foundNull ? ", found null" : "")\(place)"
    case .notWhole: "a number in it is not whole, or too large"
    case .noSuchValue(let known) where known.isEmpty: "what is there cannot be meant\(place)"
    case .noSuchValue(let known): "expected one of \(known.joined(separator: ", "))\(place)"
    }
  }
}

/// The fields that a value has asked for, in that order. Only a value that may have no others has such a list, and so has
/// each value in it.
private final class AskedFields {
  var names: [String] = []
}

/// A value of the text, to be read as one of Swift.
private struct JSONDecoding: Decoder, SingleValueDecodingContainer {
  let value: JSONValue
  var asked: AskedFields?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(value: JSONValue, asked: AskedFields? = nil) { (self.value, self.asked) = (value, asked) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch("an object") }
    return KeyedDecodingContainer(JSONObject<Key>(members: members, decoding: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch("an array") }
    return JSONArray(elements: elements, decoding: self)
  }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Reads all of the value; throws if the text has fields that nobody has asked for, or a field twice.
  func refusingUnknown<Read>(_ read: (Self) throws -> Read) throws -> Read {
    let result = try read(self)
    guard let asked, case .object(let members) = value else { return result }
    if let unknown = members.map(\.name).filter({ !asked.names.contains($0) }).min() {
      throw JSONError(.unknown(unknown, known: asked.names))
    }
    var seen: Set<String> = []
    if let repeated = members.first(where: { !seen.insert($0.name).inserted }) {
      throw JSONError(.repeated(repeated.name))
    }
    return result
  }

  /// The same reading, of a value in this one.
  func inner(_ value: JSONValue) -> Self { Self(value: value, asked: asked.map { _ in AskedFields() }) }

  private func mismatch(_ expected: String) -> JSONError {
    JSONError(.mismatch(expected: expected, foundNull: value == .null))
  }

  func decodeNil() -> Bool { value == .null }
  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let bool) = value else { throw mismatch("true or false") }
    return bool
  }
  func decode(_ type: String.Type) throws -> String {
    guard case .string(let string) = value else { throw mismatch("a string") }
    return string
  }
  func decode(_ type: Double.Type) throws -> Double {
    switch value {
    case .number(let number): return number
    case .integer(let integer): return Double(integer)
    default: throw mismatch("a number")
    }
  }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  private func integer<Number: BinaryInteger>() throws -> Number {
    switch value {
    case .integer(let integer):
      guard let number = Number(exactly: integer) else { throw JSONError(.notWhole) }
      return number
    case .number(let double):
      guard let number = Number(exactly: double) else { throw JSONError(.notWhole) }
      return number
    default: throw mismatch("a whole number")
    }
  }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number { try integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch DecodingError.dataCorrupted {
      throw JSONError(.noSuchValue(known: (type as? any CaseIterable.Type).map { Self.words(of: $0) } ?? []))
    }
  }

  private static func words<Words: CaseIterable>(of type: Words.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }
}

/// Reads the value at a place of a larger one.
private func decode<Value>(
  _ inner: JSONDecoding, at place: @autoclosure () -> String, _ read: (JSONDecoding) throws -> Value
) throws -> Value {
  do {
    return try read(inner)
  } catch let error as JSONError {
    throw error.within(place())
  }
}

/// An object of the text.
private struct JSONObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [JSONValue.Member]
  let decoding: JSONDecoding
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

  private func find(_ name: String) -> JSONValue? {
    if let asked = decoding.asked, !asked.names.contains(name) { asked.names.append(name) }
    for member in members where member.name == name { return member.value }
    return nil
  }

  private func read<Value>(_ key: some CodingKey, _ read: (JSONDecoding) throws -> Value) throws -> Value {
    let name = key.stringValue
    guard let value = find(name) else { throw JSONError(.missing(name)) }
    return try ControlProtocol.decode(decoding.inner(value), at: name, read)
  }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try read(key) { $0.decodeNil() } }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key) { try $0.decode(type) } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key) { try $0.decode(type) } }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(key) { try $0.decode(type) } }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(key) { try $0.refusingUnknown { try $0.decode(type) } }
  }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { try read(key) { try $0.container(keyedBy: type) } }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try read(key) { try $0.unkeyedContainer() }
  }
  func superDecoder() throws -> any Decoder { try read(FieldName.inherited) { $0 } }
  func superDecoder(forKey key: Key) throws -> any Decoder { try read(key) { $0 } }
}

/// An array of the text, with the position of the next element.
private struct JSONArray: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let decoding: JSONDecoding
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  init(elements: [JSONValue], decoding: JSONDecoding) {
    (self.elements, self.decoding) = (elements, decoding)
  }

  private mutating func read<Value>(_ read: (JSONDecoding) throws -> Value) throws -> Value {
    guard !isAtEnd else { throw JSONError(.missing("[\(currentIndex)]")) }
    let value = try ControlProtocol.decode(
      decoding.inner(elements[currentIndex]), at: "[\(currentIndex)]", read)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try read { try $0.refusingUnknown { try $0.decode(type) } }
  }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  { try read { try $0.container(keyedBy: type) } }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try read { try $0.unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try read { $0 } }
}

/// The name of a field that is known only when the program runs.
struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  /// Under this name a class encodes what it inherits.
  static var inherited: FieldName { FieldName(stringValue: "super") }
}
#endif
