import Glibc

/// What it takes to start a program with posix_spawn: it gets default signals and only the descriptors 0, 1, 2.
struct Spawn {
  enum Streams {
    /// A process group of its own, on these descriptors.
    case descriptors(input: Descriptor, output: Descriptor, errors: Descriptor)
    /// A session of its own, with the terminal at this path as the controlling one.
    case terminal(String)
    /// A session of its own, without a terminal.
    case session(input: Descriptor, output: Descriptor)
  }

  var executable: String
  var arguments: [String]
  var environment: [String: String]
  var workingDirectory: String?
  var streams: Streams

  /// Starts the program and returns its process, which leads a group whose number is the process's own.
  func start() throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    try fill(&actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    fill(&attributes)

    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var process: pid_t = 0
    let code = withCStrings([executable] + arguments) { arguments in
      withCStrings(variables) { variables in
        posix_spawn(&process, executable, &actions, &attributes, arguments, variables)
      }
    }
    guard code == 0 else {
      let place = workingDirectory.map { " (working directory \($0))" } ?? ""
      throw SystemCallError("posix_spawn", on: executable + place, code: code)
    }
    return process
  }

  private func fill(_ actions: inout posix_spawn_file_actions_t) throws {
    switch streams {
    case .descriptors(let input, let output, let errors):
      posix_spawn_file_actions_adddup2(&actions, input.number, 0)
      posix_spawn_file_actions_adddup2(&actions, output.number, 1)
      posix_spawn_file_actions_adddup2(&actions, errors.number, 2)
    case .terminal(let path):
      posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    case .session(let input, let output):
      posix_spawn_file_actions_adddup2(&actions, input.number, 0)
      posix_spawn_file_actions_adddup2(&actions, output.number, 1)
      posix_spawn_file_actions_adddup2(&actions, output.number, 2)
    }
    let code = Libc.addCloseFrom(&actions, 3)
    guard code == 0 else { throw SystemCallError("addclosefrom", on: executable, code: code) }
    guard let workingDirectory else { return }
    let chdirCode = Libc.addWorkingDirectory(&actions, workingDirectory)
    guard chdirCode == 0 else { throw SystemCallError("addchdir", on: workingDirectory, code: chdirCode) }
  }

  private func fill(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let ownGroup: Int16 =
      switch streams {
      case .descriptors: Int16(POSIX_SPAWN_SETPGROUP)
      case .terminal, .session: Libc.spawnInNewSession
      }
    let signals = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, ownGroup | signals)
  }
}

private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
