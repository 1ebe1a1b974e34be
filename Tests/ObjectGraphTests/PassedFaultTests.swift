import Glibc
import ObjectMemory
import TestSupport
import Testing

@Suite("A fault of the app during a walk", .disabled(if: Sanitizer.isOn))
struct PassedFaultTests {
  @Test("is told once to a handler that came during an earlier walk, and passes it on")
  func passedOn() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        ObjectMemoryBegin()
        earlier = installed { signal, info, context in
          faults += 1
          earlier.__sigaction_handler.sa_sigaction?(signal, info, context)
          _exit(faults == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
        ObjectMemoryEnd()
        ObjectMemoryBegin()
        raise(SIGSEGV)
      }
    }
  }

  @Test("is told to the handler from before all walks, when one that came during a walk has gone since")
  func broughtBack() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        _ = installed { _, _, _ in _exit(EXIT_SUCCESS) }
        ObjectMemoryBegin()
        var earlier = installed { _, _, _ in _exit(EXIT_FAILURE) }
        ObjectMemoryEnd()
        #expect(sigaction(SIGSEGV, &earlier, nil) == 0)
        ObjectMemoryBegin()
        raise(SIGSEGV)
      }
    }
  }
}

nonisolated(unsafe) private var earlier = sigaction()
nonisolated(unsafe) private var faults = 0

/// Installs a handler, and returns the one of before.
private func installed(
  _ handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
) -> sigaction {
  var (action, before) = (sigaction(), sigaction())
  action.__sigaction_handler.sa_sigaction = handler
  action.sa_flags = SA_SIGINFO
  #expect(sigaction(SIGSEGV, &action, &before) == 0)
  return before
}
