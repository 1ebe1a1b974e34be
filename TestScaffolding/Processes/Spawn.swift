import Glibc
package import OperatingSystem

/// How to start a program. It gets default signal handlers, and only the descriptors listed here.
package struct Spawn {
  /// The process group or session of the new process; it is always the leader of its group.
  package enum Standing: Sendable {
    case ownGroup
    case ownSession
    /// A new session whose controlling terminal, and standard streams, are the terminal at this path.
    case terminal(String)
  }

  package var executable: String
  package var arguments: [String]
  package var environment: [String: String]
  /// The working directory; if nil, that of this process.
  package var folder: String?
  package var standing: Standing
  /// The descriptors of the new process, by number. Numbers 0 to 2 that are not listed are opened on `/dev/null`.
  package var descriptors: [Int32: Descriptor]

  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String], folder: String? = nil,
    standing: Standing = .ownGroup, descriptors: [Int32: Descriptor] = [:]
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.standing = standing
    self.descriptors = descriptors
  }

  /// To start what a shell would by these words. `env` takes a word with `=` in it for a variable, so a path goes without it.
  package init(
    _ words: [String], environment: [String: String], folder: String?, descriptors: [Int32: Descriptor]
  ) {
    let path = words.first.flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.init(
      path ?? "/usr/bin/env", path == nil ? words : Array(words.dropFirst()), environment: environment,
      folder: folder, descriptors: descriptors)
  }

  /// Starts the program.
  package func start() throws(SystemError) -> RunningProcess {
    // Copy the descriptors to high numbers first, so that no assignment overwrites one that is still needed.
    var copies: [(copy: Descriptor, target: Int32)] = []
    for (target, descriptor) in descriptors {
      copies.append((try descriptor.copied(notBelow: 64), target))
    }
    defer { for copy in copies { copy.copy.close() } }

    var actions = FileActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    try fill(&actions, copies)
    var attributes = Attributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    fill(&attributes)

    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var identifier: pid_t = 0
    let code = withCStrings([executable] + arguments) { words in
      withCStrings(variables) { variables in
        posix_spawn(&identifier, executable, &actions, &attributes, words, variables)
      }
    }
    try Self.require("start \(executable)\(folder.map { " in \($0)" } ?? "")", code)
    return try RunningProcess(identifier)
  }

  private func fill(
    _ actions: inout FileActions, _ copies: [(copy: Descriptor, target: Int32)]
  ) throws(SystemError) {
    if case .terminal(let path) = standing {
      try Self.require("open \(path)", posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0))
      for target in [Int32(1), 2] {
        try Self.require("dup2", posix_spawn_file_actions_adddup2(&actions, 0, target))
      }
    } else {
      for target in Int32(0)...2 where descriptors[target] == nil {
        try Self.require(
          "open /dev/null", posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0))
      }
    }
    for (copy, target) in copies {
      try Self.require("dup2", posix_spawn_file_actions_adddup2(&actions, copy.number, target))
    }
    try Self.closeAll(from: max(3, (descriptors.keys.max() ?? 2) + 1), &actions)
    if let folder { try Self.changeFolder(to: folder, &actions) }
  }

  private func fill(_ attributes: inout Attributes) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let belonging: Int32
    if case .ownGroup = standing { belonging = Int32(POSIX_SPAWN_SETPGROUP) } else { belonging = setSession }
    let signals = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(belonging | signals))
  }

  /// Throws if a call that returns its error code has failed.
  private static func require(_ call: String, _ code: Int32) throws(SystemError) {
    guard code == 0 else { throw SystemError(call: call, code: code) }
  }

  private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

// Functions that glibc has since 2.34, but that its Swift import leaves out because they are not in the standard.
private typealias FileActions = posix_spawn_file_actions_t
private typealias Attributes = posix_spawnattr_t
/// `POSIX_SPAWN_SETSID`
private let setSession: Int32 = 0x80

extension Spawn {
  private static func closeAll(from first: Int32, _ actions: inout FileActions) throws(SystemError) {
    typealias Call = @convention(c) (UnsafeMutablePointer<FileActions>, Int32) -> Int32
    let name = "posix_spawn_file_actions_addclosefrom_np"
    try require(name, find(name, as: Call.self)(&actions, first))
  }

  private static func changeFolder(to path: String, _ actions: inout FileActions) throws(SystemError) {
    typealias Call = @convention(c) (UnsafeMutablePointer<FileActions>, UnsafePointer<CChar>) -> Int32
    let name = "posix_spawn_file_actions_addchdir_np"
    try require(name, find(name, as: Call.self)(&actions, path))
  }
}

func find<Call>(_ name: String, as type: Call.Type) throws(SystemError) -> Call {
  guard let address = dlsym(nil, name) else { throw SystemError(call: name, code: ENOSYS) }
  return unsafeBitCast(address, to: type)
}
