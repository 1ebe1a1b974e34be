#if DEBUG
import Foundation
import Records

/// The sources of an executable, as SwiftPM has noted them beside it.
struct BuiltSources {
  private let executable: String
  private let files: [String]

  /// There are none of an executable that something else has built.
  init(of executable: String) {
    self.executable = executable
    let modules = Self.lines(of: "\(executable).product/Objects.LinkFileList")
      .map { URL(filePath: $0).deletingLastPathComponent().path }
    files = Set(modules).sorted().flatMap { Self.lines(of: "\($0)/sources") }
  }

  /// One that was changed or removed after the executable was linked; nil if it is of what is there.
  var newer: String? {
    guard let built = RunFolder.date(of: executable) else { return nil }
    return files.first { file in RunFolder.date(of: file).map { $0 > built } ?? true }
  }

  private static func lines(of path: String) -> [String] {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.split(separator: "\n").map { $0.trimmingCharacters(in: ["\"", "'"]) } ?? []
  }
}
#endif
