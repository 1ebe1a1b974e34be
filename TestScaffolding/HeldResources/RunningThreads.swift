#if DEBUG
import Glibc
import ObjectMemory
import OperatingSystem
import Synchronization

/// The threads of the scaffolding itself, which begin after the first look and are no growth of the app.
package enum ScaffoldingThreads {
  private static let numbers = Mutex<Set<Int32>>([])

  /// Notes the thread that calls this, and stays until the process ends.
  package static func noteThis() { _ = numbers.withLock { $0.insert(ObjectMemoryThread()) } }

  static func contains(_ number: Int32) -> Bool { numbers.withLock { $0.contains(number) } }
}

/// Lists the threads of this process, and tells those that have a name of their own.
///
/// Linux gives a new thread the name of the one that started it. So a thread has no name of its own if it is called as
/// the main thread is or ever was, or as a worker of Dispatch is. A name that Foundation's `Thread` gets before its
/// start never reaches the system.
struct RunningThreads {
  /// The names that the main thread has had at the looks so far, and the one that the process began with.
  private var mainNames: Set<String> = []
  /// Those at the latest look; nil if it could not list them.
  private var numbers: [Int32]?
  /// How many threads there were at the latest look, and the number that the system gave out last before it.
  private var glance: (count: Int, newest: [UInt8])?
  /// Where the system says which number it gave out last; it stays open because opening it takes longer than reading it.
  private let newestNumber = try? Descriptor.open("/proc/loadavg", .reading)
  /// The threads at the latest look. The system does not give their numbers to other ones soon.
  private var known: [Int32: Resource] = [:]
  /// Those that had no name of their own at the look at which they were new. They may get one shortly afterwards.
  private var young: Set<Int32> = []
  /// The thread that waits for Dispatch's events.
  private var waiter: Int32?

  init() {
    // Swift's own list of the words is made once, which a launch server must not do before there is an app.
    let executable = ProcFolder.bytes(of: "/proc/self/cmdline").prefix { $0 != 0 }
    // The system cuts off names after 15 bytes.
    let name = executable.split(separator: UInt8(ascii: "/")).last?.prefix(15) ?? []
    mainNames.insert(String(decoding: name, as: UTF8.self))
  }

  /// Looks at the threads, and returns whether there may be other ones, or other names, than before.
  mutating func look() -> Bool {
    let seen = quickLook()
    if let seen, let glance, young.isEmpty, seen == glance { return false }
    guard let now = Self.numbers() else {
      (glance, numbers) = (nil, nil)
      return true
    }
    defer { glance = seen }
    let reading = young
    if now == numbers, reading.isEmpty { return false }
    numbers = now
    let new = now.filter { known[$0] == nil }
    // The main thread may be given another name, and what it starts has that one from then on.
    if let name = ProcFolder.name(in: "/proc/self") { mainNames.insert(name) }
    var all: [Int32: Resource] = [:]
    for number in now {
      all[number] = reading.contains(number) ? read(number) : known[number] ?? read(number)
    }
    known = all
    young = Set(new.filter { known[$0]?.judgement == .maybeKeptByLibrary })
    return true
  }

  /// If there are as many threads as before, and no process has got a new thread since, then they are the same ones.
  private func quickLook() -> (count: Int, newest: [UInt8])? {
    guard let newestNumber, let count = (try? Descriptor.status(atPath: "/proc/self/task"))?.nameCount else {
      return nil
    }
    var line = [UInt8](repeating: 0, count: 64)
    let length = pread(newestNumber.number, &line, line.count, 0)
    guard length > 0, let space = line[..<length].lastIndex(of: UInt8(ascii: " ")) else { return nil }
    return (count, Array(line[space..<length]))
  }

  /// The threads at the latest look; nil if they could not be listed.
  var list: [Resource]? { numbers == nil ? nil : Array(known.values) }

  /// Those threads of the latest look that are still there; nil if they cannot be listed. Those of Dispatch are known by now.
  mutating func listStillThere() -> [Resource]? {
    guard let numbers = Self.numbers() else { return nil }
    let now = Set(numbers)
    var list: [Resource] = []
    for number in young where now.contains(number) { known[number] = read(number) }
    let suspects = known.filter { now.contains($0.key) && $0.value.judgement == .maybeKeptByLibrary }.keys
    let calls = Self.calls(of: Array(suspects))
    for number in known.keys where now.contains(number) {
      if suspects.contains(number), mayBeOfDispatch(number, calls[number]) {
        known[number]?.judgement = .expected
        young.remove(number)
      }
      if let thread = known[number] { list.append(thread) }
    }
    return list
  }

  var hasYoung: Bool { !young.isEmpty }

  /// The numbers of all threads; nil if they cannot be listed.
  private static func numbers() -> [Int32]? {
    ProcFolder.names(in: "/proc/self/task")?.compactMap { Int32($0) }
  }

  private func read(_ number: Int32) -> Resource? {
    guard let name = ProcFolder.name(in: "/proc/self/task/\(number)") else { return nil }
    let isNameless = name.hasSuffix("-qos") || name.hasSuffix(".overcommit") || mainNames.contains(name)
    let judgement = isNameless ? Resource.Judgement.maybeKeptByLibrary : .leak
    return Resource(
      kind: .thread, name: isNameless ? "without a name of its own" : name, identity: "\(number)",
      judgement: ScaffoldingThreads.contains(number) ? .expected : judgement)
  }

  /// Whether the thread is most probably one of those that Dispatch keeps: workers, which wait for work in Dispatch's own
  /// memory, and one that waits for events. Where the system does not say what threads wait for, any of them may be.
  private mutating func mayBeOfDispatch(_ number: Int32, _ call: String?) -> Bool {
    // Whoever looks does so as work of the main actor, which one of the workers has taken.
    if number == ObjectMemoryThread() { return true }
    guard let call else { return true }
    let words = call.split(separator: " ")
    guard words.count > 1, let first = UInt(words[1].dropFirst(2), radix: 16), let dispatch = Self.dispatch
    else { return false }
    if Self.library(with: first) == dispatch { return true }
    guard waiter == nil || waiter == number,
      ProcFolder.target(ofLink: "/proc/self/fd/\(first)") == "anon_inode:[eventpoll]"
    else { return false }
    waiter = number
    return true
  }

  /// What each thread waits for, as far as the system says that. While it runs, that is not known: one of a pool waits again
  /// soon, however long it has to wait for a processor, and one of the app may go on.
  private static func calls(of numbers: [Int32]) -> [Int32: String] {
    var (calls, starts) = ([Int32: String](), [Int32: Int]())
    var running = numbers.filter { $0 != ObjectMemoryThread() }
    let end = Deadline(in: .seconds(1))
    while true {
      running = running.filter { number in
        let folder = "/proc/self/task/\(number)"
        calls[number] = ProcFolder.text(of: folder + "/syscall")
        guard calls[number]?.hasPrefix("running") == true else { return false }
        let run = nanosecondsRun(folder)
        let start = starts[number] ?? run
        starts[number] = start
        return run - start < longestRun
      }
      if running.isEmpty || end.hasPassed { return calls }
      SystemThread.yield()
    }
  }

  private static let longestRun = 20_000_000

  /// How long a thread has had a processor.
  private static func nanosecondsRun(_ folder: String) -> Int {
    ProcFolder.text(of: folder + "/schedstat").flatMap { Int($0.prefix { $0 != " " }) } ?? 0
  }

  private static let dispatch = library(with: UInt(bitPattern: dlsym(nil, "dispatch_get_global_queue")))

  /// Where the library begins, or the program, that an address is in.
  private static func library(with address: UInt) -> UInt? {
    var start: UInt = 0
    return ObjectMemoryFile(address, &start) == nil ? nil : start
  }
}
#endif
