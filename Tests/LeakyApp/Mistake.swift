import AppRuntime
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a generation can forget.
enum Mistake: String, CaseIterable {
  case file, pipe, listener, inotify, socketpair, thread, worker, child, zombie
  case temporaryFile = "temporary-file"
  case stubbornTask = "stubborn-task"

  @MainActor func make(in session: LeakySession) {
    let variables = session.environment.launch.environment
    let folder = variables["TMPDIR"] ?? "/tmp"
    switch self {
    case .file:
      // Removed at once, so that only the descriptor is left.
      let path = folder + "/forgotten.txt"
      _ = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      unlink(path)
    case .pipe:
      var ends: [Int32] = [0, 0]
      _ = Glibc.pipe(&ends)
    case .listener:
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      listen(listener, 1)
    case .inotify: _ = inotify_init1(Int32(IN_CLOEXEC))
    case .socketpair:
      var ends: [Int32] = [0, 0]
      _ = Glibc.socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends)
    case .thread: startThread(named: "forgotten")
    case .worker: startThread(named: nil)
    case .child: _ = spawn(["/bin/sleep", "1000"])
    case .zombie:
      // It has ended by now, and stays there to be waited for.
      var news = siginfo_t()
      waitid(P_PID, id_t(spawn(["/bin/true"])), &news, WEXITED | WNOWAIT)
    case .temporaryFile:
      _ = FileManager.default.createFile(atPath: folder + "/left.tmp", contents: Data())
    case .stubbornTask:
      session.environment.tasks.start("never ends") {
        await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
      }
    }
  }
}

/// What looks like a mistake, and is none.
enum CleanWork: String, CaseIterable {
  case closedFile = "closed-file"
  case waitedChild = "waited-child"
  case endedThread = "ended-thread"
  case busyWorkers = "busy-workers"
  case request
  case removedTemporaryFile = "removed-temporary-file"

  @MainActor func perform(in environment: AppEnvironment) {
    let folder = environment.launch.environment["TMPDIR"] ?? "/tmp"
    switch self {
    case .closedFile: close(open("/etc/passwd", O_RDONLY | O_CLOEXEC))
    case .waitedChild:
      var status: Int32 = 0
      waitpid(spawn(["/bin/true"]), &status, 0)
    case .endedThread:
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread { end.signal() }
      end.wait()
    case .busyWorkers:
      environment.tasks.start("keep the workers busy") {
        await withTaskGroup { group in
          for _ in 0..<8 { group.addTask { _ = (0..<20_000).reduce(0, ^) } }
        }
      }
    case .request:
      guard let url = URL(string: "http://127.0.0.1:1/") else { return }
      environment.tasks.start("ask a server") { _ = try? await URLSession.shared.data(from: url) }
    case .removedTemporaryFile:
      let path = folder + "/gone.tmp"
      _ = FileManager.default.createFile(atPath: path, contents: Data())
      unlink(path)
    }
  }
}

/// Starts a thread that ends at the signal, or never, and returns when it has its name.
nonisolated func startThread(named name: String?, until end: DispatchSemaphore? = nil) {
  let hasName = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    // The name of Foundation's thread gets lost while the thread is so new that its maker does not know it yet.
    if let name { nameThread(name) }
    hasName.signal()
    if let end { return end.wait() }
    while true { pause() }
  }
  hasName.wait()
}

private nonisolated func nameThread(_ name: String) {
  let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  _ = write(file, name, name.utf8.count)
  close(file)
}

nonisolated func spawn(_ words: [String]) -> pid_t {
  var process = pid_t()
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  posix_spawn(&process, words[0], nil, nil, &arguments, nil)
  for word in arguments { free(word) }
  return process
}
