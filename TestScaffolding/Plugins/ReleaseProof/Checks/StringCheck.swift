internal import Foundation

/// Looks for traces of the scaffolding in the contents of an executable's sections.
package struct StringCheck: Sendable {
  let traces: [Trace]
  private let harmless: Set<String>

  /// Creates a check.
  ///
  /// - Parameter harmless: What debug information may say of a module, as its files are compiled, if to nothing:
  ///   the names and paths of modules and files.
  package init(traces: [Trace], harmless: Set<String>) {
    self.traces = traces
    self.harmless = harmless
  }

  /// Returns the traces in each section of the file.
  package func findings(in file: ElfFile) throws(ElfError) -> [Finding] {
    var findings: [Finding] = []
    for section in Self.searched(in: file) {
      if section.isCompressed { throw .compressed(section: section.name) }
      let area = SearchArea(file.bytes.storage[section.range])
      for trace in traces where Self.belongs(trace, in: section) {
        guard let found = find(trace, in: area, of: section) else { continue }
        findings.append(Finding(.string, found, in: section.name, from: trace.source))
      }
    }
    return findings
  }

  /// Returns the modules and literals that are in a resource.
  package func findings(in contents: [UInt8], at path: String) -> [Finding] {
    let area = SearchArea(contents[...])
    return traces.filter { $0.kind != .type && area.contains(Array($0.text.utf8)) }
      .map { Finding(.string, $0.text, in: path, from: $0.source) }
  }

  /// Returns how many strings there are to look at.
  package func stringCount(in file: ElfFile) -> Int {
    Self.searched(in: file).map { SearchArea(file.bytes.storage[$0.range]).stringCount() }.reduce(0, +)
  }

  /// The sections with contents of their own; the symbol tables are another check's.
  private static func searched(in file: ElfFile) -> [ElfSection] {
    file.sections.filter { section in
      let isOfSymbols = section.isSymbolTable || section.type == ElfSection.stringTable
      return !section.range.isEmpty && (section.isAllocated || !isOfSymbols)
    }
  }

  /// Names that other modules bring in are no sign of the scaffolding: there, only its modules are.
  private static func belongs(_ trace: Trace, in section: ElfSection) -> Bool {
    let isOfForeignNames = section.isDebugInformation || section.type == ElfSection.stringTable
    return trace.kind == .module || !isOfForeignNames
  }

  /// Where the sources are that a build tool writes, only the package manager knows: a path that leads to one that is
  /// gated, or to a folder of such, says no more than the paths of other sources.
  private func isHarmless(_ name: String) -> Bool {
    if harmless.contains(name) { return true }
    let contents = try? FileManager.default.contentsOfDirectory(atPath: name).map { "\(name)/\($0)" }
    let sources = (contents ?? [name]).filter { $0.hasSuffix(".swift") }
    return !sources.isEmpty
      && sources.allSatisfy { source in
        let text = try? String(contentsOfFile: source, encoding: .utf8)
        return text.map(SwiftSource.isWhollyInsideDebug) == true
      }
  }

  private func find(_ trace: Trace, in area: SearchArea, of section: ElfSection) -> String? {
    let needle = Array(trace.text.utf8)
    switch trace.kind {
    case .module:
      return area.places(of: needle).lazy.map { area.string(around: $0) }
        .first { !(section.isDebugInformation && isHarmless($0)) }
    case .type:
      return area.places(of: needle + [0]).contains { area.beginsString(at: $0) } ? trace.text : nil
    case .literal:
      let isThere = area.contains(needle) || (section.isExecutable && area.hasImmediate(needle))
      return isThere ? trace.text : nil
    }
  }
}
