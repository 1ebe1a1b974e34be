import Foundation

/// The executables that SwiftPM builds beside the test bundle.
package enum BuiltProduct {
  /// There is no such executable: where it was looked for and how to build it.
  package struct Missing: Error, Equatable, CustomStringConvertible {
    package let name: String
    package let folder: String

    package var description: String {
      let configuration = folder.hasSuffix("/release") ? "-c release " : ""
      return "No executable \"\(name)\" in \(folder). "
        + "Build it with: swift build \(configuration)--product \(name)"
    }
  }

  /// Returns the path of an executable beside the running test bundle.
  package static func path(_ name: String) throws -> String {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return try path(name, in: URL(filePath: bundle).deletingLastPathComponent().path)
  }

  /// Returns the path of an executable in a folder.
  package static func path(_ name: String, in folder: String) throws -> String {
    let path = "\(folder)/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Missing(name: name, folder: folder)
    }
    return path
  }
}
