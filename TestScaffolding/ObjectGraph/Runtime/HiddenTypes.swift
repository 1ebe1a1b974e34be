#if DEBUG
import Foundation
import ObjectMemory
import Synchronization

/// The types of noncopyable stored properties and payloads, such as a `Mutex`.
///
/// For such a property the compiler records a function in place of the type, and the runtime gets only `Void` from it.
/// In a debug build, this function has a name in the symbol table that contains the type's name.
enum HiddenTypes {
  /// The symbols of one file.
  private struct Symbols: Sendable {
    /// The names of hidden types by the address of their function, before the file was moved.
    var names: [UInt: String] = [:]
    /// The descriptors of types, with their symbols, by the last part of the name.
    var types: [String: [(symbol: String, descriptor: UInt)]] = [:]
  }

  /// A file, and by how much it was moved when it was loaded.
  private struct Place: Hashable {
    let path: String
    let movedBy: UInt
  }

  /// What was read of files. To read a large program takes a tenth of a second, and it stays as it is.
  private static let files = Mutex<[Place: Symbols]>([:])

  /// Returns the type behind a hidden name, if there are symbols for it.
  static func type(behind name: MangledName, in context: Metadata) -> Metadata? {
    var movedBy: UInt = 0
    guard let file = ObjectMemoryFile(name.address, &movedBy) else { return nil }
    let place = Place(path: String(cString: file), movedBy: movedBy)
    let known = files.withLock { files in
      let known = files[place] ?? read(place)
      files[place] = known
      return known
    }
    return known.names[name.address &- movedBy].flatMap { text in
      var name = SymbolicName(text[...]) { descriptor(of: $0, called: $1, known) }
      return name?.resolved(in: context)
    }
  }

  /// The descriptor of the type with this full name.
  private static func descriptor(of name: String, called last: String, _ known: Symbols) -> UInt {
    let own = known.types[last]?.first { SymbolicName.writtenOut($0.symbol.dropFirst(2).dropLast(2)) == name }
    // A type of a library that is loaded.
    return own?.descriptor ?? UInt(bitPattern: dlsym(nil, "$s\(name)Mn"))
  }

  private static func read(_ place: Place) -> Symbols {
    var found = Symbols()
    let bytes = try? Data(contentsOf: URL(filePath: place.path), options: .alwaysMapped)
    bytes?.withUnsafeBytes { bytes in
      for (symbol, value) in ElfSymbols.all(in: bytes, startingWith: "get_type_metadata ") {
        guard let end = symbol.range(of: " noncopyable")?.lowerBound else { continue }
        found.names[value] = String(symbol[..<end].dropFirst("get_type_metadata ".count))
      }
      if found.names.isEmpty { return }
      for (symbol, value) in ElfSymbols.all(in: bytes, startingWith: "$s", endingWith: "Mn") {
        let descriptor = place.movedBy &+ value
        text(at: relative(descriptor &+ 8)).map { found.types[$0, default: []].append((symbol, descriptor)) }
      }
    }
    return found
  }
}

/// The symbols of an ELF file that is in memory.
enum ElfSymbols {
  /// The names and values of those that the file defines itself, and that are named so. A program has about a hundred thousand:
  /// only these become strings.
  static func all(
    in file: UnsafeRawBufferPointer, startingWith prefix: String, endingWith suffix: String = ""
  ) -> [(name: String, value: UInt)] {
    collected {
      ElfForEachSymbol(
        file.baseAddress, file.count, prefix, suffix,
        { list, name, value, _ in note((name: name.map { String(cString: $0) } ?? "", value: value), to: list)
        }, $0)
    }
  }
}
#endif
