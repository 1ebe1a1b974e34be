import Glibc
package import OperatingSystem

extension RunningProcess {
  /// Ends an app that hangs by a trap in the thread that it is at work on. A process with a backtracer writes where that thread
  /// is. Returns when that is written or the process has ended, or at the deadline.
  package func trapBusyThread(until deadline: Deadline) {
    let thread = busyThread
    guard (try? signal(Signal(SIGTRAP), toThread: thread)) != nil else { return }
    // The thread goes on after its backtracer, which is a child of its own: the trap was none of its doing. Then it is over.
    var wasTraced = false
    while deadline.remaining > .zero, waitForExit(until: Deadline(in: .milliseconds(5))) == nil {
      let isTraced = hasChildren(ofThread: thread)
      if wasTraced, !isTraced { return }
      wasTraced = isTraced
    }
  }

  /// The main actor runs on the main thread until it first waits, and on a worker of Dispatch from then on, of the kind that
  /// serial queues have. Such a worker goes after seconds without work.
  private var busyThread: Int32 {
    guard let folder = try? Descriptor.folder(atPath: "/proc/\(identifier)/task"),
      let entries = try? folder.entries()
    else { return identifier }
    let workers = entries.compactMap { Int32("\($0.name)") }.sorted()
      .map { (number: $0, status: status(ofThread: $0)) }
      .filter { $0.status["Name"] == "-qos.overcommit" }
    let running = workers.first { $0.status["State"]?.hasPrefix("R") == true }
    return (running ?? workers.first)?.number ?? identifier
  }

  private func hasChildren(ofThread thread: Int32) -> Bool {
    let path = "/proc/\(identifier)/task/\(thread)/children"
    return (try? Descriptor.open(path, .reading).readSome())?.isEmpty == false
  }

  /// What the system says of a thread, by field.
  private func status(ofThread thread: Int32) -> [String: String] {
    let path = "/proc/\(identifier)/task/\(thread)/status"
    guard let bytes = try? Descriptor.open(path, .reading).readSome() else { return [:] }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? ("\(parts[0])", "\(parts[1].drop(while: \.isWhitespace))") : nil
    }
    return Dictionary(fields) { first, _ in first }
  }
}
