import AppRuntime
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a generation can change that only the process has.
enum ProcessMistake: String, CaseIterable {
  case folder = "working-folder"
  case goneFolder = "gone-folder"
  case newVariable = "new-variable"
  case otherVariable = "other-variable"
  case lostVariable = "lost-variable"
  case noVariables = "no-variables"
  case mask
  case zone
  case zoneVariable = "zone-variable"
  case locale
  case handler
  case ignoredSignal = "ignored-signal"
  /// In the place of the terminal's own handler, if the app has a terminal.
  case endedByNobody = "ended-by-nobody"
  case expectedHandler = "expected-handler"
  case limit, nice, alarm, name
  case foundationName = "foundation-name"
  case registeredDefaults = "registered-defaults"
  case defaults, cookie, cache, credential

  func make(in environment: AppEnvironment) {
    let folder = environment.launch.environment["TMPDIR"] ?? "/tmp"
    switch self {
    case .folder: chdir("/")
    case .goneFolder:
      mkdir(folder + "/gone", 0o700)
      chdir(folder + "/gone")
      rmdir(folder + "/gone")
    case .newVariable: setenv("LEAKY_NEW", "1", 1)
    case .otherVariable: setenv("LANG", "ja_JP.UTF-8", 1)
    case .lostVariable: unsetenv("PATH")
    case .noVariables: clearenv()
    case .mask: umask(0o077)
    case .zone: NSTimeZone.default = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
    case .zoneVariable:
      setenv("TZ", "Asia/Tokyo", 1)
      tzset()
      NSTimeZone.resetSystemTimeZone()
    case .locale: setlocale(LC_ALL, "C.UTF-8")
    case .handler: signal(SIGUSR1) { _ in }
    case .ignoredSignal: signal(SIGPIPE, SIG_IGN)
    case .endedByNobody: signal(SIGTERM, SIG_IGN)
    case .expectedHandler: signal(SIGUSR2) { _ in }
    case .limit:
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 512
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    case .nice: setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()), 5)
    case .alarm: Glibc.alarm(3600)
    case .name:
      let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
      _ = write(file, "renamed", 7)
      close(file)
    case .foundationName: ProcessInfo.processInfo.processName = "renamed"
    case .registeredDefaults: UserDefaults.standard.register(defaults: ["size": 12])
    case .defaults: UserDefaults.standard.set("dark", forKey: "theme")
    case .cookie, .cache, .credential: changeNetworking()
    }
  }

  private func changeNetworking() {
    guard let url = URL(string: "http://127.0.0.1/") else { return }
    let properties: [HTTPCookiePropertyKey: Any] = [
      .name: "a", .value: "b", .domain: "127.0.0.1", .path: "/",
    ]
    switch self {
    case .cookie: HTTPCookie(properties: properties).map(HTTPCookieStorage.shared.setCookie)
    case .cache:
      let response = URLResponse(
        url: url, mimeType: nil, expectedContentLength: 3, textEncodingName: nil)
      URLCache.shared.storeCachedResponse(
        CachedURLResponse(
          response: response, data: Data("abc".utf8), userInfo: nil, storagePolicy: .allowedInMemoryOnly),
        for: URLRequest(url: url))
    case .credential:
      URLCredentialStorage.shared.set(
        URLCredential(user: "ada", password: "x", persistence: .forSession),
        for: URLProtectionSpace(
          host: "127.0.0.1", port: 80, protocol: "http", realm: nil, authenticationMethod: nil))
    default: break
    }
  }
}
