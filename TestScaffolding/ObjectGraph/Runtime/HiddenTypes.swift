#if DEBUG
import Foundation
import ObjectMemory

/// The types of noncopyable stored properties and payloads, such as a `Mutex`.
///
/// For such a property the compiler records a function in place of the type, and the runtime gets only `Void` from it.
/// In a debug build, this function has a name in the symbol table that contains the type's name. The metadata of the
/// type, if the program has it, is found in the symbol table as well.
final class HiddenTypes {
  /// The symbols of one file: type names by the address of their function, and the addresses of metadata by symbol
  /// name.
  private struct Symbols {
    var names: [UInt: String] = [:]
    var places: [String: UInt] = [:]
  }

  private var symbols: [String: Symbols] = [:]

  /// A type that was found: its mangled name, and its metadata if the program has it.
  struct Hidden {
    let name: String
    let metadata: Metadata?
    /// The type of the guarded value, if it is a `Mutex`.
    let guarded: Metadata?
  }

  /// Returns the type behind a hidden name, if there are symbols for it.
  func type(behind name: MangledName, in context: Metadata) -> Hidden? {
    var movedBy: UInt = 0
    guard let file = ObjectMemoryFile(name.address, &movedBy) else { return nil }
    let path = String(cString: file)
    let known = symbols[path] ?? Self.read(path)
    symbols[path] = known
    guard let text = known.names[name.address &- movedBy] else { return nil }
    let parts = HiddenName(text, in: context) { known.places[$0].map { $0 &+ movedBy } }
    let metadata = Self.metadata(of: text, known.places, movedBy) ?? parts?.metadata
    let cell = Self.cell(of: text).flatMap { Self.metadata(of: $0, known.places, movedBy) }
    return Hidden(name: parts?.type ?? text, metadata: metadata, guarded: cell?.genericArgument(0))
  }

  /// The mangled name of the cell that stores the value of the mutex with the given name.
  private static func cell(of name: String) -> String? {
    let mutex = "15Synchronization5MutexV"
    return name.hasPrefix(mutex) ? "15Synchronization5_CellV" + name.dropFirst(mutex.count) : nil
  }

  private static func metadata(of name: String, _ places: [String: UInt], _ movedBy: UInt) -> Metadata? {
    if let place = places["$s\(name)N"], Metadata.isGenuine(movedBy &+ place) {
      return Metadata(movedBy &+ place)
    }
    guard let place = places["$s\(name)MD"] else { return nil }
    // This variable caches the type once it was requested. Before that, it holds the offset of the name and its negated
    // length.
    let value = word(movedBy &+ place)
    guard Int(bitPattern: value) < 0 else { return Metadata.isGenuine(value) ? Metadata(value) : nil }
    let type = ObjectMemoryType(relative(movedBy &+ place), Int(-int32(movedBy &+ place &+ 4)))
    return Metadata.isGenuine(type) ? Metadata(type) : nil
  }

  private static func read(_ path: String) -> Symbols {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return Symbols() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 64,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { return Symbols() }
    defer { munmap(start, Int(status.st_size)) }
    return symbols(in: ElfSymbols(UnsafeRawBufferPointer(start: start, count: Int(status.st_size))))
  }

  private static func symbols(in file: ElfSymbols) -> Symbols {
    var found = Symbols()
    file.forEach(startingWith: "get_type_metadata ") { text, value in
      guard let start = text.firstIndex(of: " "), let end = text.range(of: " noncopyable")?.lowerBound else {
        return
      }
      found.names[value] = String(text[start..<end].dropFirst())
    }
    if found.names.isEmpty { return found }
    file.forEach(startingWith: "$s", endingWith: ["MD", "Mn", "VN", "ON"]) { text, value in
      found.places[text] = value
    }
    return found
  }
}

/// The mangled name of a noncopyable type, such as `8LeakyApp6UniqueVyxG`, parsed as far as it is simple: a type of the
/// program with a module, one name and arguments. The runtime cannot find such types by name.
struct HiddenName {
  private let text: Substring
  private let module: Substring
  private let nominal: Substring
  /// Finds the metadata or descriptor of a type in the program's symbols, by symbol name.
  private let places: (String) -> UInt?
  /// The type whose declaration contains the name; it supplies the generic parameters.
  private let context: Metadata

  /// Skips the generic requirements, which come first in a name that mentions parameters.
  init?(_ name: String, in context: Metadata, places: @escaping (String) -> UInt?) {
    let demands = name.firstMatch(of: /l(?=[0-9]+[A-Za-z_]+[0-9])/)
    let isGeneric = name.first?.isNumber != true
    text = isGeneric ? demands.map { name[$0.range.upperBound...] } ?? "" : name[...]
    guard let module = Self.identifier(at: text.startIndex, in: text),
      let own = Self.nominal(at: module.endIndex, in: text)
    else { return nil }
    self.module = text[text.startIndex..<module.endIndex]
    nominal = text[text.startIndex..<own.endIndex]
    self.places = places
    self.context = context
  }

  /// The name without its generic requirements.
  var type: String { String(text) }

  /// The type, if all parts of its name could be parsed.
  var metadata: Metadata? {
    var rest = text
    guard let found = parse(&rest), rest.isEmpty else { return nil }
    return found
  }

  private func parse(_ rest: inout Substring) -> Metadata? {
    if rest.hasPrefix("x") {
      rest.removeFirst()
      return context.genericArgument(0)
    }
    if rest.hasPrefix("q_") {
      rest.removeFirst(2)
      return context.genericArgument(1)
    }
    var name: String
    if rest.hasPrefix("AC") {
      // A back reference to the first type of the name.
      name = String(nominal)
      rest.removeFirst(2)
    } else if rest.hasPrefix("AA"),
      let own = Self.nominal(at: rest.index(rest.startIndex, offsetBy: 2), in: rest)
    {
      // Another type of the same module.
      name = String(module) + String(own)
      rest = rest[own.endIndex...]
    } else if rest.hasPrefix(nominal) {
      name = String(nominal)
      rest.removeFirst(nominal.count)
    } else {
      return parseKnown(&rest)
    }
    guard rest.hasPrefix("y") else { return places("$s\(name)N").flatMap(Self.genuine) }
    rest.removeFirst()
    var arguments: [UInt] = []
    while !rest.hasPrefix("G") {
      guard let argument = parse(&rest) else { return nil }
      arguments.append(argument.address)
    }
    rest.removeFirst()
    return places("$s\(name)Mn").flatMap { Self.instance(of: $0, arguments) }
  }

  /// Parses one argument that the runtime can find by its name.
  private func parseKnown(_ rest: inout Substring) -> Metadata? {
    guard let end = rest.lastIndex(of: "G") else { return nil }
    let inner = rest[..<end].reversed().drop { $0 == "G" }
    for count in (0...(rest[..<end].count - inner.count)) {
      let name = rest[..<end].dropLast(count)
      // A capital A may refer back to an earlier part of the full name, which is missing here.
      guard !name.contains("A"), let found = MangledName.resolved(name, in: context) else { continue }
      rest = rest[name.endIndex...]
      return found
    }
    return nil
  }

  private static func genuine(_ address: UInt) -> Metadata? {
    Metadata.isGenuine(address) ? Metadata(address) : nil
  }

  /// A generic type with its arguments, unless it also needs conformances as arguments.
  private static func instance(of descriptor: UInt, _ arguments: [UInt]) -> Metadata? {
    let counts = UInt32(bitPattern: int32(descriptor &+ 36))
    let (parameters, keys) = (Int(counts & 0xFFFF), Int(int32(descriptor &+ 40) & 0xFFFF))
    guard UInt32(bitPattern: int32(descriptor)) & 0x80 != 0, parameters == arguments.count, keys == parameters
    else {
      return nil
    }
    let found = arguments.withUnsafeBufferPointer {
      ObjectMemoryGenericType(descriptor, UInt(bitPattern: $0.baseAddress))
    }
    return genuine(found)
  }

  /// Parses a length and as many characters.
  private static func identifier(at start: Substring.Index, in text: Substring) -> Substring? {
    let digits = text[start...].prefix { $0.isNumber }
    guard let count = Int(digits), count > 0,
      let end = text.index(digits.endIndex, offsetBy: count, limitedBy: text.endIndex)
    else { return nil }
    return text[start..<end]
  }

  /// Parses the name of a struct or enumeration, including the discriminator of a private one.
  private static func nominal(at start: Substring.Index, in text: Substring) -> Substring? {
    guard let name = identifier(at: start, in: text) else { return nil }
    var end = name.endIndex
    if let secret = identifier(at: end, in: text), text[secret.endIndex...].hasPrefix("LL") {
      end = text.index(secret.endIndex, offsetBy: 2)
    }
    guard end < text.endIndex, "VO".contains(text[end]) else { return nil }
    return text[start...end]
  }
}
#endif
