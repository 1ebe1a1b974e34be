#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads and writes file descriptors as they really behave: a part at a time, interrupted, not ready.
enum Descriptor {
  /// Writes all of the bytes; false when nobody can take them any more, or `isWanted` says to stop.
  static func write(_ bytes: [UInt8], to descriptor: Int32, while isWanted: () -> Bool = { true }) -> Bool {
    withoutPipeSignal {
      bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
          guard isWanted() else { return false }
          let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
          if written > 0 {
            rest = rest.dropFirst(written)
          } else if written < 0, errno == EAGAIN {
            guard waitUntilWritable(descriptor) else { return false }
          } else if written < 0, errno == EINTR {
            continue
          } else {
            return false
          }
        }
        return true
      }
    }
  }

  static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let ready = poll(&request, 1, -1)
      if ready > 0 { return request.revents & Int16(POLLOUT) != 0 }
      guard errno == EINTR else { return false }
    }
  }

  /// Makes a broken pipe an error like any other, rather than the end of the process, on this thread alone.
  private static func withoutPipeSignal(_ body: () -> Bool) -> Bool {
    var pipeSignal = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    let wasPending = isPipeSignalPending
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let result = body()
    if !wasPending, isPipeSignalPending {
      var taken: Int32 = 0
      sigwait(&pipeSignal, &taken)
    }
    return result
  }

  private static var isPipeSignalPending: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1
  }
}
