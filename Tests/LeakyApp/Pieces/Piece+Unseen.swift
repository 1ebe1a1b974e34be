import AppRuntime
import Foundation
import Synchronization

extension Piece {
  /// Ways to hold a tray that nobody can look into.
  static let unseen =
    holding("unseen-pointer") { Pin($0) }
    + holding("unseen-memory") { RawPin($0) }
    + holding("unseen-elements") { PinBoard([$0, Tray()]) }
    + holding("unseen-inline") { InlinePins($0) }
    + holding("unseen-opaque") { OpaquePin($0) }
    + holding("unseen-unmanaged") { UnmanagedPin($0) }
    + holding("unseen-atomic") { AtomicPin($0) }
    + holding("unseen-block") { tray in Errand(DispatchWorkItem { tray.touch() }) }
    + holding("unseen-timer") { tray in
      let timer = Timer()
      timer.source.setEventHandler { tray.touch() }
      return timer
    }
    + holding("unseen-specific") { tray in
      let queue = DispatchQueue(label: "queue")
      queue.setSpecific(key: trayKey, value: tray)
      return Pipeline(queue)
    }
    + holding("unseen-continuation") { tray, session in
      let promise = Promise()
      session.environment.tasks.start("begin to wait") {
        await withCheckedContinuation { started in
          Task { [weak promise] in
            await withCheckedContinuation { continuation in
              promise?.continuation = continuation
              started.resume()
            }
            tray.touch()
          }
        }
      }
      return promise
    }
    + holding("unseen-task") { tray, session in
      let visit = Visit()
      session.environment.tasks.start("begin to wait") { [weak visit] in
        await withCheckedContinuation { started in
          visit?.task = Task {
            let (calls, source) = AsyncStream.makeStream(of: Int.self)
            started.resume()
            for await _ in calls {}
            source.finish()
            tray.touch()
          }
        }
      }
      return visit
    } + [
      Piece("unseen-locked") { session in
        let shelf = Shelf()
        shelf.trays.withLock { $0["miso"] = Tray() }
        session.pieces["unseen-locked"] = shelf
        session.pieces["unseen-locked gate"] = locked(shelf)
      }
    ]

  /// Returns what lets go of the lock with its last owner.
  private static func locked(_ shelf: Shelf) -> AnyObject {
    let (isLocked, gate) = (DispatchSemaphore(value: 0), Gate())
    let end = gate.end
    Thread.detachNewThread {
      shelf.trays.withLock { _ in
        isLocked.signal()
        end.wait()
      }
    }
    isLocked.wait()
    return gate
  }
}

/// Dispatch remembers a key by its address, so it must not go away.
private let trayKey = DispatchSpecificKey<Tray>()

private nonisolated final class Gate {
  let end = DispatchSemaphore(value: 0)
  deinit { end.signal() }
}

private nonisolated final class Pin {
  private let pointer: UnsafeMutablePointer<Tray>
  init(_ tray: Tray) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: tray)
  }
  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}

private nonisolated final class RawPin {
  private let memory: UnsafeMutableRawPointer
  init(_ tray: Tray) {
    memory = .allocate(byteCount: 8, alignment: 8)
    memory.initializeMemory(as: Tray.self, to: tray)
  }
  deinit {
    memory.assumingMemoryBound(to: Tray.self).deinitialize(count: 1)
    memory.deallocate()
  }
}

private nonisolated final class PinBoard {
  private let trays: UnsafeMutableBufferPointer<Tray>
  init(_ trays: [Tray]) {
    self.trays = .allocate(capacity: trays.count)
    _ = self.trays.initialize(fromContentsOf: trays)
  }
  deinit {
    trays.deinitialize()
    trays.deallocate()
  }
}

private nonisolated final class InlinePins {
  private var pins = InlineArray<3, Unmanaged<Tray>?>(repeating: nil)
  init(_ tray: Tray) { pins[1] = .passRetained(tray) }
  deinit { pins[1]?.release() }
}

private nonisolated final class OpaquePin {
  private let pointer: OpaquePointer
  init(_ tray: Tray) { pointer = OpaquePointer(Unmanaged.passRetained(tray).toOpaque()) }
  deinit { Unmanaged<Tray>.fromOpaque(UnsafeRawPointer(pointer)).release() }
}

private nonisolated final class UnmanagedPin {
  private let tray: Unmanaged<Tray>
  init(_ tray: Tray) { self.tray = .passRetained(tray) }
  deinit { tray.release() }
}

private nonisolated final class AtomicPin {
  private let tray: Atomic<Unmanaged<Tray>>
  init(_ tray: Tray) { self.tray = Atomic(.passRetained(tray)) }
  deinit { tray.load(ordering: .acquiring).release() }
}

private nonisolated final class Errand {
  private let item: DispatchWorkItem
  init(_ item: DispatchWorkItem) { self.item = item }
}

/// A timer that is cancelled with its last owner.
private nonisolated final class Timer {
  let source = DispatchSource.makeTimerSource(queue: .global())
  init() { source.activate() }
  deinit { source.cancel() }
}

private nonisolated final class Pipeline {
  private let queue: DispatchQueue
  init(_ queue: DispatchQueue) { self.queue = queue }
}

private nonisolated final class Promise: @unchecked Sendable {
  var continuation: CheckedContinuation<Void, Never>?
  deinit { continuation?.resume() }
}

private nonisolated final class Visit: @unchecked Sendable {
  var task: Task<Void, Never>?
  deinit { task?.cancel() }
}
