#if DEBUG
import ObjectMemory

/// The mangled name of a type, as it stands in a symbol, rewritten so that the runtime understands it.
///
/// The runtime finds no private and no noncopyable type by its name. Therefore the name of each class, struct, enumeration
/// and protocol is replaced by a reference to its descriptor. That changes the numbers by which later parts of the name
/// refer to earlier ones.
struct SymbolicName {
  /// What a later part of the name may refer to: a module, a declaration's name, or a type.
  private struct Part {
    /// Its last name.
    var name = ""
    /// Whether it is only the last name, of which nobody has said yet what is called so.
    var isName = false
    /// The part with all that it refers to written out.
    var text = ""
    /// How many parts that is for the runtime.
    var count = 0
    var descriptor: UInt = 0
    /// The number in the new name of a type that is more than a name; negative if it is no part of the new name.
    var number: Int?
  }

  private let whole: Substring
  private var rest: Substring
  private let isVariable: Bool
  /// How many parts come before the type: the context and the name of a variable.
  private var leftOut: Int
  private var words: [Substring] = []
  private var parts: [Part] = []
  /// Parts that are not written yet, because they may be the context of what follows.
  private var pending: [Part] = []
  private var written: [UInt8] = []
  private var writtenCount = 0
  /// Where each list of protocols ends.
  private var lists: [(bytes: Int, parts: Int)] = []
  private var references: [(place: Int, descriptor: UInt)] = []
  /// The descriptor with a symbol, which is here without `$s`, of what has the name.
  private let descriptor: (_ symbol: String, _ name: String) -> UInt

  /// The name of a type, or of a variable with its type behind it. Nil for a name with parts that are not known here.
  init?(
    _ name: Substring, isVariable: Bool = false,
    descriptor: @escaping (_ symbol: String, _ name: String) -> UInt
  ) {
    (whole, rest, self.descriptor) = (name, name, descriptor)
    (self.isVariable, leftOut) = (isVariable, isVariable ? 2 : 0)
    while !rest.isEmpty {
      guard parse() else { return nil }
    }
  }

  /// The name of a class, struct, enumeration or protocol, with all that it refers to written out.
  static func writtenOut(_ name: Substring) -> String? {
    SymbolicName(name) { _, _ in 0 }?.pending.map(\.text).joined()
  }

  /// The type, with the generic arguments of the type in whose declaration the name is.
  mutating func resolved(in context: Metadata? = nil) -> Metadata? {
    flush()
    if written.isEmpty { return nil }
    // Each reference leads to its descriptor through a word behind the name.
    var bytes = written
    for (place, descriptor) in references {
      withUnsafeBytes(of: Int32(bytes.count - place)) { bytes.replaceSubrange(place..<place + 4, with: $0) }
      withUnsafeBytes(of: descriptor) { bytes += $0 }
    }
    let found = bytes.withUnsafeBufferPointer {
      ObjectMemoryType(
        UInt(bitPattern: $0.baseAddress), written.count, context?.descriptor ?? 0,
        context?.genericArguments ?? 0)
    }
    return found == 0 ? nil : Metadata(found)
  }

  // MARK: - Reading

  /// Parses one operation; false if it is not known.
  private mutating func parse() -> Bool {
    if rest.first?.isNumber == true { return parseIdentifier() }
    let start = rest
    var text: String { String(start[..<rest.startIndex]) }
    switch rest.removeFirst() {
    case "A": return parseReference()
    case let kind where "CVOPa".contains(kind):
      guard let name = pending.popLast(), let context = pending.popLast() else { return false }
      let text = "\(context.text)\(name.text)\(kind)"
      let found = "CVO".contains(kind) ? descriptor(text + "Mn", name.name) : 0
      add(Part(name: name.name, text: text, count: context.count + name.count + 1, descriptor: found))
    case "s": pending.append(Part(text: "s"))
    case "S" where take("g") != nil: write("Sg", isPart: true)
    case "S":
      _ = (takeNumber(), take("c"), rest.popFirst())
      pending.append(Part(text: text))
    case "F":
      // What is declared in a function is told from others by all that is before it. The runtime finds no such name. Whether
      // a second function is around the first one or belongs to the type of a variable is not known here.
      _ = take("Z")
      if parts.contains(where: { $0.text.hasPrefix("?") }) { return false }
      dropWritten(after: (0, 0))
      leftOut = isVariable ? 2 : 0
      pending = [Part(text: "?\(whole[..<rest.startIndex])")]
    case "L" where rest.first.map { $0 == "_" || $0.isNumber } == true:
      skipIndex()
      guard let name = pending.popLast() else { return false }
      pending.append(Part(name: name.name, text: name.text + text, count: name.count))
    case let kind where "LE".contains(kind):
      // A private name with what tells it from others of the module, or a type with the module of an extension.
      guard kind == "E" || take("L") != nil, let second = pending.popLast(), let first = pending.popLast()
      else {
        return false
      }
      pending.append(
        Part(
          name: first.name, isName: kind == "L", text: first.text + second.text + text,
          count: first.count + second.count))
    case "R":
      // A demand on a type, which may thereby become a part.
      let kind = take("bBcCiIjJlLmMpPQsStT") ?? " "
      if "iI".contains(kind) { skipIndex() }
      if !"BILMPQS".contains(kind) { skipParameter() }
      if "lLmM".contains(kind) { _ = rest.popFirst() }
      write(text, isPart: "cCjJmMpPtT".contains(kind))
    case "r": rest = rest.drop { $0 != "l" }
    case "l":
      // The demands on the generic parameters come before the type.
      dropWritten(after: (0, 0))
    case "G": write("G", isPart: true)
    case "Q":
      let kind = rest.popFirst() ?? " "
      if "yY".contains(kind) { skipParameter() }
      write(text, isPart: "zZyYxXo".contains(kind))
    case "X" where rest.first == "P":
      // In memory, an existential with constraints is like one without, and the runtime finds only the latter.
      guard let list = lists.popLast() else { return false }
      rest.removeFirst()
      dropWritten(after: list)
    case let kind where "XY".contains(kind):
      // The runtime has no blocks and boxes here, and would crash.
      guard let second = rest.popFirst(), kind == "Y" || !"BXxb".contains(second) else { return false }
      write(text)
      if text == "Xc" || text == "Xl" { lists.append((written.count, writtenCount)) }
    case "p":
      // A protocol that only marks types is none for the runtime.
      if pending.suffix(2).map(\.text) == ["s", "8Sendable"] { pending.removeLast(2) }
      endProtocol()
      write(text)
      lists.append((written.count, writtenCount))
    case let kind where "q$".contains(kind):
      _ = take("n")
      skipParameter()
      write(text)
    case "_":
      endProtocol()
      write(text)
    case let kind where kind.isLowercase || kind == "K": write(text)
    default: return false
    }
    return true
  }

  /// A protocol is a name behind that of its module.
  private mutating func endProtocol() {
    guard let name = pending.last, let module = pending.dropFirst(leftOut).dropLast().last,
      name.isName && module.isName
    else { return }
    let found = descriptor("\(module.text)\(name.text)Mp", name.name)
    if found != 0 { pending.replaceSubrange((pending.count - 2)..., with: [Part(descriptor: found)]) }
  }

  private mutating func take(_ characters: String) -> Character? {
    rest.first.map(characters.contains) == true ? rest.removeFirst() : nil
  }

  private mutating func takeNumber() -> Int? {
    let digits = rest.prefix(while: \.isNumber)
    rest = rest[digits.endIndex...]
    return Int(digits)
  }

  private mutating func skipIndex() { _ = (takeNumber(), take("_")) }

  private mutating func skipParameter() {
    if take("zs") != nil { return }
    if take("d") != nil { skipIndex() }
    skipIndex()
  }

  /// Parses the name of a module or a declaration, in which letters stand for words of earlier names.
  private mutating func parseIdentifier() -> Bool {
    let start = rest
    var (name, refersToWords) = ("", take("0") != nil)
    // Characters beyond ASCII are encoded.
    let isEncoded = refersToWords && take("0") != nil
    if isEncoded { refersToWords = false }
    repeat {
      while refersToWords, let letter = rest.first, letter.isLetter {
        rest.removeFirst()
        refersToWords = letter.isLowercase
        guard let number = Self.number(of: letter), number < words.count else { return false }
        name += words[number]
      }
      if take("0") != nil { break }
      guard let count = takeNumber(), count > 0 else { return false }
      if isEncoded { _ = take("_") }
      let literal = rest.prefix(count)
      rest = rest[literal.endIndex...]
      name += literal
      if !isEncoded { noteWords(in: literal) }
    } while refersToWords
    let text = isEncoded ? String(start[..<rest.startIndex]) : "\(name.count)\(name)"
    add(Part(name: name, isName: true, text: text, count: 1))
    return true
  }

  private static func number(of letter: Character) -> Int? {
    letter.asciiValue.map { Int($0) - (letter.isLowercase ? 97 : 65) }
  }

  /// A word ends before `_` and before a capital letter that follows another letter.
  private mutating func noteWords(in literal: Substring) {
    var (word, last) = ("" as Substring, "_" as Character)
    for next in literal + "_" {
      if !word.isEmpty, next == "_" || next.isUppercase && !last.isUppercase {
        if word.count > 1, words.count < 26 { words.append(word) }
        word = ""
      }
      if !word.isEmpty || next != "_" && !next.isNumber { word.append(next) }
      last = next
    }
  }

  /// Parses references to earlier parts: a small letter is followed by another one, a number repeats a part.
  private mutating func parseReference() -> Bool {
    while true {
      let repeats = takeNumber()
      guard let letter = rest.popFirst(), let index = Self.number(of: letter), repeats ?? 0 <= Self.mostParts
      else { return false }
      let number = letter == "_" ? (repeats ?? -1) + 27 : index
      guard parts.indices.contains(number), parts[number].number != -1 else { return false }
      pending += Array(repeating: parts[number], count: letter == "_" ? 1 : repeats ?? 1)
      if !letter.isLowercase { return true }
    }
  }

  /// No compiler writes names with more.
  private static let mostParts = 2_048

  private mutating func add(_ part: Part) {
    parts.append(part)
    pending.append(part)
  }

  // MARK: - Writing

  private mutating func flush() {
    for part in pending.dropFirst(leftOut) {
      if let number = part.number {
        let text =
          number < 26 ? "\(Unicode.Scalar(UInt8(65 + number)))" : number > 26 ? "\(number - 27)_" : "_"
        written += "A\(text)".utf8
      } else if part.descriptor != 0 {
        // The mark of a reference through a word; its offset follows.
        written += [2, 0, 0, 0, 0]
        references.append((written.count - 4, part.descriptor))
        writtenCount += 1
      } else {
        written += part.text.utf8
        writtenCount += part.count
      }
    }
    (pending, leftOut) = ([], 0)
  }

  private mutating func dropWritten(after end: (bytes: Int, parts: Int)) {
    pending = []
    written.removeLast(max(0, written.count - end.bytes))
    lists.removeAll { $0.bytes > end.bytes }
    references.removeAll { $0.place > end.bytes }
    writtenCount = end.parts
    for number in parts.indices where parts[number].number ?? -1 >= end.parts { parts[number].number = -1 }
  }

  private mutating func write(_ operation: String, isPart: Bool = false) {
    flush()
    written += operation.utf8
    guard isPart else { return }
    parts.append(Part(number: writtenCount))
    writtenCount += 1
  }
}
#endif
