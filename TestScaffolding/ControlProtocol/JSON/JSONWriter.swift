#if DEBUG
/// Writes values as JSON, straight into bytes; that takes a fraction of the time that Foundation needs. What it writes has
/// no control characters, so that it is harmless on a terminal as it is.
package enum WireJSON {
  /// Returns the value as JSON, with its fields in the order in which it names them.
  package static func encode(_ value: some Encodable) throws -> [UInt8] {
    let output = JSONOutput()
    try output.write(value)
    output.close(to: 0)
    return output.bytes
  }
}

/// A dictionary, which is written in the order of its names: the same values are always the same text.
private protocol NamedValues { func encodeInOrder(to encoder: any Encoder) throws }

extension Dictionary: NamedValues where Key == String, Value: Encodable {
  fileprivate func encodeInOrder(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    for (name, value) in sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: FieldName(stringValue: name))
    }
  }
}

/// The text so far. Containers stay open until something is written outside of them.
private final class JSONOutput {
  private struct Level {
    let closer: UInt8
    var isEmpty = true
  }

  // Bytes in memory of its own: what is generic about an array is slow in debug builds, in which all this runs.
  private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 2048)
  private var (count, capacity) = (0, 2048)
  private var levels: [Level] = []
  /// The types that are known to be no dictionaries. To find that out takes longer than to write a number.
  private var plainTypes: Set<ObjectIdentifier> = []

  deinit { start.deallocate() }

  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  private func append(_ byte: UInt8) {
    if count == capacity { makeRoom(for: 1) }
    start[count] = byte
    count &+= 1
  }

  private func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    if capacity &- count < length { makeRoom(for: length) }
    (start + count).initialize(from: bytes, count: length)
    count &+= length
  }

  private func makeRoom(for length: Int) {
    capacity = max(2 * capacity, count + length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
  }

  func close(to depth: Int) {
    while levels.count > depth, let level = levels.popLast() { append(level.closer) }
  }

  /// Opens a container for the value that is due; or goes on in the one that the same value has opened.
  func open(_ opener: UInt8, _ closer: UInt8, at depth: Int) -> Int {
    close(to: depth + 1)
    if levels.count == depth {
      append(opener)
      levels.append(Level(closer: closer))
    }
    return depth + 1
  }

  /// Makes room for the next element of the container at the depth.
  func nextElement(at depth: Int) {
    close(to: depth)
    if !levels[depth - 1].isEmpty { append(JSONByte.comma) }
    levels[depth - 1].isEmpty = false
  }

  func name(_ name: String, at depth: Int) {
    nextElement(at: depth)
    write(name)
    append(JSONByte.colon)
  }

  /// Writes a value where one is due.
  func write<Value: Encodable>(_ value: Value) throws {
    let (start, depth) = (count, levels.count)
    let place = JSONEncoding(output: self, depth: depth)
    let type = ObjectIdentifier(Value.self)
    if plainTypes.contains(type) {
      try value.encode(to: place)
    } else if let dictionary = value as? any NamedValues {
      try dictionary.encodeInOrder(to: place)
    } else {
      plainTypes.insert(type)
      try value.encode(to: place)
    }
    if count == start { write(literal: "{}") }
    close(to: depth)
  }

  func write(literal: String) {
    var literal = literal
    literal.withUTF8 { if let first = $0.baseAddress { append(first, $0.count) } }
  }

  func write(_ number: Double) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: [], debugDescription: "JSON has no \(number)."))
    }
    write(literal: number.description)
  }

  func write(_ text: String) {
    append(JSONByte.quote)
    var text = text
    text.withUTF8 { utf8 in
      guard let first = utf8.baseAddress else { return }
      var (written, position) = (0, 0)
      let end = utf8.count
      while position < end {
        let byte = first[position]
        if byte < JSONByte.space || byte == JSONByte.quote || byte == JSONByte.backslash
          || byte == JSONByte.delete
        {
          append(first + written, position - written)
          write(literal: Self.escape(byte))
          written = position + 1
        } else if byte == JSONByte.firstOfTwo, first[position + 1] < 0xA0 {
          append(first + written, position - written)
          position &+= 1
          write(literal: Self.escape(first[position]))
          written = position + 1
        }
        position &+= 1
      }
      append(first + written, end - written)
    }
    append(JSONByte.quote)
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case JSONByte.quote: "\\\""
    case JSONByte.backslash: "\\\\"
    case JSONByte.lineFeed: "\\n"
    case JSONByte.carriageReturn: "\\r"
    case JSONByte.tab: "\\t"
    case ..<0x10: "\\u000" + String(byte, radix: 16)
    default: "\\u00" + String(byte, radix: 16)
    }
  }
}

/// The place in the text where a value is due.
private struct JSONEncoding: Encoder, SingleValueEncodingContainer {
  let output: JSONOutput
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let inside = output.open(JSONByte.openingBrace, JSONByte.closingBrace, at: depth)
    return KeyedEncodingContainer(JSONFields<Key>(output: output, depth: inside))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let inside = output.open(JSONByte.openingBracket, JSONByte.closingBracket, at: depth)
    return JSONElements(output: output, depth: inside)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { output.write(literal: "null") }
  func encode(_ value: Bool) { output.write(literal: value ? "true" : "false") }
  func encode(_ value: String) { output.write(value) }
  func encode(_ value: Double) throws { try output.write(value) }
  func encode(_ value: Float) throws { try output.write(Double(value)) }
  func encode(_ value: Int) { output.write(literal: value.description) }
  func encode(_ value: some FixedWidthInteger & Encodable) { output.write(literal: value.description) }
  func encode(_ value: some Encodable) throws { try output.write(value) }
}

/// An object of the text. Fields of every type go the same way.
private struct JSONFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: JSONOutput
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  private func place(_ key: some CodingKey) -> JSONEncoding {
    output.name(key.stringValue, at: depth)
    return JSONEncoding(output: output, depth: depth)
  }

  func encodeNil(forKey key: Key) { place(key).encodeNil() }
  func encode(_ value: Bool, forKey key: Key) { place(key).encode(value) }
  func encode(_ value: String, forKey key: Key) { place(key).encode(value) }
  func encode(_ value: Int, forKey key: Key) { place(key).encode(value) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try place(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  { place(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { place(FieldName.inherited) }
  func superEncoder(forKey key: Key) -> any Encoder { place(key) }
}

/// An array of the text.
private struct JSONElements: UnkeyedEncodingContainer {
  let output: JSONOutput
  let depth: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(output: JSONOutput, depth: Int) { (self.output, self.depth) = (output, depth) }

  private mutating func place() -> JSONEncoding {
    output.nextElement(at: depth)
    count += 1
    return JSONEncoding(output: output, depth: depth)
  }

  mutating func encodeNil() { place().encodeNil() }
  mutating func encode(_ value: some Encodable) throws { try place().encode(value) }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  { place().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { place() }
}
#endif
