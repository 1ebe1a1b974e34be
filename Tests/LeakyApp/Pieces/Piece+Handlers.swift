import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Piece {
  /// What Foundation calls when something happens.
  static let handlers = [
    held("handler-notification", observe),
    held("handler-timer", startTimer),
    held("handler-scheduled", scheduleTimer),
    held("handler-operation", blockOperation),
    held("handler-operations", suspendOperations),
    held("handler-file", readFile),
    held("handler-pipe") { tray in
      Counter.pipe = Pipe()
      Counter.pipe?.fileHandleForReading.readabilityHandler = { _ in tray.touch() }
      Undo.add {
        Counter.pipe?.fileHandleForReading.readabilityHandler = nil
        Counter.pipe = nil
      }
    },
    held("handler-process", startProcess),
    held("handler-session", startSession),
  ]
}

private func observe(with tray: Tray) {
  let token = NotificationCenter.default.addObserver(forName: .init("news"), object: nil, queue: nil) { _ in
    tray.touch()
  }
  let lost = Hidden(token)
  Undo.add { lost.take().map { NotificationCenter.default.removeObserver($0) } }
}

/// A timer of Foundation keeps its block even when it is not valid any more.
private func startTimer(with tray: Tray) {
  let carton = Carton(tray)
  let timer = Timer(timeInterval: 100_000, repeats: true) { _ in carton.tray?.touch() }
  RunLoop.main.add(timer, forMode: .common)
  stopLater(timer, carton)
}

private func scheduleTimer(with tray: Tray) {
  let carton = Carton(tray)
  let timer = Timer.scheduledTimer(withTimeInterval: 100_000, repeats: false) { _ in carton.tray?.touch() }
  stopLater(timer, carton)
}

private func stopLater(_ timer: Timer, _ carton: Carton) {
  Undo.add { [weak timer, weak carton] in
    timer?.invalidate()
    carton?.tray = nil
  }
}

private func blockOperation(with tray: Tray) {
  let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  OperationQueue().addOperation {
    begun.signal()
    end.wait()
    tray.touch()
  }
  begun.wait()
  Undo.add { end.signal() }
}

private func suspendOperations(with tray: Tray) {
  Counter.operations.isSuspended = true
  Counter.operations.addOperation { tray.touch() }
  Undo.add { Counter.operations.isSuspended = false }
}

private func readFile(with tray: Tray) {
  let pipe = Pipe()
  pipe.fileHandleForReading.readabilityHandler = { _ in tray.touch() }
  let lost = Hidden(pipe)
  Undo.add { lost.take()?.fileHandleForReading.readabilityHandler = nil }
}

/// Foundation may keep a process, with its handler, that has ended.
private func startProcess(with tray: Tray) {
  let carton = Carton(tray)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sleep")
  process.arguments = ["100000"]
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in
    carton.tray = nil
    ended.signal()
  }
  try? process.run()
  let lost = Hidden(process)
  Undo.add {
    guard let process = lost.take() else { return }
    kill(process.processIdentifier, SIGKILL)
    ended.wait()
  }
}

private func startSession(with tray: Tray) {
  Counter.session = URLSession(configuration: .ephemeral, delegate: Reader(tray), delegateQueue: nil)
  Undo.add {
    Counter.session?.invalidateAndCancel()
    Counter.session = nil
  }
}

private nonisolated final class Reader: NSObject, URLSessionDelegate {
  private let tray: Tray
  init(_ tray: Tray) { self.tray = tray }
}

private enum Counter {
  static var pipe: Pipe?
  static var session: URLSession?
  static let operations = OperationQueue()
}
