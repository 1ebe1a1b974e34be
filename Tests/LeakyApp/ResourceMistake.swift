import AppRuntime
import Foundation

/// What else a generation can forget besides objects: files anywhere, connections, what its children started.
enum ResourceMistake: String, CaseIterable {
  case connection, datagrams, scattered, event, grandchild
  case deepFile = "deep-file"
  case homeFile = "home-file"
  case strayFile = "stray-file"
  case openFolder = "open-folder"
  case memoryMap = "memory-map"
  case earlyName = "early-name"
  case keptLog = "kept-log"
  case renameMain = "rename-main"
  case mainWorker = "main-worker"

  @MainActor private static var port: UInt16 = 2_000

  @MainActor func make(in session: LeakySession) {
    let variables = session.environment.launch.environment
    func folder(_ variable: String) -> String { variables[variable] ?? "/nowhere" }
    switch self {
    case .connection: session.harbor.forgetConnection(SOCK_STREAM)
    case .datagrams: session.harbor.forgetConnection(SOCK_DGRAM)
    case .scattered:
      // Each time to another place.
      Self.port += 1
      session.harbor.forgetConnection(SOCK_DGRAM, to: Self.port)
    case .mainWorker: session.harbor.forgetThread()
    case .event:
      // Swift does not import it.
      typealias Call = @convention(c) (UInt32, Int32) -> Int32
      if let call = dlsym(nil, "eventfd") { _ = unsafeBitCast(call, to: Call.self)(0, O_CLOEXEC) }
    case .grandchild:
      // The shell is waited for; what it started goes on, and has no parent any more, nor anything in its environment that says
      // where it comes from.
      let script =
        "unset PWD OLDPWD; /bin/sleep 1000 & until read -r name </proc/$!/comm && [ $name = sleep ]; do :; done"
      var status: Int32 = 0
      waitpid(spawn(["/bin/sh", "-c", script]), &status, 0)
    case .deepFile: Self.write("left", to: folder("TMPDIR") + "/deep/er/left.tmp")
    case .homeFile: Self.write("left", to: folder("HOME") + "/.leaky/settings")
    case .strayFile:
      Self.write("left", to: folder("XDG_DATA_HOME") + "/cleanslate/net.cleanslate.leaky-app/stray.txt")
    case .openFolder:
      // The name of the folder around those of containers, at another place.
      let path = folder("TMPDIR") + "/cleanslate/shop"
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      _ = open(path, O_DIRECTORY | O_CLOEXEC)
    case .memoryMap:
      let path = folder("TMPDIR") + "/mapped.bin"
      Self.write("mapped", to: path)
      let file = open(path, O_RDONLY | O_CLOEXEC)
      _ = mmap(nil, 6, PROT_READ, MAP_SHARED, file, 0)
      close(file)
      unlink(path)
    case .earlyName:
      let isRunning = DispatchSemaphore(value: 0)
      let thread = Thread {
        isRunning.signal()
        while true { pause() }
      }
      thread.name = "early"
      thread.start()
      isRunning.wait()
    case .keptLog:
      let path = folder("HOME") + "/app.log"
      _ = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    case .renameMain:
      let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
      _ = Glibc.write(file, "renamed", 7)
      close(file)
    }
  }

  private static func write(_ text: String, to path: String) {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try? FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
  }
}

/// Threads that come and go, and threads that a library keeps for good.
enum WorkerHabit: String, CaseIterable {
  case burst
  case endBurst = "end-burst"
  case fillPool = "fill-pool"
  /// Then the pools of Dispatch fill up as well.
  case fillAllPools = "fill-all-pools"

  @MainActor private static var threads: [pthread_t] = []
  @MainActor private static var round = 0
  @MainActor private static var poolSize = 0
  @MainActor private static var workerCount = 0
  private nonisolated static let end = DispatchSemaphore(value: 0)

  @MainActor func perform() {
    switch self {
    case .burst:
      // The one before ends, and this one stays until the next one.
      Self.endAll()
      Self.round += 1
      for _ in 0..<(3 + Self.round * 3 % 5) { Self.start() }
    case .endBurst: Self.endAll()
    case .fillPool:
      guard Self.poolSize < 5 else { return }
      Self.poolSize += 1
      let isRunning = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        isRunning.signal()
        while true { pause() }
      }
      isRunning.wait()
    case .fillAllPools:
      if Self.poolSize < 5 { return Self.fillPool.perform() }
      Self.workerCount += 1
      Self.occupy(Self.workerCount)
    }
  }

  /// Has so many of Dispatch's workers at work at the same time, up to all that it keeps for two qualities of service.
  @MainActor private static func occupy(_ count: Int) {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let (begun, end, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
    for number in 0..<min(count, 2 * processors) {
      DispatchQueue.global(qos: number < processors ? .default : .userInitiated).async(group: done) {
        begun.signal()
        end.wait()
      }
      begun.wait()
    }
    for _ in 0..<min(count, 2 * processors) { end.signal() }
    done.wait()
  }

  @MainActor private static func start() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        WorkerHabit.end.wait()
        return nil
      }, nil)
    threads.append(thread)
  }

  @MainActor private static func endAll() {
    for _ in threads { end.signal() }
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }
}
