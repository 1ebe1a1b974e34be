#if DEBUG
import Glibc

/// A small process that outlives this one: should this one end without a word, even by SIGKILL, it ends every process
/// that has the folder in its environment, and removes the folder.
final class Watcher: Sendable {
  private let pid: pid_t
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
  init(over folder: String) throws(SystemError) {
    let (reading, writing) = try Descriptor.pipe()
    let word = try reading.copied()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    try Libc.require("dup2", posix_spawn_file_actions_adddup2(&actions, word.number, 0))
    for output in [Int32(1), 2] {
      try Libc.require(
        "open /dev/null", posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0))
    }
    try Libc.closeDescriptors(from: 3, in: &actions)
    // It is in the folder of nobody, and in a session of its own: what ends the tests does not end it.
    try Libc.changeFolder(to: "/", in: &actions)
    pid = try Spawn.start(
      "/bin/sh", arguments: ["-c", Self.script, "watcher"],
      environment: ["PATH": "/usr/bin:/bin", "FOLDER": folder], actions: &actions, inOwnSession: true)
    line = writing
  }

  /// Ends the watch: nothing is left to do. The process is a child that is not reaped yet, so the number is its own.
  func dismiss() { kill(pid, SIGKILL) }

  deinit {
    line.close()
    while waitpid(pid, nil, 0) == -1, errno == EINTR {}
  }
}
#endif
