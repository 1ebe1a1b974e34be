#if DEBUG
import FolderWatch
import Glibc

/// A small process that outlives this one: should this one end without a word, even by SIGKILL, it ends every process
/// that has the folder in its environment, and removes the folder.
final class Watcher: Sendable {
  private let pid: pid_t
  private let line: Descriptor

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
      WatchCommand.executable, arguments: WatchCommand.arguments,
      environment: WatchCommand.environment(folder: folder), actions: &actions, inOwnSession: true)
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
