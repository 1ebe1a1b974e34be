#if DEBUG
import Foundation
import ObjectMemory
import Synchronization

/// The types of which only the symbol table tells: those of variables, and of noncopyable stored properties and payloads,
/// such as a `Mutex`.
///
/// For such a property the compiler records a function in place of the type, and the runtime gets only `Void` from it.
/// In a debug build, this function has a name in the symbol table that contains the type's name.
enum HiddenTypes {
  /// What was read of a file. To read a large program takes a tenth of a second, and it stays as it is.
  private struct Symbols: Sendable {
    private typealias Symbol = (name: String, value: UInt)

    let path: String
    let movedBy: UInt
    /// The names of hidden types by the address of their function, before the file was moved.
    lazy var names: [UInt: String] = all(startingWith: "get_type_metadata ").reduce(into: [:]) {
      guard let end = $1.name.range(of: " noncopyable")?.lowerBound else { return }
      $0[$1.value] = String($1.name[..<end].dropFirst("get_type_metadata ".count))
    }
    lazy var types = descriptors(endingWith: "Mn")
    lazy var protocols = descriptors(endingWith: "Mp")

    /// The descriptors with their symbols, by the last part of the name.
    private func descriptors(endingWith suffix: String) -> [String: [(symbol: String, address: UInt)]] {
      all(startingWith: "$s", endingWith: suffix).reduce(into: [:]) { found, symbol in
        let address = movedBy &+ symbol.value
        text(at: relative(address &+ 8)).map { found[$0, default: []].append((symbol.name, address)) }
      }
    }

    /// What the file defines itself, if it is named so. A program has about a hundred thousand symbols: only these become
    /// strings.
    private func all(startingWith prefix: String, endingWith suffix: String = "") -> [Symbol] {
      let bytes = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
      return bytes?.withUnsafeBytes { bytes in
        collected {
          ElfForEachSymbol(
            bytes.baseAddress, bytes.count, prefix, suffix,
            { list, symbol in note((name: String(cString: symbol.name), value: symbol.start), to: list) }, $0)
        }
      } ?? []
    }
  }

  private static let files = Mutex<[String: Symbols]>([:])

  /// What is known of the file that the address is in.
  private static func inFile<Found: Sendable>(of address: UInt, _ find: (inout Symbols) -> Found?) -> Found? {
    var movedBy: UInt = 0
    guard let path = ObjectMemoryFile(address, &movedBy).map({ String(cString: $0) }) else { return nil }
    return files.withLock { find(&$0["\(movedBy) \(path)", default: Symbols(path: path, movedBy: movedBy)]) }
  }

  /// Returns the type behind a hidden name, if there are symbols for it.
  static func type(behind name: MangledName, in context: Metadata) -> Metadata? {
    inFile(of: name.address) { $0.names[name.address &- $0.movedBy] }.flatMap { text in
      var hidden = SymbolicName(text[...]) { descriptor($0, called: $1, near: name.address) }
      return hidden?.resolved(in: context)
    }
  }

  /// Returns the type of the static or global variable with the symbol, which begins at the address.
  static func type(ofVariableAt address: UInt, _ symbol: String) -> Metadata? {
    symbol.range(of: "vp", options: .backwards).flatMap { end in
      var name = SymbolicName(symbol[..<end.lowerBound].dropFirst(2), isVariable: true) {
        descriptor($0, called: $1, near: address)
      }
      return name?.resolved()
    }
  }

  /// The descriptor with this symbol, in which all that it refers to is written out.
  private static func descriptor(_ symbol: String, called last: String, near address: UInt) -> UInt {
    let known = inFile(of: address) { (symbol.hasSuffix("Mn") ? $0.types : $0.protocols)[last] }
    let own = known?.first {
      SymbolicName.writtenOut($0.symbol.dropFirst(2).dropLast(2)).map { $0 == symbol.dropLast(2) } == true
    }
    // It may be of a library that is loaded.
    return own?.address ?? UInt(bitPattern: dlsym(nil, "$s\(symbol)"))
  }
}
#endif
