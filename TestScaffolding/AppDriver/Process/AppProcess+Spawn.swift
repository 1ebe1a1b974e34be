#if DEBUG
import Glibc

extension AppProcess {
  /// The numbers by which the app knows the two descriptors that it inherits.
  enum Inherited {
    static let ready: Int32 = 3
    static let lifeline: Int32 = 4
    static let firstClosed: Int32 = 5
  }

  /// Starts the executable; the descriptor that is returned carries its handshake.
  static func spawn(
    _ executable: String, arguments: [String], environment: [String: String], folder: String, logCapacity: Int
  ) throws(SystemError) -> (process: AppProcess, ready: Descriptor) {
    let output = try Descriptor.pipe()
    let ready = try Descriptor.pipe()
    let lifeline = try Descriptor.pipe()
    // Copied above the numbers that the app knows, so that none of them overwrites another.
    let said = try output.write.copied(), told = try ready.write.copied(), held = try lifeline.read.copied()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    try Libc.require(
      "open /dev/null", posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0))
    for (source, target) in [
      (said, 1), (said, 2), (told, Inherited.ready), (held, Inherited.lifeline),
    ] {
      try Libc.require("dup2", posix_spawn_file_actions_adddup2(&actions, source.number, target))
    }
    try Libc.closeDescriptors(from: Inherited.firstClosed, in: &actions)
    try Libc.changeFolder(to: folder, in: &actions)

    let pid = try Spawn.start(
      executable, arguments: arguments, environment: environment, actions: &actions)
    for copy in [said, told, held] { copy.close() }
    do {
      let handle = Descriptor(try Libc.openProcessDescriptor(pid))
      let log = try OutputLog(reading: output.read, capacity: logCapacity)
      return (AppProcess(pid: pid, handle: handle, output: log, lifeline: lifeline.write), ready.read)
    } catch {
      kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw error
    }
  }
}
#endif
