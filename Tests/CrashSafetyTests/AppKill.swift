import AppDriver
import Dispatch
import Foundation
import Glibc
import TestSupport

/// Kills the process of an app in the middle of what it is asked for.
struct AppKill {
  let app: App
  let process: Int32
  /// Asks the app; fails when the app is killed.
  let work: @Sendable () throws -> Void

  /// Kills after a time. The work is done on a thread of its own, so that the kill does not wait for it.
  func after(_ instant: Duration) -> String {
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread { [work] in
      begun.signal()
      _ = Result { try work() }
      ended.signal()
    }
    begun.wait()
    // The instant of the kill is what is random here.
    let start = ContinuousClock.now
    while ContinuousClock.now - start < instant {}
    kill(process, SIGKILL)
    ended.wait()
    return "after \(instant)"
  }

  /// Kills before a system call, or after the work if it makes fewer.
  func before(_ call: SystemCall, environment: [String: String]) async throws -> String {
    let options = ["-o", "/dev/null", "-e", "trace=\(call.name)"]
    let tracer = try await trace(
      options + ["-e", "inject=\(call.name):signal=KILL:when=\(call.number)"], environment)
    _ = Result { try work() }
    if app.state == .running { kill(process, SIGKILL) }
    try await tracer.waitForExit()
    return "before \(call)"
  }

  /// Kills nobody, and returns those calls that the thread makes which moves something first, in their order.
  func calls(_ names: [String], environment: [String: String], log: String) async throws -> [SystemCall] {
    let tracer = try await trace(["-o", log, "-e", "trace=\(names.joined(separator: ","))"], environment)
    try work()
    tracer.terminate(SIGTERM)
    try await tracer.waitForExit()
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    // Other threads end, wait and then delete what this one has moved away.
    let thread = lines.first { $0.contains(" renameat(") }?.prefix { $0.isNumber } ?? ""
    return SystemCall.all(in: lines.filter { $0.hasPrefix("\(thread) ") }.joined(separator: "\n"))
  }

  private func trace(_ options: [String], _ environment: [String: String]) async throws -> ChildProcess {
    let tracer = try ChildProcess(
      "/bin/sh", ["-c", #"exec strace -f -p "$0" "$@" 2>&1"#, "\(process)"] + options,
      environment: environment)
    try await tracer.waitForOutput { $0.contains("attached") }
    return tracer
  }
}
