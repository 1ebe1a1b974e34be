#if DEBUG
import Glibc

/// Starts processes, with no signal blocked or ignored.
enum Spawn {
  /// `POSIX_SPAWN_SETSID`.
  private static let setSession: Int32 = 0x80

  /// Starts the executable in a process group of its own.
  static func start(
    _ executable: String, arguments: [String], environment: [String: String],
    actions: inout posix_spawn_file_actions_t, inOwnSession: Bool = false
  ) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let group = inOwnSession ? setSession : Int32(POSIX_SPAWN_SETPGROUP)
    let flags = group | Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
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
  /// Makes another descriptor for the same thing, above all numbers that a started process knows.
  func copied() throws(SystemError) -> Descriptor {
    Descriptor(try Libc.check("fcntl", fcntl(number, F_DUPFD_CLOEXEC, 16)))
  }
}
#endif
