#if DEBUG
import Foundation
import Glibc
package import Leaks
import OperatingSystem

/// What only the process has, and no generation of an app takes along when it goes: working folder, environment, umask,
/// time zone and locale, signal handlers, limits, and the like.
///
/// It is noted once, before the first generation. Each reset compares it with the process while nothing of the app
/// exists. With no difference, that takes less than a tenth of a millisecond.
package struct ProcessState {
  private let variables: EnvironmentVariables
  /// What can be put back without harm: what comes before the variables, and what follows one of them.
  private let first, last: [Fact]
  /// What is only compared: somebody may count on it, or the system does not allow it.
  private let fixed: [Fact]
  /// What the process did at first when it got each of the signals.
  private let handlers: [SignalHandler]
  private let defaults: AppDefaults

  /// Notes the state of the process as it is now.
  package static func now(readsDefaults: Bool = true) -> ProcessState {
    ProcessState(
      variables: .now(), first: [workingFolder, umask].compactMap(\.self), last: [zone, locale],
      fixed: limits + alarms + names, handlers: SignalHandler.names.map { SignalHandler($0.number) },
      defaults: readsDefaults ? .now() : .unread()
    )
  }

  /// Puts back what can be put back without harm, and returns what was not as it is here.
  ///
  /// What is expected to differ is left alone, and not returned.
  package func putBack(except isExpected: (_ what: String) -> Bool = { _ in false }) -> [ProcessDifference] {
    first.compactMap { $0.putBack(except: isExpected) } + variables.putBack(except: isExpected)
      + last.compactMap { $0.putBack(except: isExpected) } + differences(except: isExpected)
  }

  /// Returns what is not as it is here, and cannot be put back without harm.
  package func differences(except isExpected: (_ what: String) -> Bool) -> [ProcessDifference] {
    let now = AppDefaults.now()
    let ofDefaults = now == defaults ? [] : ProcessDifference.between(defaults.values, and: now.values)
    let ofHandlers = zip(SignalHandler.names, handlers).compactMap { signal, before -> ProcessDifference? in
      let now = SignalHandler(signal.number)
      // The handler of a program that has taken the terminal since is no news.
      if now == before || TerminalSignals.contain(now.handler) { return nil }
      return ProcessDifference(what: "signal handler SIG\(signal.name)", before: "\(before)", after: "\(now)")
    }
    return (ofDefaults + fixed.compactMap { $0.difference() } + ofHandlers)
      .filter { $0.before != $0.after && !isExpected($0.what) }.sorted { $0.what < $1.what }
  }
}

/// One thing that only the process has, and what it was before the first generation.
private struct Fact {
  /// How the process differs from this; nil if it does not.
  let difference: () -> ProcessDifference?
  private let what: String
  private let restore: () -> Bool

  /// `textBefore` is its text if that cannot be told later on.
  init<Value: Equatable>(
    _ what: String, textBefore: String? = nil, _ read: @escaping () -> Value,
    _ text: @escaping (Value) -> String = { "\($0)" }, set: @escaping (Value) -> Void = { _ in }
  ) {
    let before = read()
    self.what = what
    difference = {
      let now = read()
      if now == before { return nil }
      return ProcessDifference(what: what, before: textBefore ?? text(before), after: text(now))
    }
    restore = {
      set(before)
      return read() == before
    }
  }

  /// Puts it back, as far as the system allows, and returns how the process differed.
  func putBack(except isExpected: (_ what: String) -> Bool) -> ProcessDifference? {
    guard var difference = difference(), !isExpected(what) else { return nil }
    difference.restored = restore()
    return difference
  }
}

// MARK: - What can be put back

extension ProcessState {
  /// The folder from which the process finds what is named by a relative path; nil if it cannot be opened. It is held open, so
  /// that it can be put back even if it was renamed meanwhile.
  private static var workingFolder: Fact? {
    // `O_PATH`, which Glibc keeps from Swift: to hold the folder, nobody needs to be allowed to list it.
    let number = open(".", 0o10_000_000 | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let folder = Descriptor(owning: number)
    func path() -> String { ProcFolder.target(ofLink: "/proc/self/cwd") ?? "gone" }
    return Fact("working folder", textBefore: path()) {
      (try? Descriptor.status(atPath: "."))?.identity
    } _: { _ in
      path()
    } set: { _ in
      _ = fchdir(folder.number)
    }
  }

  /// The permissions that new files do not get. The call that tells the mask also sets it: for that moment it is the strictest,
  /// so that a file which another thread makes just then is open to nobody else.
  private static var umask: Fact {
    Fact("umask") {
      let mask = Glibc.umask(0o077)
      _ = Glibc.umask(mask)
      return mask
    } _: {
      String($0 + 0o1000, radix: 8).suffix(3).description
    } set: {
      _ = Glibc.umask($0)
    }
  }

  /// The zone that Foundation reckons with where nobody names one, and the one that it takes for the system's.
  private static var zone: Fact {
    Fact("time zone") {
      [NSTimeZone.default, .current]
    } _: { zones in
      let (used, system) = (zones[0], zones[1])
      return used == system
        ? used.identifier : "\(used.identifier), where the system has \(system.identifier)"
    } set: { zones in
      // The variable TZ has been put back before.
      tzset()
      NSTimeZone.resetSystemTimeZone()
      if NSTimeZone.default != zones[0] { NSTimeZone.default = zones[0] }
    }
  }

  /// The locale of the C library, for all of its categories.
  private static var locale: Fact {
    Fact("locale") {
      setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "C"
    } set: {
      _ = setlocale(LC_ALL, $0)
    }
  }
}

// MARK: - What is only compared

extension ProcessState {
  private static var limits: [Fact] {
    // In the order of their numbers on Linux.
    let names = [
      "processor time", "file size", "data size", "stack size", "core size", "resident memory", "processes",
      "open files", "locked memory", "address space", "file locks", "pending signals", "message queues",
      "nice value", "realtime priority", "realtime",
    ]
    return names.enumerated().map { number, name in
      Fact("limit of \(name)") {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(UInt32(number)), &limit)
        return Limit(soft: limit.rlim_cur, hard: limit.rlim_max)
      }
    }
  }

  private static var alarms: [Fact] {
    let timers = [
      (ITIMER_REAL, "alarm"), (ITIMER_VIRTUAL, "alarm of user time"),
      (ITIMER_PROF, "alarm of processor time"),
    ]
    return timers.map { timer, name in
      Fact(name) {
        var value = itimerval()
        return getitimer(__itimer_which_t(timer.rawValue), &value) == 0
          && (value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0)
      } _: {
        $0 ? "pending" : "none"
      }
    }
  }

  private static var names: [Fact] {
    // It stays open because opening it takes longer than reading it.
    let file = try? Descriptor.open("/proc/self/comm", .reading)
    return [
      // That of the first thread; that of others is set by Dispatch, too, for the importance of their work.
      Fact("nice value") { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid())) },
      Fact("process name") {
        var bytes = [UInt8](repeating: 0, count: 16)
        if let file { pread(file.number, &bytes, bytes.count, 0) }
        return String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      },
      Fact("process name of ProcessInfo") { ProcessInfo.processInfo.processName },
    ]
  }
}

/// How much the system lets the process have of something.
private struct Limit: Equatable, CustomStringConvertible {
  let soft, hard: rlim_t

  var description: String { "\(Self.text(soft)), at most \(Self.text(hard))" }

  private static func text(_ value: rlim_t) -> String { value == .max ? "unlimited" : "\(value)" }
}

/// What the process does when it gets a signal.
private struct SignalHandler: Equatable, CustomStringConvertible {
  let handler: UInt
  private let flags: Int32
  private let blocked: UInt64

  init(_ signal: Int32) {
    var action = sigaction()
    sigaction(signal, nil, &action)
    handler = UInt(bitPattern: unsafeBitCast(action.__sigaction_handler, to: Int.self))
    flags = action.sa_flags
    blocked = withUnsafeBytes(of: &action.sa_mask) { $0.loadUnaligned(as: UInt64.self) }
  }

  var description: String {
    if handler < 2 { return handler == 0 ? "default" : "ignored" }
    let options = "flags \(String(flags, radix: 16)), blocks \(String(blocked, radix: 16))"
    return "handled \(Mapping.place(ofCode: handler) ?? "at \(String(handler, radix: 16))") (\(options))"
  }

  /// With their numbers on Linux. The C library has the first two of those for real time for itself.
  static let names: [(number: Int32, name: String)] =
    zip(
      Int32(1)...,
      """
      HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU \
      URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS
      """.split(separator: " ").map(String.init)
    ).map { ($0, $1) }
    + (34...64).map { ($0, "RTMIN+\($0 - 34)") }
}
#endif
