internal import Glibc

/// Starts a process with three descriptors and no more.
///
/// Foundation's `Process` leaves a socket of its own open in the child, which would be taken for the app's.
enum AppSpawn {
  /// Starts an executable in a process group of its own.
  static func start(
    _ executable: String, arguments: [String], environment: [String: String], folder: String,
    descriptors: [Int32]
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    for (name, code) in [
      ("addclosefrom_np", addCloseFrom(&actions, Int32(descriptors.count))),
      ("addchdir_np", addWorkingFolder(&actions, folder)),
    ] where code != 0 {
      throw SystemError(call: "posix_spawn_file_actions_\(name)", code: code)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

    var identifier: pid_t = 0
    let words = ([executable] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let code = posix_spawn(&identifier, executable, &actions, &attributes, words, variables)
    guard code == 0 else { throw SystemError(call: "Starting \(executable)", code: code) }
    return identifier
  }
}

// Both are in glibc 2.34 and newer, but Swift's Glibc module, built without `_GNU_SOURCE`, does not show them.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32)
  -> Int32

@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func addWorkingFolder(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32
