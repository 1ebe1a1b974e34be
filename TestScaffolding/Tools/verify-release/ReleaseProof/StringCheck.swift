import Foundation
import OperatingSystem
import ToolOptions

/// Searches the sections of an executable for traces of the scaffolding.
struct StringCheck: Sendable {
  let traces: [Trace]
  /// What debug information may mention, because every file is compiled, even one whose code is all left out: the names
  /// and paths of modules and files.
  let harmless: Set<String>

  /// Returns the traces found in each section of the file.
  func findings(in file: ElfFile) throws(ToolFailure) -> [Finding] {
    var findings: [Finding] = []
    for section in Self.searched(in: file) {
      if section.isCompressed {
        throw ToolFailure(
          "with the compressed section \(section.name), which cannot be searched; build it without compression"
        )
      }
      let area = SearchArea(file.bytes.storage[section.range])
      for trace in traces where Self.belongs(trace, in: section) {
        guard let found = find(trace, in: area, of: section) else { continue }
        findings.append(Finding(.string, found, in: section.name, from: trace.source))
      }
    }
    return findings
  }

  /// Returns the modules and literals found in a resource file.
  func findings(in contents: [UInt8], at path: String) -> [Finding] {
    let area = SearchArea(contents[...])
    return traces.filter { trace in
      switch trace.kind {
      case .module: area.places(of: ModuleName(trace.text)).contains { _ in true }
      case .type, .function: false
      case .literal: area.contains(Array(trace.text.utf8))
      }
    }
    .map { Finding(.string, $0.text, in: path, from: $0.source) }
  }

  /// Returns how many strings the searched sections contain.
  func stringCount(in file: ElfFile) -> Int {
    Self.searched(in: file).map { SearchArea(file.bytes.storage[$0.range]).stringCount() }.reduce(0, +)
  }

  /// The sections to search. Symbol tables are left to `SymbolCheck`.
  private static func searched(in file: ElfFile) -> [ElfSection] {
    file.sections.filter { section in
      let isOfSymbols = section.isSymbolTable || section.type == ElfSection.stringTable
      return !section.range.isEmpty && (section.isAllocated || !isOfSymbols)
    }
  }

  /// In sections with names from other modules, a type name or literal proves nothing; only a module name counts there.
  private static func belongs(_ trace: Trace, in section: ElfSection) -> Bool {
    guard trace.kind != .function else { return false }
    let isOfForeignNames = section.isDebugInformation || section.type == ElfSection.stringTable
    return trace.kind == .module || !isOfForeignNames
  }

  /// Only the package manager knows where a build tool writes sources. Like the path of any other source, such a path
  /// is harmless if all sources there are entirely inside `#if DEBUG`.
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
    case .function:
      return nil
    case .module:
      return area.places(of: ModuleName(trace.text)).lazy.map { area.string(around: $0) }
        .first { !(section.isDebugInformation && isHarmless($0)) }
    case .type:
      return area.places(of: needle + [0]).contains { area.beginsString(at: $0) } ? trace.text : nil
    case .literal:
      let isThere = area.contains(needle) || (section.isExecutable && area.hasImmediate(needle))
      return isThere ? trace.text : nil
    }
  }
}

/// The contents of a section, with methods to find strings.
struct SearchArea {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Returns every position of the needle.
  func places(of needle: [UInt8]) -> AnyIterator<Int> {
    var start = bytes.startIndex
    return AnyIterator {
      guard let place = find(needle, from: start) else { return nil }
      start = place + 1
      return place
    }
  }

  /// Returns every position at which the name of the module begins.
  func places(of module: ModuleName) -> some Sequence<Int> {
    places(of: module.needle).lazy.filter { place in
      module.isNamed(after: place == bytes.startIndex ? nil : bytes[place - 1])
    }
  }

  func contains(_ needle: [UInt8]) -> Bool { find(needle, from: bytes.startIndex) != nil }

  /// Returns the text around a position, as far as it is valid in both directions.
  func string(around place: Int) -> String {
    let start = bytes[..<place].lastIndex { !Self.isText($0) }.map { $0 + 1 } ?? bytes.startIndex
    let end = bytes[place...].firstIndex { !Self.isText($0) } ?? bytes.endIndex
    let before = String(decoding: bytes[start..<place], as: UTF8.self).split(
      separator: "\u{fffd}", omittingEmptySubsequences: false)
    let after = String(decoding: bytes[place..<end], as: UTF8.self).prefix { $0 != "\u{fffd}" }
    return String((before.last ?? "") + after)
  }

  /// Returns whether a string may begin at this position, because the byte before is not part of a word.
  func beginsString(at place: Int) -> Bool {
    // A number is often stored before a string, and its last byte may look like part of a UTF-8 letter.
    place == bytes.startIndex || bytes[place - 1] >= 0x80 || !SwiftSourceReader.isWord(bytes[place - 1])
  }

  /// Returns whether the machine code contains a short string as two numbers, as Swift stores up to 15 bytes.
  func hasImmediate(_ text: [UInt8]) -> Bool {
    guard (8...15).contains(text.count) else { return false }
    let padding = Array(repeating: UInt8(0), count: 15 - text.count)
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let count = UInt8(text.count) | (isASCII ? 0xe0 : 0xa0)
    let second = Array(text[8...]) + padding + [count]
    // The two numbers are loaded close together, in either order.
    let distance = 64
    return places(of: Array(text.prefix(8))).contains { place in
      let near = max(bytes.startIndex, place - distance)..<min(bytes.endIndex, place + distance)
      return SearchArea(bytes[near]).contains(second)
    }
  }

  /// Returns the number of strings of at least four ASCII characters.
  func stringCount() -> Int {
    var count = 0
    var length = 0
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes {
        length = Self.isText(byte) && byte < 0x80 ? length + 1 : 0
        if length == 4 { count += 1 }
      }
    }
    return count
  }

  private func find(_ needle: [UInt8], from start: Int) -> Int? {
    guard start < bytes.endIndex else { return nil }
    return bytes[start...].withUnsafeBytes { $0.firstPlace(of: needle) }.map { start + $0 }
  }

  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f }
}
