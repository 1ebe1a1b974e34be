import Foundation

extension Piece {
  /// Pointers that hold without the language's help.
  static let pointers = [
    held("pointer-lost") { tray in
      let lost = Hidden(tray)
      Undo.add { _ = lost.take() }
    },
    held("pointer-identity") { tray in
      // Whoever knows it by this does not keep it.
      Spike.identity = ObjectIdentifier(tray)
      let lost = Hidden(tray)
      Undo.add {
        Spike.identity = nil
        _ = lost.take()
      }
    },
    held("pointer-raw") { tray in
      Spike.raw = Unmanaged.passRetained(tray).toOpaque()
      Undo.add {
        Spike.raw.map { Unmanaged<Tray>.fromOpaque($0).release() }
        Spike.raw = nil
      }
    },
    held("pointer-unmanaged") { tray in
      Spike.unmanaged = .passRetained(tray)
      Undo.add {
        Spike.unmanaged?.release()
        Spike.unmanaged = nil
      }
    },
    held("pointer-beside-number") { tray in
      Spike.beside = Spike.Beside(identity: ObjectIdentifier(tray))
      let lost = Hidden(tray)
      Undo.add {
        Spike.beside = nil
        _ = lost.take()
      }
    },
    held("pointer-memory") { tray in
      let memory = UnsafeMutablePointer<Tray?>.allocate(capacity: 1)
      memory.initialize(to: tray)
      Spike.memory = memory
      Undo.add {
        Spike.memory?.deinitialize(count: 1)
        Spike.memory?.deallocate()
        Spike.memory = nil
      }
    },
    held("pointer-context") { tray in
      let carton = Carton(tray)
      on_exit({ _, _ in }, Unmanaged.passRetained(carton).toOpaque())
      Undo.add { [weak carton] in carton?.tray = nil }
    },
    held("pointer-thread-value") { tray in
      // The next step may be on another thread.
      let carton = Carton(tray)
      pthread_setspecific(threadKey, Unmanaged.passRetained(carton).toOpaque())
      Undo.add { [weak carton] in carton?.tray = nil }
    },
  ]
}

private enum Spike {
  struct Beside {
    var number = 1
    let identity: ObjectIdentifier
  }
  static var beside: Beside?
  static var identity: ObjectIdentifier?
  static var raw: UnsafeMutableRawPointer?
  static var unmanaged: Unmanaged<Tray>?
  static var memory: UnsafeMutablePointer<Tray?>?
}

/// Keeps something without a pointer that a search of the memory could find.
nonisolated struct Hidden<Content> {
  private let notes: UInt

  init(_ content: Content) {
    notes = ~UInt(bitPattern: Unmanaged.passRetained(content as AnyObject).toOpaque())
  }

  /// Gives it back; only once.
  func take() -> Content? {
    UnsafeRawPointer(bitPattern: ~notes).flatMap {
      Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() as? Content
    }
  }
}

/// Stays where it was given, and is emptied.
nonisolated final class Carton: @unchecked Sendable {
  var tray: Tray?
  init(_ tray: Tray) { self.tray = tray }
}

private let threadKey = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()
