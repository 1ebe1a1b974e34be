import Foundation

/// A source file of the repository, as text.
struct SourceFile {
  /// The path below the top of the repository.
  let path: String
  let text: String

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  var layer: String { String(path.prefix { $0 != "/" }) }

  /// The folder of its module, such as `Core/AppData`.
  var module: String {
    let folders = path.split(separator: "/").dropLast()
    return folders.prefix(folders.contains("Tools") ? 4 : 2).joined(separator: "/")
  }

  /// Whether the words are anywhere in the text: where they are not, no pattern has to be tried, which is slow.
  func has(_ words: String) -> Bool { text.has(words) }

  /// The modules that the file imports.
  var imports: [String] {
    let pattern =
      /^(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+).*/
    // Most lines have nothing for the pattern, which is slow in a debug build.
    return lines.filter { $0.contains("import ") }.compactMap { line in
      line.wholeMatch(of: pattern).map { String($0.output.1) }
    }
  }

  /// The lines that are neither blank nor comments.
  var codeLines: [Substring] {
    lines.filter { line in
      let trimmed = line.drop(while: \.isWhitespace)
      return !trimmed.isEmpty && !trimmed.hasPrefix("//")
    }
  }

  /// The conditions of conditional compilation in the file that ask for `DEBUG`.
  var debugConditions: Int {
    codeLines.count { line in
      line.contains("DEBUG") && line.contains(/^\s*#(?:if|elseif)\b.*\bDEBUG\b/)
    }
  }
}

/// The repository that these tests were compiled from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let layers = ["Core", "Features", "SampleApps", "TestScaffolding", "Tests"]

  /// The files below the folders that end so, sorted by path: those in Swift, unless said otherwise.
  static func sources(in folders: [String] = layers, endingWith suffix: String = ".swift") throws
    -> [SourceFile]
  {
    try folders.flatMap { folder -> [SourceFile] in
      let base = root.appending(path: folder)
      let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
      return try paths.sorted().filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }.map {
        SourceFile(
          path: "\(folder)/\($0)", text: try String(contentsOf: base.appending(path: $0), encoding: .utf8))
      }
    }
  }

  /// The names of the folders, each a module, in a layer.
  static func modules(in layer: String) throws -> [String] {
    let base = root.appending(path: layer)
    return try FileManager.default.contentsOfDirectory(atPath: base.path).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: base.appending(path: name).path, isDirectory: &isFolder)
        && isFolder.boolValue
    }.sorted()
  }
}

extension String {
  func has(_ words: String) -> Bool { strstr(self, words) != nil }
}
