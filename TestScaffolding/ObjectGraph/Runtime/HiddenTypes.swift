#if DEBUG
import Foundation
import ObjectMemory

/// The types of stored properties and payloads that cannot be copied, such as a `Mutex`.
///
/// Where the compiler writes down the type of such a property, the runtime finds a function that answers `Void`. But its
/// place has a name in the symbol table of a debug build, and that name says the type; and what the program itself knows
/// of the type has a name there, too.
final class HiddenTypes {
  /// What one file says: the names of types by where they are hidden, and where else there is something of types.
  private struct Symbols {
    var names: [UInt: String] = [:]
    var places: [String: UInt] = [:]
  }

  private var symbols: [String: Symbols] = [:]

  /// A type behind a name: what it is called itself, and what the program knows of it.
  struct Hidden {
    let name: String
    let metadata: Metadata?
    /// What it guards, if it is a `Mutex`.
    let guarded: Metadata?
  }

  /// The type behind the name, if there are symbols for it.
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

  /// The name of the cell in which a mutex of that name keeps what it guards.
  private static func cell(of name: String) -> String? {
    let mutex = "15Synchronization5MutexV"
    return name.hasPrefix(mutex) ? "15Synchronization5_CellV" + name.dropFirst(mutex.count) : nil
  }

  private static func metadata(of name: String, _ places: [String: UInt], _ movedBy: UInt) -> Metadata? {
    if let place = places["$s\(name)N"], Metadata.isGenuine(movedBy &+ place) {
      return Metadata(movedBy &+ place)
    }
    guard let place = places["$s\(name)MD"] else { return nil }
    // A variable that has the type once it was asked for; before, where its name is, and the length of that, negated.
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
#endif
