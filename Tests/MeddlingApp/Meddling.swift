import AppRuntime
import Foundation

/// What a reset puts back.
enum Change: String, CaseIterable {
  case root, gone, mask, japanese
  case tokyo
  case tokyoVariable = "tokyo-variable"
  case noPath = "no-path"
  case locale

  func make(in environment: AppEnvironment) {
    let folder = (environment.launch.environment["TMPDIR"] ?? "/tmp") + "/gone"
    switch self {
    case .root: chdir("/")
    case .gone:
      mkdir(folder, 0o700)
      chdir(folder)
      rmdir(folder)
    case .mask: umask(0o027)
    case .japanese: setenv("LANG", "ja_JP.UTF-8", 1)
    case .tokyo: NSTimeZone.default = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
    case .tokyoVariable:
      setenv("TZ", "Asia/Tokyo", 1)
      tzset()
      NSTimeZone.resetSystemTimeZone()
    case .noPath: unsetenv("PATH")
    case .locale: setlocale(LC_ALL, "C.UTF-8")
    }
  }
}

/// What a reset tells, and does not put back.
enum Harm: String, CaseIterable {
  case handler, limit, nice, alarm, name, defaults

  func make() {
    switch self {
    case .handler: signal(SIGUSR1, SIG_IGN)
    case .limit:
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      limit.rlim_max = limit.rlim_max == 0 ? 0 : limit.rlim_max - 1
      limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    case .nice: setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()), 5)
    case .alarm: Glibc.alarm(3600)
    case .name: ProcessInfo.processInfo.processName = "renamed"
    case .defaults: UserDefaults.standard.set("dark", forKey: "theme")
    }
  }
}

/// What the process is like now.
struct ProcessView: Equatable {
  let lines: [String]

  init(home: String) {
    let mask = umask(0)
    umask(mask)
    var (now, time) = (time_t(0), tm())
    localtime_r(&now, &time)
    lines = [
      "folder \(FileManager.default.currentDirectoryPath.replacing(home, with: "~"))",
      "umask \(String(mask, radix: 8))",
      "PATH \(Self.variable("PATH"))", "LANG \(Self.variable("LANG"))", "TZ \(Self.variable("TZ"))",
      "MEDDLING \(Self.variable("MEDDLING"))",
      "zone \(NSTimeZone.default.identifier), system \(TimeZone.current.identifier), C \(time.tm_hour)",
      "locale \(setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "none")",
    ]
  }

  /// Sets a variable, or takes it away.
  static func setVariable(_ text: String) {
    _ = text.isEmpty ? unsetenv("MEDDLING") : setenv("MEDDLING", text, 1)
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0).debugDescription } ?? "not set"
  }
}
