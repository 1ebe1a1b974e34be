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

  private static let scaffolding = [
    "ObjectGraph", "TestScaffolding", "LocalHTTP", "HeldResources", "Leaks", "ControlProtocol", "AppDriver",
  ]
  private static let known = TypeNames()
  /// By the last part of the name, the names within the modules; of each, the modules.
  private var modules: [Substring: [String: Set<String>]] = [:]

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
    let records = Records()
    TypeRecordsForEach(
      { data, movedBy, descriptor in
        guard let data else { return }
        Unmanaged<Records>.fromOpaque(data).takeUnretainedValue().all.append((movedBy, descriptor))
      }, Unmanaged.passUnretained(records).toOpaque())
    for isOfLibrary in [false, true] {
      for (movedBy, type) in records.all where libraries.contains(movedBy) == isOfLibrary {
        add(type, isOfLibrary: isOfLibrary)
      }
    }
  }

  private final class Records { var all: [(movedBy: UInt, descriptor: UInt)] = [] }

  /// Adds a type by its path: the module, the types around it, and its own name.
  private mutating func add(_ type: UInt, isOfLibrary: Bool) {
    var path: [String] = []
    var context = type
    for _ in 0..<32 where context != 0 {
      let kind = int32(context) & 0x1F
      let (isModule, isExtension, isType) = (kind == 0, kind == 1, (16...18).contains(kind))
      // The record of an extension does not have the plain name of what it extends.
      if isExtension { path.insert("", at: 0) }
      if isModule || isType, let name = text(at: relative(context &+ 8)) { path.insert(name, at: 0) }
      context = relative(context &+ 4)
      if context & 1 != 0 { context = word(context &- 1) }
    }
    guard let module = path.first, let name = path.last, !Self.scaffolding.contains(module) else {
      return
    }
    if isOfLibrary, path.count > 2 || modules[name[...]] == nil || !TypeRecordsIsPublic(type) { return }
    modules[name[...], default: [:]][path.dropFirst().joined(separator: "."), default: []].insert(module)
  }
}
#endif
