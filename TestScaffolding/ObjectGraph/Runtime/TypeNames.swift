#if DEBUG
import ObjectMemory

/// What types are called in a report: by their own name, as far as that means only one type.
///
/// A type within another one gives way, and is written with that: `Hotel.Desk` beside `Desk`. Of two that would still be
/// called the same, each is written with its module.
struct TypeNames {
  static func name(of type: Metadata) -> String {
    let name = type.name
    guard name.split(whereSeparator: { !isPartOfWord($0) }).contains(where: known.isShared) else {
      return name
    }
    var (text, path, rest) = ("", [Substring](), type.qualifiedName[...])
    while !rest.isEmpty {
      // Where a private type or an extension is, is no name.
      if rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in ") {
        rest = rest.drop { $0 != ")" }.dropFirst(2)
        continue
      }
      path.append(rest.prefix(while: isPartOfWord))
      rest.removeFirst(path[path.count - 1].count)
      let separator = rest.popFirst()
      if separator == "." { continue }
      text += known.shortest(path) + (separator.map(String.init) ?? "")
      path = []
    }
    return text
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static let known = TypeNames()
  /// By the last part of the name, the names within the modules; of each, the modules.
  private var modules: [Substring: [String: Set<Substring>]] = [:]

  private func isShared(_ name: Substring) -> Bool {
    modules[name].map { $0.count > 1 || $0.values.contains { $0.count > 1 } } ?? false
  }

  private func shortest(_ path: [Substring]) -> String {
    guard let name = path.last, let module = path.first else { return "" }
    // What is within a generic type follows its arguments.
    if path.count > 1, module.isEmpty { return path.joined(separator: ".") }
    guard isShared(name) else { return String(name) }
    let inModule = path.dropFirst().joined(separator: ".")
    let isInSeveral = modules[name]?[inModule]?.count ?? 0 > 1
    return isInSeveral ? path.joined(separator: ".") : inModule
  }

  /// Reads the records of all types. Of a library, only what it offers counts; of the scaffolding, nothing.
  private init() {
    let symbols = ProgramSymbols()
    symbols.noteImages()
    let libraries = Set(symbols.images.filter(\.isOfSystem).map(\.movedBy))
    let records: [Record] = collected {
      TypeRecordsForEach(
        { list, movedBy, type, text in
          let path = text.map { String(cString: $0) } ?? ""
          let words = path.split(separator: ".", omittingEmptySubsequences: false)
          note((movedBy: movedBy, type: type, path: words), to: list)
        }, $0)
    }
    let own = records.filter {
      !libraries.contains($0.movedBy) && !HeapLayout.scaffoldingModules.contains(String($0.path[0]))
    }
    own.forEach { add($0.path) }
    for record in records where libraries.contains(record.movedBy) && record.path.count == 2 {
      if modules[record.path[1]] != nil, TypeRecordsIsPublic(record.type) { add(record.path) }
    }
  }

  private typealias Record = (movedBy: UInt, type: UInt, path: [Substring])

  private mutating func add(_ path: [Substring]) {
    let inModule = path.dropFirst().joined(separator: ".")
    modules[path[path.count - 1], default: [:]][inModule, default: []].insert(path[0])
  }
}
#endif
