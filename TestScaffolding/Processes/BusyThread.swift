import Glibc
package import OperatingSystem

extension RunningProcess {
  /// Whether a thread of it has crashed, and its backtracer is at work before the process ends by that.
  package var isCrashing: Bool {
    threads.contains(where: isTraced)
  }

  /// Ends an app that hangs by a trap in the thread that it is at work on. A process with a backtracer writes where that thread
  /// is. Returns when that is written or the process has ended, or at the deadline.
  package func trapBusyThread(until deadline: Deadline) {
    let thread = busyThread
    guard (try? signal(Signal(SIGTRAP), toThread: thread)) != nil else { return }
    // The thread goes on after its backtracer: the trap was none of its doing. Then it is over.
    var wasTraced = false
    while deadline.remaining > .zero, waitForExit(until: Deadline(in: .milliseconds(5))) == nil {
      let isTraced = isTraced(thread: thread)
      if wasTraced, !isTraced { return }
      wasTraced = isTraced
    }
  }

  /// The main actor runs on the main thread until it first waits, and on a worker of Dispatch from then on, of the kind that
  /// serial queues have. Such a worker goes after seconds without work.
  private var busyThread: Int32 {
    let workers = threads.map { (number: $0, status: status(ofThread: $0)) }
      .filter { $0.status["Name"] == "-qos.overcommit" }
    let running = workers.first { $0.status["State"]?.hasPrefix("R") == true }
    return (running ?? workers.first)?.number ?? identifier
  }

  private var threads: [Int32] {
    let entries = try? Descriptor.folder(atPath: "/proc/\(identifier)/task").entries()
    return (entries ?? []).compactMap { Int32("\($0.name)") }.sorted()
  }

  /// Whether a backtracer is at work on the thread. It is a child of that, which may have others.
  private func isTraced(thread: Int32) -> Bool {
    text("\(identifier)/task/\(thread)/children").split(separator: " ").contains {
      text("\($0)/comm") == "swift-backtrace\n"
    }
  }

  private func text(_ name: String) -> String {
    let bytes = try? Descriptor.open("/proc/\(name)", .reading).readSome()
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// What the system says of a thread, by field.
  private func status(ofThread thread: Int32) -> [String: String] {
    let fields = text("\(identifier)/task/\(thread)/status").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? ("\(parts[0])", "\(parts[1].drop(while: \.isWhitespace))") : nil
    }
    return Dictionary(fields) { first, _ in first }
  }
}
