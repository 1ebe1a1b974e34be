import Foundation

extension Piece {
  /// Queues and sources of Dispatch, and threads.
  static let queues = [
    held("queue-timer", startTimer),
    held("queue-read", startReading),
    held("queue-signal", startListening),
    held("queue-after", callMuchLater),
    held("queue-suspended", callOnSuspendedQueue),
    held("queue-blocked", callOnBlockedQueue),
    held("queue-group", notifyAfterGroup),
    held("queue-specific") { tray in
      Counter.queue.setSpecific(key: counterKey, value: tray)
      Undo.add { Counter.queue.setSpecific(key: counterKey, value: nil) }
    },
    held("queue-item") { tray in
      Counter.item = DispatchWorkItem { tray.touch() }
      Undo.add { Counter.item = nil }
    },
    held("thread-stack", blockThread),
    held("thread-dictionary") { tray in
      // The next step may be on another thread.
      let lost = Hidden(Thread.current.threadDictionary)
      Thread.current.threadDictionary["tray"] = tray
      Undo.add { lost.take()?.removeObject(forKey: "tray") }
    },
    held("thread-other-dictionary", blockThreadWithDictionary),
  ]
}

private func startTimer(with tray: Tray) {
  let timer = DispatchSource.makeTimerSource(queue: .global())
  timer.setEventHandler { tray.touch() }
  timer.schedule(deadline: .now() + 100_000)
  timer.activate()
  cancelLater(timer)
}

private func startReading(with tray: Tray) {
  var ends: [Int32] = [0, 0]
  pipe(&ends)
  let (reader, writer) = (ends[0], ends[1])
  let source = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .global())
  source.setEventHandler { tray.touch() }
  source.setCancelHandler {
    close(reader)
    close(writer)
  }
  source.activate()
  cancelLater(source)
}

private func startListening(with tray: Tray) {
  let source = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .global())
  source.setEventHandler { tray.touch() }
  source.activate()
  cancelLater(source)
}

private func cancelLater(_ source: any DispatchSourceProtocol) {
  let lost = Hidden(source)
  Undo.add { lost.take()?.cancel() }
}

/// Dispatch never gives back what is to be called later.
private func callMuchLater(with tray: Tray) {
  let carton = Carton(tray)
  DispatchQueue.main.asyncAfter(deadline: .now() + 100_000) { carton.tray?.touch() }
  Undo.add { [weak carton] in carton?.tray = nil }
}

private func callOnSuspendedQueue(with tray: Tray) {
  let queue = DispatchQueue(label: "orders")
  queue.suspend()
  queue.async { tray.touch() }
  let lost = Hidden(queue)
  Undo.add { lost.take()?.resume() }
}

private func callOnBlockedQueue(with tray: Tray) {
  let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  DispatchQueue(label: "bills").async {
    begun.signal()
    end.wait()
    tray.touch()
  }
  begun.wait()
  Undo.add { end.signal() }
}

private func notifyAfterGroup(with tray: Tray) {
  let group = DispatchGroup()
  group.enter()
  group.notify(queue: .global()) { tray.touch() }
  let lost = Hidden(group)
  Undo.add { lost.take()?.leave() }
}

private func blockThread(with tray: Tray) {
  let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  Thread.detachNewThread {
    begun.signal()
    end.wait()
    tray.touch()
  }
  begun.wait()
  Undo.add { end.signal() }
}

private func blockThreadWithDictionary(with tray: Tray) {
  let carton = Carton(tray)
  let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  Thread.detachNewThread {
    Thread.current.threadDictionary["tray"] = carton.tray
    carton.tray = nil
    begun.signal()
    end.wait()
  }
  begun.wait()
  Undo.add { end.signal() }
}

private enum Counter {
  static let queue = DispatchQueue(label: "counter")
  static var item: DispatchWorkItem?
}

private let counterKey = DispatchSpecificKey<Tray>()
