#if DEBUG
import Foundation
import OperatingSystem

/// What `UserDefaults.standard` has for this app. It is only read.
///
/// To read it costs a millisecond at the launch and thirty microseconds at each reset. It is left alone if the program
/// does not use it.
struct AppDefaults: Equatable {
  private let contents: [String: Any]

  static func now() -> AppDefaults { AppDefaults(contents: standard?.dictionaryRepresentation() ?? [:]) }

  /// Looks only whether they are used: whoever reads them once gets what was there then, in every process forked later.
  static func unread() -> AppDefaults {
    _ = isUsed
    return AppDefaults(contents: [:])
  }

  static func == (one: AppDefaults, other: AppDefaults) -> Bool {
    if one.contents.isEmpty && other.contents.isEmpty { return true }
    return one.contents as NSDictionary == other.contents as NSDictionary
  }

  /// The values by their keys, without those that the app has only registered: each generation may do that anew.
  var values: [String: String] {
    guard !contents.isEmpty else { return [:] }
    // Nobody keeps anything under this name, so that what is registered is all that is there.
    let registered = UserDefaults(suiteName: "net.cleanslate.nothing")?.dictionaryRepresentation() ?? [:]
    var values: [String: String] = [:]
    for (key, value) in contents {
      let text = Self.text(value)
      if text != registered[key].map(Self.text) { values["UserDefaults.standard \(key)"] = text }
    }
    return values
  }

  /// The value in quotation marks; Foundation wraps it in optionals.
  private static func text(_ value: Any) -> String {
    "\"\((value as? NSObject)?.description ?? "\(value)")\""
  }

  /// The class is asked for by its name, so that this line is not itself what uses it.
  private static var standard: UserDefaults? { isUsed ? type?.standard : nil }

  private static let type = _typeByName("10Foundation12UserDefaultsC") as? UserDefaults.Type
  private static let isUsed = Program.isUsed(
    "$s10Foundation12UserDefaultsC8standardACvgZ", of: "libFoundation.so")
}

/// A program or a library that is not the system's, as a file in the ELF format.
private struct Program {
  private let file: Data

  /// Whether the program of this process, or a library that came with it, imports something of this system library.
  ///
  /// A program that contains the library itself imports nothing, and may use everything.
  static func isUsed(_ name: String, of library: String) -> Bool {
    let files = Mapping.filesOfCode()
    guard let system = files.first(where: { $0.hasSuffix("/\(library)") })?.dropLast(library.count) else {
      return true
    }
    let ofSystem = [String(system), "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"]
    return files.contains { path in
      guard !ofSystem.contains(where: path.hasPrefix) else { return false }
      guard let file = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else { return true }
      return Program(file: file).imports(name)
    }
  }

  /// Whether the program imports, or exports, something with this name.
  func imports(_ name: String) -> Bool {
    file.withUnsafeBytes { bytes in
      guard let names = Self.dynamicNames(bytes) else { return true }
      return UnsafeRawBufferPointer(rebasing: bytes[names]).firstPlace(of: Array("\(name)\0".utf8)) != nil
    }
  }

  /// Where the names of imports and exports are; nil if this is not a file as Linux has them on 64 bits.
  private static func dynamicNames(_ bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    func number<Number: FixedWidthInteger>(_ place: Int, _: Number.Type) -> Int? {
      guard place >= 0, place + MemoryLayout<Number>.size <= bytes.count else { return nil }
      return Int(exactly: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
    guard bytes.has("\u{7F}ELF\u{2}", at: 0), let table = number(0x28, UInt64.self),
      let size = number(0x3A, UInt16.self), let count = number(0x3C, UInt16.self)
    else { return nil }
    let dynamicSymbols = 11
    for section in 0..<count where number(table + section * size + 4, UInt32.self) == dynamicSymbols {
      guard let names = number(table + section * size + 40, UInt32.self),
        let start = number(table + names * size + 24, UInt64.self),
        let length = number(table + names * size + 32, UInt64.self), start + length <= bytes.count
      else { return nil }
      return start..<start + length
    }
    return nil
  }
}
#endif
