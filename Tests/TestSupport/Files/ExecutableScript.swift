import Processes

/// Writes scripts that are to be executed.
package enum ExecutableScript {
  /// Writes the script, in place of what stands at the path.
  ///
  /// Another process does the writing. A file that this one has open for writing is open in every child that another
  /// thread starts just then, until that child has its own program; and what is open for writing cannot be executed.
  package static func write(_ text: String, to path: String) throws {
    let script = #"printf %s "$2" > "$1.new" && chmod 755 "$1.new" && mv "$1.new" "$1""#
    try Subprocess.run(["sh", "-c", script, "sh", path, text])
  }
}
