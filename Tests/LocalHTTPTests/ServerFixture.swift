import Dispatch
import Foundation
import OperatingSystem
import Synchronization
import TestSupport

@testable import LocalHTTP

/// A folder of one test, with mode 0700 and a short path, removed with all that is in it.
final class SocketFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/cleanslate-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var socket: SocketAddress { .unixSocket(path + "/app.sock") }
}

/// Answers with what was asked; `/wait` waits for the gate, `/actor` calls an actor, and `/large` is a mebibyte of text.
final class EchoRouter: Sendable {
  let gate = Gate()
  private let desk = Desk()
  private let log = Mutex<[String]>([])

  var seen: [String] { log.withLock { $0 } }

  @Sendable func answer(_ request: HTTPRequest) async -> HTTPResponse {
    log.withLock { $0.append(request.path) }
    switch request.path {
    case "/wait": await gate.pass()
    case "/large": return HTTPResponse(body: [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
    case "/actor": await desk.visit()
    default: break
    }
    let text = "\(request.method) \(request.path) " + String(decoding: request.body, as: UTF8.self)
    return HTTPResponse(body: Array(text.utf8))
  }
}

/// An actor with a queue of its own. The main actor has one too, but shares it with all other tests of the process.
private actor Desk {
  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func visit() {}
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "Desk")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Holds up whoever comes until it is opened, once and for all.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A server with an echo router, in a folder of its own.
final class ServerFixture {
  let folder: SocketFolder
  let router = EchoRouter()
  let token = ControlToken.random()
  let server: ControlServer

  init(loopback: Bool = false, _ change: (inout ServerLimits) -> Void = { _ in }) throws {
    var limits = ServerLimits()
    change(&limits)
    folder = try SocketFolder()
    server = try ControlServer.start(
      at: loopback ? .loopback(port: 0) : folder.socket, token: token, limits: limits, router: router.answer)
  }

  deinit {
    router.gate.open()
    server.stop()
  }

  func client() throws -> TestClient { try TestClient(server.address) }
}
