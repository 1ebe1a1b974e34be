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

    let pid = try start(executable, arguments: arguments, environment: environment, actions: &actions)
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

  private static func start(
    _ executable: String, arguments: [String], environment: [String: String],
    actions: inout posix_spawn_file_actions_t
  ) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)

    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, executable, &actions, &attributes, &words, &variables)
    try Libc.require("start \(executable)", code)
    return pid
  }
}

extension Descriptor {
  fileprivate func copied() throws(SystemError) -> Descriptor {
    Descriptor(try Libc.check("fcntl", fcntl(number, F_DUPFD_CLOEXEC, 16)))
  }
}
#endif
