internal import Foundation

/// The files that an app writes its output and its errors to.
struct AppOutputs {
  let output: FileHandle
  let errors: FileHandle
  private let outputFile: URL
  private let errorFile: URL

  /// Makes the files below a folder.
  init(below folder: URL) throws {
    let name = UUID().uuidString
    outputFile = folder.appending(path: "output-\(name)")
    errorFile = folder.appending(path: "errors-\(name)")
    for file in [outputFile, errorFile] { try Data().write(to: file) }
    output = try FileHandle(forWritingTo: outputFile)
    errors = try FileHandle(forWritingTo: errorFile)
  }

  /// What the app has written so far.
  var outputText: String { Self.text(outputFile) }
  /// What the app has complained of so far.
  var errorText: String { Self.text(errorFile) }

  private static func text(_ file: URL) -> String {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
