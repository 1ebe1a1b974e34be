import Glibc

/// A small process that outlives this one: should this one end without a word, even by SIGKILL, it ends every process
/// that has the folder in its environment, and removes the folder.
final class Watcher: Sendable {
  private let process: Int32
  private let line: Descriptor

  /// Waits for the end of this process, which is the end of its input.
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

  /// Starts to watch over the folder, which has to be this process's own.
  init(over folder: String) throws {
    let input = try Pipe()
    let nowhere = Descriptor(open("/dev/null", O_WRONLY | O_CLOEXEC))
    let spawn = Spawn(
      executable: "/bin/sh", arguments: ["-c", Self.script, "watcher"],
      environment: ["PATH": "/usr/bin:/bin", "FOLDER": folder], workingDirectory: "/",
      streams: .session(input: input.reading, output: nowhere))
    process = try spawn.start()
    line = input.writing
  }

  /// Ends the watch: nothing is left to do. The process is a child that is not reaped yet, so the number is its own.
  func dismiss() { kill(process, SIGKILL) }

  deinit {
    line.disconnect()
    while waitpid(process, nil, 0) == -1, errno == EINTR {}
  }
}
