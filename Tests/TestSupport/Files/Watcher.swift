#if DEBUG
import FolderWatch
import Glibc

/// A small process that outlives this one: should this one end without a word, even by SIGKILL, it ends every process
/// that has the folder in its environment, and removes the folder.
final class Watcher: Sendable {
  private let process: Int32
  private let line: Descriptor

  /// Starts to watch over the folder, which has to be this process's own.
  init(over folder: String) throws {
    let input = try Pipe()
    let nowhere = Descriptor(open("/dev/null", O_WRONLY | O_CLOEXEC))
    let spawn = Spawn(
      executable: WatchCommand.executable, arguments: WatchCommand.arguments,
      environment: WatchCommand.environment(folder: folder), workingDirectory: "/",
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
#endif
