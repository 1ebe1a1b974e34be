package import OperatingSystem

/// A small process that outlives this one: should this one end without a word, even by SIGKILL, it ends every process
/// that has the folder in its environment, and removes the folder, if that is a real one of the same user.
package final class Watcher: Sendable {
  private let process: RunningProcess
  /// Its end is the end of this process.
  private let line: Descriptor

  /// Starts to watch over the folder, which has to be this process's own.
  package init(over folder: String) throws(SystemError) {
    let (reading, writing) = try Descriptor.pipe()
    // It is in the folder of nobody, and in a session of its own: what ends the tests does not end it.
    process = try Spawn(
      "/bin/sh", ["-c", Self.script, "watcher"], environment: ["PATH": "/usr/bin:/bin", "FOLDER": folder],
      folder: "/", standing: .ownSession, descriptors: [0: reading]
    ).start()
    line = writing
  }

  /// Ends the watch: nothing is left to do.
  package func dismiss() { process.signal(.kill) }

  deinit {
    line.close()
    _ = process.waitForExit(until: nil)
  }

  private static let script = """
    case "$FOLDER" in /*/*) ;; *) exit ;; esac
    read -r nothing
    for round in 1 2 3 4 5 6 7 8 9 10; do
      found=$(grep -lasF -e "=$FOLDER/" /proc/[0-9]*/environ)
      [ -n "$found" ] || break
      for place in $found; do
        place=${place#/proc/}
        kill -9 "${place%/environ}"
      done
    done
    [ -d "$FOLDER" ] && [ ! -L "$FOLDER" ] && [ -O "$FOLDER" ] || exit
    chmod -R u+rwx -- "$FOLDER"
    rm -rf -- "$FOLDER"
    """
}
