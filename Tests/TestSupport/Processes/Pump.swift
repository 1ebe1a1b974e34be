import Foundation
import OperatingSystem
import Processes
import Synchronization

/// One thread that moves bytes from a child to memory and back, all streams at once, so that none blocks another.
final class Pump: Sendable {
  struct Source {
    let descriptor: Descriptor
    let take: @Sendable (ArraySlice<UInt8>) -> Void
  }

  private struct Orders {
    var input: [UInt8] = []
    var unsentCount = 0
    var inputEnds = false
    var isHeld = false
    var hangsUp = false
    var whenEmpty: (@Sendable () -> Void)?
  }

  private let orders = Mutex(Orders())
  private let unstartedWork: Mutex<Work?>
  private let wakeUp: (reading: Descriptor, writing: Descriptor)

  /// Prepares to read the sources and to write what is sent into the sink.
  init(from sources: [Source], into sink: Descriptor) throws {
    wakeUp = try Descriptor.pipe()
    try wakeUp.reading.makeNonBlocking()
    try wakeUp.writing.makeNonBlocking()
    for source in sources { try source.descriptor.makeNonBlocking() }
    try sink.makeNonBlocking()
    unstartedWork = Mutex(Work(sources: sources, sink: sink))
  }

  /// Starts the thread, which lives until `finish`.
  func start() {
    Thread.detachNewThread { self.run() }
  }

  func send(_ bytes: [UInt8]) {
    order {
      $0.input += bytes
      $0.unsentCount += bytes.count
    }
  }

  /// How many bytes of what was sent are not written yet.
  var unsentCount: Int { orders.withLock { $0.unsentCount } }

  /// Leaves what the child writes where it is, until told otherwise.
  func hold(_ isHeld: Bool) { order { $0.isHeld = isHeld } }

  /// Closes both directions at once; what is on its way is lost.
  func hangUp() { order { $0.hangsUp = true } }

  /// Closes the sink after what was sent so far.
  func closeInput() { order { $0.inputEnds = true } }

  /// Reads what the child, now ended, has left behind, closes everything, and then calls `completion`.
  func finish(_ completion: @escaping @Sendable () -> Void) { order { $0.whenEmpty = completion } }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    // A full pipe wakes as well.
    _ = try? wakeUp.writing.writeNow([0])
  }

  private func run() {
    guard var work = unstartedWork.withLock({ $0.take() }) else { return }
    // A child that does not read its input must cost this thread an error, not the test process its life.
    ThisProcess.blockPipeSignal()
    while true {
      let current = orders.withLock { orders in
        defer { orders.input = [] }
        return orders
      }
      if current.hangsUp { work.hangUp() }
      if let completion = current.whenEmpty {
        work.drain()
        work.closeAll()
        return completion()
      }
      work.queue(current.input, isLast: current.inputEnds)
      work.waitAndMove(wakeUp: wakeUp.reading, reads: !current.isHeld)
      orders.withLock { $0.unsentCount = $0.input.count + work.pendingCount }
    }
  }
}
