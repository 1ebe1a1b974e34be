#if DEBUG
import Foundation
import ObjectMemory

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
  private static let isUsed = programUses(
    "$s10Foundation12UserDefaultsC8standardACvgZ", of: "libFoundation.so")

  /// Whether the program of this process, or a library that came with it, imports something of this system library.
  ///
  /// A program that contains the library itself imports nothing, and may use everything.
  private static func programUses(_ name: String, of library: String) -> Bool {
    let files = Mapping.filesOfCode()
    guard let system = files.first(where: { $0.hasSuffix("/\(library)") })?.dropLast(library.count) else {
      return true
    }
    let ofSystem = [String(system), "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"]
    return files.contains { path in
      guard !ofSystem.contains(where: path.hasPrefix) else { return false }
      guard let file = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else { return true }
      return file.withUnsafeBytes { ElfMentions($0.baseAddress, $0.count, name) }
    }
  }
}
#endif
