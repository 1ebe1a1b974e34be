#if DEBUG
import Foundation
import Glibc
import Leaks
import OperatingSystem

/// What a reset compares, and does not put back: somebody may count on it, or the system does not allow it.
struct FixedState {
  private let handlers: [SignalHandler]
  private let limits: [Limit]
  /// The nice value of the first thread; that of others is set by Dispatch, too, for the importance of their work.
  private let niceValue: Int32
  private let alarms: [Bool]
  private let name: ProcessName
  private let foundationName: String
  private let defaults: AppDefaults

  /// Notes the state as it is now. The handlers of a program that has taken the terminal since then are no news.
  static func now(since before: FixedState?, readsDefaults: Bool = true) -> FixedState {
    FixedState(
      handlers: SignalHandler.all(since: before?.handlers), limits: Limit.all(),
      niceValue: currentNiceValue,
      alarms: timers.map { isPending($0.timer) },
      name: .now(since: before?.name),
      foundationName: ProcessInfo.processInfo.processName, defaults: readsDefaults ? .now() : .unread())
  }

  /// How the process differs from this now.
  func differences() -> [ProcessDifference] {
    if isUnchanged { return [] }
    let now = Self.now(since: self)
    return ProcessDifference.between(values(unlike: now), and: now.values(unlike: self))
  }

  /// Whether nothing is different now. That takes less time than to find out what is, and is almost always so.
  private var isUnchanged: Bool {
    for index in handlers.indices where SignalHandler.now(of: index, since: handlers) != handlers[index] {
      return false
    }
    for number in limits.indices where Limit.now(of: number) != limits[number] { return false }
    for number in alarms.indices where Self.isPending(Self.timers[number].timer) != alarms[number] {
      return false
    }
    return niceValue == Self.currentNiceValue && name == .now(since: name)
      && foundationName == ProcessInfo.processInfo.processName && defaults == .now()
  }

  private static var currentNiceValue: Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()))
  }

  /// What is not as in the other state, by its name and in words. Words take longer to find than differences.
  private func values(unlike other: FixedState) -> [String: String] {
    var values = defaults == other.defaults ? [:] : defaults.values
    for (one, other) in zip(handlers, other.handlers) where one != other {
      values["signal handler \(one.name)"] = one.description
    }
    for (index, one) in limits.enumerated() where one != other.limits[index] {
      values["limit of \(Limit.names[index])"] = one.description
    }
    for (index, one) in alarms.enumerated() where one != other.alarms[index] {
      values[Self.timers[index].name] = one ? "pending" : "none"
    }
    if niceValue != other.niceValue { values["nice value"] = "\(niceValue)" }
    if name != other.name { values["process name"] = name.description }
    if foundationName != other.foundationName { values["process name of ProcessInfo"] = foundationName }
    return values
  }

  private static let timers: [(timer: __itimer_which, name: String)] = [
    (ITIMER_REAL, "alarm"), (ITIMER_VIRTUAL, "alarm of user time"), (ITIMER_PROF, "alarm of processor time"),
  ]

  private static func isPending(_ timer: __itimer_which) -> Bool {
    var value = itimerval()
    return getitimer(__itimer_which_t(timer.rawValue), &value) == 0
      && (value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0)
  }
}

/// How much the system lets the process have of something.
private struct Limit: Equatable, CustomStringConvertible {
  let soft: rlim_t
  let hard: rlim_t

  static func all() -> [Limit] { names.indices.map(now) }

  static func now(of number: Int) -> Limit {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(UInt32(number)), &limit)
    return Limit(soft: limit.rlim_cur, hard: limit.rlim_max)
  }

  var description: String { "\(Self.text(soft)), at most \(Self.text(hard))" }

  private static func text(_ value: rlim_t) -> String { value == rlim_t.max ? "unlimited" : "\(value)" }

  /// In the order of their numbers on Linux.
  static let names = [
    "processor time", "file size", "data size", "stack size", "core size", "resident memory", "processes",
    "open files", "locked memory", "address space", "file locks", "pending signals", "message queues",
    "nice value", "realtime priority", "realtime",
  ]
}

/// The name of the process as the system shows it: that of its first thread.
private struct ProcessName: Equatable, CustomStringConvertible {
  /// The file that has the name, which stays open because opening it takes longer than reading it.
  private let file: Descriptor?
  /// The name, with zeros behind it.
  private let bytes: InlineArray<2, UInt64>

  static func now(since before: ProcessName?) -> ProcessName {
    let file = before?.file ?? (try? Descriptor.open("/proc/self/comm", .reading))
    var bytes = InlineArray<2, UInt64>(repeating: 0)
    if let file { _ = withUnsafeMutableBytes(of: &bytes) { pread(file.number, $0.baseAddress, $0.count, 0) } }
    return ProcessName(file: file, bytes: bytes)
  }

  static func == (one: ProcessName, other: ProcessName) -> Bool {
    one.bytes[0] == other.bytes[0] && one.bytes[1] == other.bytes[1]
  }

  var description: String {
    withUnsafeBytes(of: bytes) {
      String(decoding: $0.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }
}
#endif
