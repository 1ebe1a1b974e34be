import AppRuntime
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a generation gives back a while after its session has ended, and what goes on beside the generations.
enum LateWork: String, CaseIterable {
  case object = "late-object"
  case file = "late-file"
  case thread = "late-thread"
  case child = "late-child"
  case temporaryFile = "late-temporary-file"
  case flickeringHandler = "flickering-handler"
  case urlSession = "url-session"

  func make(in session: LeakySession) {
    switch self {
    case .object:
      let basket = Basket()
      session.basket = basket
      session.partner = Farewell { basket.name = "late" }
    case .file:
      let file = open("/etc/passwd", O_RDONLY | O_CLOEXEC)
      session.partner = Farewell { close(file) }
    case .thread:
      let end = DispatchSemaphore(value: 0)
      startThread(named: "late", until: end)
      session.partner = Farewell { end.signal() }
    case .child:
      let child = spawn(["/bin/sleep", "1000"])
      session.partner = Farewell {
        kill(child, SIGKILL)
        var status: Int32 = 0
        waitpid(child, &status, 0)
      }
    case .temporaryFile:
      let path = (session.environment.launch.environment["TMPDIR"] ?? "/tmp") + "/late.tmp"
      _ = FileManager.default.createFile(atPath: path, contents: Data())
      session.partner = Farewell { unlink(path) }
    case .flickeringHandler: Thread.detachNewThread(flicker)
    case .urlSession: session.partner = Courier()
    }
  }
}

/// Does something on a queue, some time after the session has let go of it.
private nonisolated final class Farewell: Sendable {
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  deinit {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(150)) { [work] in work() }
  }
}

/// Asks servers, and tells the one that does it when nobody needs it any more.
private nonisolated final class Courier: Sendable {
  private final class Ear: NSObject, URLSessionDataDelegate {}

  private let session = URLSession(configuration: .ephemeral, delegate: Ear(), delegateQueue: nil)

  deinit { session.invalidateAndCancel() }
}

/// Ignores a signal for a moment, again and again, as libcurl does while it closes what is left of a session.
private nonisolated func flicker() {
  var (ignored, before) = (sigaction(), sigaction())
  ignored.__sigaction_handler.sa_handler = SIG_IGN
  while true {
    sigaction(SIGPIPE, &ignored, &before)
    usleep(100)
    sigaction(SIGPIPE, &before, nil)
    usleep(1_000)
  }
}
