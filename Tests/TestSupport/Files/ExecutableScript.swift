import Foundation

/// Writes scripts that are to be executed.
package enum ExecutableScript {
  /// Writes the script, in place of what stands at the path.
  ///
  /// Another process does the writing. A file that this one has open for writing is open in every child that another
  /// thread starts just then, until that child has its own program; and what is open for writing cannot be executed.
  package static func write(_ text: String, to path: String) throws {
    let process = Process()
    let input = Foundation.Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"cat > "$1.new" && chmod 755 "$1.new" && mv "$1.new" "$1""#, "sh", path]
    process.standardInput = input
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
  }
}
