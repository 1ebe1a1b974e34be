#if DEBUG
import Leaks
import ObjectMemory

/// A symbol of the program in the words of its source.
struct SymbolName {
  private let raw: String
  /// From the inside out: `closure #1 …`, `Clock.run(for:)`. Empty for what the compiler made.
  private let parts: [Substring]

  init(_ raw: String) {
    self.raw = raw
    guard let demangled = ObjectMemoryDemangled(raw) else {
      parts = []
      return
    }
    defer { demangled.deallocate() }
    var text = String(cString: demangled)
    // A private name is written together with the file that it is private to.
    if text.contains(" in _") { text.replace(/\(([^() ]+) in _[0-9A-F]+\)/) { $0.output.1 } }
    parts = Self.parts(of: Self.withoutPrefixes(text[...]))
  }

  /// `static Board.shared`, `the variable cache`.
  var variable: String? {
    guard let text = isLocal ? parts.first : parts.last else { return raw }
    let name = text.firstRange(of: " : ").map { text[..<$0.lowerBound] } ?? text
    let isStatic = name.hasPrefix("static ")
    let bare = isStatic ? name.dropFirst("static ".count) : name
    let path = isLocal ? "\(parts[1].prefix { $0 != " " }).\(bare)" : Self.withoutModule(bare)
    return (isStatic ? LeakPath.staticVariable : LeakPath.globalVariable) + path
  }

  /// Whether it is declared in a type within a function: `static tray : Tray in Place #1 in keep() -> ()`.
  private var isLocal: Bool { parts.count > 2 && parts[1].wholeMatch(of: #/[^ ]+ #[0-9]+/#) != nil }

  /// `closure #1 in Clock.start(for:)`; nil if it is no closure.
  var closure: String? {
    guard let first = parts.first, parts.count > 1, let place = parts.last else { return nil }
    let kind = parts.dropLast().lazy.compactMap { $0.firstMatch(of: #/^closure #[0-9]+/#)?.output }.first
    guard first.hasPrefix("closure #") || first.hasPrefix("implicit closure #") else { return nil }
    let name = kind ?? "a closure"
    return Self.initialized(by: place).map { "\(name) of \($0)" } ?? "\(name) in \(Self.signature(place))"
  }

  /// `Clock.run(for:)`, or the closure in it.
  var function: String? {
    if let closure { return closure }
    guard parts.count == 1, let text = parts.first, !text.contains(".$main(") else { return nil }
    if let variable = Self.initialized(by: text) { return variable }
    return text.contains("(") || text.hasSuffix(".deinit") || Self.accessor(text) != nil
      ? Self.signature(text) : nil
  }

  /// The symbol of the function itself, if this is one of its forwarder or of what it goes on with.
  var whole: String { raw.replacing(#/((TA|Tu|T[YQ][0-9]*_)(\.[0-9]+)?)+$/#, with: "") }

  /// Whether it is of a system's module. Programs have their own copies of generic functions.
  var isOfSystem: Bool {
    guard let place = parts.last else { return false }
    let declared = place.trimmingPrefix("variable initialization expression of ").trimmingPrefix("static ")
    return HeapLayout.isOfSystem(String(declared))
  }

  /// What people know an object of a library as, by the symbol of what describes it: `DispatchSource`.
  static func publicName(_ symbol: String, in image: ProgramSymbols.Image) -> String? {
    guard image.name == "libdispatch" else { return nil }
    return dispatchNames.first { symbol.contains($0.0) }?.1
  }

  private static let dispatchNames = [
    ("dispatch_source", "DispatchSource"), ("dispatch_mach", "DispatchSource"),
    ("dispatch_queue", "DispatchQueue"), ("dispatch_workloop", "DispatchQueue"),
    ("dispatch_group", "DispatchGroup"), ("dispatch_semaphore", "DispatchSemaphore"),
    ("dispatch_data", "DispatchData"), ("dispatch_io", "DispatchIO"),
    ("dispatch_operation", "DispatchIO"),
  ]

  // MARK: - Parts

  // A pattern is compiled wherever it is written, and nothing of one changes afterwards.
  nonisolated(unsafe) private static let prefix =
    #/^(\([0-9]+\) (suspend|await) resume partial function for |partial apply forwarder for |async function pointer to |merged |specialized |(generic |function signature |closure-propagation )?[a-z ]*specialization <[^>]*> of |dispatch thunk of |async )/#

  /// What the compiler makes of a function is called after it.
  private static func withoutPrefixes(_ text: Substring) -> Substring {
    var text = text
    while let found = text.firstMatch(of: prefix) { text = text[found.range.upperBound...] }
    return text
  }

  /// `closure #1 () -> ()` and `function(label: Type) -> ()`, of one in the other.
  private static func parts(of text: Substring) -> [Substring] {
    text.contains("thunk") || text.contains(" for type") || text.hasPrefix("outlined ")
      ? [] : split(text, at: " in ")
  }

  /// Splits a text, but not within brackets, up to a bracket that closes what was opened before.
  private static func split(_ text: Substring, at separator: String) -> [Substring] {
    var (parts, depth, start, before) = ([Substring](), 0, text.startIndex, Character(" "))
    for index in text.indices {
      switch text[index] {
      case "(", "[": depth += 1
      case ")", "]":
        if depth == 0 { return parts + [text[start..<index]] }
        depth -= 1
      case "<" where before != " " && before != ".": depth += 1
      case ">" where before != "-" && before != " " && before != "." && depth > 0: depth -= 1
      case _ where depth == 0 && index >= start && text[index...].hasPrefix(separator):
        parts.append(text[start..<index])
        start = text.index(index, offsetBy: separator.count)
      default: break
      }
      before = text[index]
    }
    return parts + [text[start...]]
  }

  nonisolated(unsafe) private static let initialization = #/variable initialization expression of (static )?/#

  /// `Piece.all` for what computes its first value.
  private static func initialized(by text: Substring) -> String? {
    guard let found = text.firstMatch(of: initialization) else {
      return nil
    }
    let rest = text[found.range.upperBound...]
    return withoutModule(rest.firstRange(of: " : ").map { rest[..<$0.lowerBound] } ?? rest)
  }

  private static func withoutModule(_ name: some StringProtocol) -> String {
    let extended = Substring(name).trimmingPrefix(#/\(extension in [^)]*\):/#)
    let arguments = extended.firstIndex(of: "<") ?? extended.endIndex
    guard let dot = extended[..<arguments].firstIndex(of: ".") else { return String(extended) }
    return String(extended[extended.index(after: dot)...])
  }

  nonisolated(unsafe) private static let accessors =
    #/^(?<name>[^(]*)\.(?<kind>getter|setter|modify|read|unsafeMutableAddressor|didset|willset) : /#

  /// `Clock.hour` and what of it is called, for an accessor of a property.
  private static func accessor(_ text: Substring) -> (name: Substring, kind: Substring)? {
    guard let found = text.firstMatch(of: accessors) else { return nil }
    return (found.output.name, found.output.kind)
  }

  /// A function with the labels of its parameters, without types and module.
  private static func signature(_ text: Substring) -> String {
    let text = text.trimmingPrefix("static ")
    if let (name, kind) = accessor(text) {
      return kind == "getter" || kind == "read" ? withoutModule(name) : "\(withoutModule(name)) (\(kind))"
    }
    let extended = text.hasPrefix("(extension in ") ? text.firstIndex(of: ":") : nil
    guard let open = text[(extended ?? text.startIndex)...].firstIndex(of: "(") else {
      return withoutModule(text.prefix { $0 != " " })
    }
    let operators = #/ (infix|prefix|postfix)$/#
    let name = withoutModule(text[..<open]).replacing(operators, with: "")
      .replacing("__allocating_init", with: "init").replacing(#/<[^<>]*>$/#, with: "")
    return "\(name)(\(labels(text[open...].dropFirst())))"
  }

  /// Those of a list of parameters: `for:_:`.
  private static func labels(_ list: Substring) -> String {
    split(list, at: ",").map { parameter in
      let parts = split(parameter, at: ":")
      let label = parts[0].filter { $0 != " " }
      return parts.count > 1 ? "\(label):" : label.isEmpty ? "" : "_:"
    }.joined()
  }
}
#endif
