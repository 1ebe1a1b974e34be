import Foundation
import Glibc
import TestScaffolding

/// Prints what a process can know of itself at its start, for a comparison of those that are launched in different ways; and
/// then does what its arguments ask for.
@main
struct MirrorApp {
  static func main() async {
    var words = CommandLine.arguments.dropFirst()[...]
    switch words.first {
    case "--exit": exit(Int32(words.last ?? "") ?? 0)
    case "--raise": raise(Int32(words.last ?? "") ?? 0)
    case "--wait": say("\(getpid()) \(getppid())\n")
    case "--stray":
      // Of another session than the app.
      say("\(start(["/usr/bin/setsid", "/bin/sleep", "1000"]))\n")
      exit(0)
    default:
      words = []
      let view = Self.view
      // What is used for the first time after a fork: tasks on threads of their own, the main actor, files.
      let sum = await withTaskGroup(of: Int.self) { group in
        for number in 1...4 { group.addTask { number } }
        var sum = 0
        for await number in group { sum += number }
        return sum
      }
      let seen = await Task.detached { await onMainActor() }.value
      let all = view.merging(["sum of tasks": "\(sum)", "main actor": seen]) { $1 }
      let data = try? JSONEncoder().encode(all)
      say(String(decoding: data ?? Data(), as: UTF8.self))
      exit(0)
    }
    // Whoever started it holds the other end.
    while readLine() != nil {}
  }

  @MainActor private static func onMainActor() -> String { "\(FileManager.default.fileExists(atPath: "/"))" }

  private static func say(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  private static func start(_ words: [String]) -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    try? process.run()
    return process.processIdentifier
  }

  private static var view: [String: String] {
    [
      "arguments": "\(CommandLine.arguments)", "count of arguments": "\(CommandLine.argc)",
      "pointer to arguments": (0..<Int(CommandLine.argc)).map {
        CommandLine.unsafeArgv[$0].map { String(cString: $0) } ?? "nil"
      }.joined(separator: "|"),
      "arguments of Foundation": "\(ProcessInfo.processInfo.arguments)",
      "name of Foundation": ProcessInfo.processInfo.processName,
      "environment": "\(ProcessInfo.processInfo.environment.sorted { $0.key < $1.key })",
      "variable of the C library": getenv("MIRROR").map { String(cString: $0) } ?? "none",
      "command line in /proc": text("cmdline"), "environment in /proc": text("environ"), "name": text("comm"),
      "executable": link("exe"), "folder": FileManager.default.currentDirectoryPath,
      "descriptors": descriptors, "leads its group": "\(getpgrp() == getpid())",
      "threads": lines(of: "status", "Threads:"), "limits": text("limits"), "groups": text("cgroup"),
      "status": lines(
        of: "status", "Name:", "Umask:", "Uid:", "Gid:", "Groups:", "SigPnd:", "SigBlk:", "SigIgn:",
        "SigCgt:", "Shd", "Cap", "NoNew", "Seccomp",
        "Cpus_allowed:"),
      "priority": "\(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))",
      "home of Foundation": NSHomeDirectory(), "temporary folder": NSTemporaryDirectory(),
      "home": FileManager.default.homeDirectoryForCurrentUser.path,
      "documents": "\(FileManager.default.urls(for: .documentDirectory, in: .userDomainMask))",
      "support": "\(FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask))",
      "zone": TimeZone.current.identifier, "locale": Locale.current.identifier,
      "languages": "\(Locale.preferredLanguages)", "bundle": Bundle.main.bundlePath,
      "numbers of the parent": "\(foreignNumbers)", "planted number": plantedNumber,
      "defaults": UserDefaults.standard.string(forKey: "mirror") ?? "none",
      "parent may kill it": "\(deathSignal)",
    ]
  }

  /// Words among the values of this thread that are the number of its parent, which mutexes would take for an owner.
  private static var foreignNumbers: Int {
    #if arch(x86_64)
    // They end where the system keeps what it knows of the thread. Nobody knows where they begin: what is not there cannot be
    // read from this file.
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    defer { close(memory) }
    let end = Int(pthread_self())
    return stride(from: end - 4096, to: end, by: 4).count { place in
      var number: Int32 = 0
      return pread(memory, &number, 4, place) == 4 && number == getppid()
    }
    #else
    return 0
    #endif
  }

  /// Whether a library's own variable of this thread still has the value that the library has given it.
  private static var plantedNumber: String {
    typealias Check = @convention(c) () -> Int32
    guard let check = dlsym(nil, "planted_number_is_kept") else { return "none" }
    return unsafeBitCast(check, to: Check.self)() == 1 ? "kept" : "changed"
  }

  private static var deathSignal: Int32 {
    var signal: Int32 = 0
    typealias Call = @convention(c) (Int32, UnsafeMutablePointer<Int32>) -> Int32
    guard let call = dlsym(nil, "prctl") else { return -1 }
    // PR_GET_PDEATHSIG
    return unsafeBitCast(call, to: Call.self)(2, &signal) == 0 ? signal : -1
  }

  private static var descriptors: String {
    // Those of the threads that tasks need come and go, and all begin after these.
    (0..<16).compactMap { number in
      link("fd/\(number)").isEmpty ? nil : "\(number): \(link("fd/\(number)").prefix { $0 != ":" })"
    }.joined(separator: ", ")
  }

  private static func text(_ file: String) -> String {
    let data = FileManager.default.contents(atPath: "/proc/self/\(file)") ?? Data()
    return String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\0", with: "|")
  }

  private static func lines(of file: String, _ beginnings: String...) -> String {
    text(file).split(separator: "\n").filter { beginnings.contains(where: $0.hasPrefix) }
      .joined(separator: "\n")
  }

  private static func link(_ name: String) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/\(name)")) ?? ""
  }
}
