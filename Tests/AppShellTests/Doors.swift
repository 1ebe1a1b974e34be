import AppRuntime
import AppShell
import ElementTree
import Glibc
import Observation
import TestSupport
import Testing

/// A feature with one button, behind which a test puts what it wants to happen while the app runs.
struct DoorFeature: FeaturePlugin {
  var linkedPlaces = [LinkedPlace("front", "The front door.")]
  let launchOptions = [LaunchOption("--colour", value: "NAME", "Paints the door.")]
  var whenOpened: @MainActor () async -> Void = {}

  @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    DoorSession(environment: environment, whenOpened: whenOpened)
  }
}

enum DoorAction: String { case open }

@Observable @MainActor
final class DoorSession: FeatureSession {
  private var isOpen = false
  @ObservationIgnored private let environment: AppEnvironment
  @ObservationIgnored private let whenOpened: @MainActor () async -> Void

  init(environment: AppEnvironment, whenOpened: @escaping @MainActor () async -> Void) {
    self.environment = environment
    self.whenOpened = whenOpened
  }

  var body: Element {
    Screen("door", title: isOpen ? "Open" : "Closed") {
      Button("Open", id: DoorAction.open)
    }.element
  }

  func tap(_ action: DoorAction) {
    switch action {
    case .open:
      isOpen = true
      environment.tasks.start("open the door", whenOpened)
    }
  }
}

/// What a shell wrote, and the status that it ended with.
struct ShellOutcome: Equatable {
  var status: Int32
  var output = ""
  var complaint = ""
}

/// Runs shells in one home.
@MainActor
struct ShellFixture {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  /// Runs the app with a command line and lines of input, to its end.
  func run(
    _ arguments: [String] = [], input: String = "", environment: [String: String]? = nil,
    feature: DoorFeature = DoorFeature(), linkScheme: String? = "doors",
    observers: [any AppHostObserver] = []
  ) async throws -> ShellOutcome {
    let definition = AppDefinition(
      name: "Doors", version: "1.2.3", summary: "Doors that can be opened.", id: "net.cleanslate.tests.doors",
      linkScheme: linkScheme,
      feature: feature)
    let folder = home.path(.temporary)
    let streams = try [Stream(in: folder, containing: input), Stream(in: folder), Stream(in: folder)]
    let console = Console(
      input: streams[0].descriptor, output: streams[1].descriptor, error: streams[2].descriptor)
    let status = await AppShell(definition, console: console, observers: observers).run(
      LaunchConfiguration(arguments: arguments, environment: environment ?? home.environment))
    return ShellOutcome(status: status.rawValue, output: streams[1].text, complaint: streams[2].text)
  }
}

/// A file without a name that stands for one of the streams of a process.
private final class Stream {
  let descriptor: Int32

  init(in folder: String, containing text: String = "") throws {
    var path = Array("\(folder)/stream-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    unlink(path)
    try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  var text: String {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, size, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
