import ControlProtocol
import Glibc
import OperatingSystem
import Processes
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("A running app that is not well")
struct WorldFaultTests {
  private let folder: TestFolder
  private let app: App

  init() throws {
    folder = try TestFolder()
    var settings = AppSettings()
    settings.temporaryFolder = folder.path
    // A backtrace takes as long as a busy machine wants.
    (settings.launchTimeout, settings.requestTimeout) = (.patience, .patience)
    settings.backtraceTime = .patience
    app = App("FaultyApp", settings: settings)
  }

  /// Ends the app, and tells what is left of it.
  private func leftovers() -> [String] {
    app.terminate()
    return folder.contents + LivingProcess.all(with: folder.path + "/cs-").map { "process \($0)" }
  }

  /// An app that has little time for each answer.
  private func app(answeringWithin limit: Duration) -> App {
    var settings = app.settings
    settings.requestTimeout = limit
    return App("FaultyApp", settings: settings)
  }

  /// Taps with all the time that it takes, so that the next request finds what has come of it.
  private func tapBeforehand(_ fault: String, in app: RunningApp) throws -> SystemThread {
    try SystemThread {
      _ =
        try? app.request(.tap, query: "", body: TapRequest(id: fault), within: .seconds(3600)) as ActionReply
    }
  }

  @Test("that crashes at the start is shown with what it last wrote and its backtrace")
  func crashAtStart() throws {
    app.launchEnvironment = ["FAULT_AT_START": "crash"]
    let error = #expect(throws: AppError.self) { try app.launch() }
    let lines = (error?.description ?? "").split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("FaultyApp ended by signal "))
    #expect(lines[0].hasSuffix(" before it was ready. It last wrote:"))
    #expect(lines[1] == "about to crash")
    #expect(lines[2].hasSuffix("Fatal error: Index out of range"))
    #expect(
      lines.contains { $0.contains("Fault.fallOver(_:) + ") && $0.contains("FaultyFeature.swift:") },
      "\(lines)")
    #expect(leftovers() == [])
  }

  @Test("that crashes on a tap is shown with what it last wrote and its backtrace")
  func crash() throws {
    try app.launch()
    let error = #expect(throws: AppError.self) { try app.cells["crash"].tap() }
    let text = error?.description ?? ""
    #expect(text.contains(" while it was asked for /tap. It last wrote:\nabout to crash\n"), "\(text)")
    #expect(text.contains("Fault.fallOver(_:) + "), "\(text)")
    #expect(!text.contains("\u{1B}"))
    #expect(leftovers() == [])
  }

  @Test("that crashes does not hang, also where its backtrace takes longer than an answer may")
  func crashesSlowly() async throws {
    let app = app(answeringWithin: .milliseconds(1))
    try app.launch()
    let running = try #require(app.running)
    let watched = try RunningProcess(watching: running.process.pid)
    let first = try tapBeforehand("crash", in: running)
    defer { first.join() }
    #expect(await Waiting.until { watched.isCrashing || !watched.isRunning })
    let error = #expect(throws: AppError.self) { try app.cells["crash"].tap() }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("FaultyApp ended by signal "), "\(text)")
    #expect(text.contains(" It last wrote:\nabout to crash\n"), "\(text)")
    #expect(text.contains("Fault.fallOver(_:) + "), "\(text)")
    #expect(running.process.fate?.hasPrefix("ended by signal ") == true)
    app.terminate()
    #expect(leftovers() == [])
  }

  @Test("that crashes fails its test once, at the line of the tap, whatever the test asks after that")
  func crashToldOnce() async throws {
    let pool = AppPool(limit: 1) { [app] _ in app }
    defer { pool.close() }
    let trait: AppTrait = .app(
      "FaultyApp", pool: { pool }, resultsFolder: folder.path + "/results",
      isFailure: { $0.severity == .error })
    let lines = Mutex<[Int?]>([])
    try await withKnownIssue {
      try await trait.provideScope(for: #require(Test.current), testCase: nil) {
        let app = try App.current
        defer { _ = try? app.status() }
        try app.cells["crash"].tap(line: 4_711)
      }
    } matching: { issue in
      if issue.severity == .error { lines.withLock { $0.append(issue.sourceLocation?.line) } }
      return true
    }
    #expect(lines.withLock(\.self) == [4_711])
  }

  @Test("that exits on a tap is shown with its status")
  func exits() throws {
    try app.launch()
    let error = #expect(throws: AppError.self) { try app.cells["exit"].tap() }
    #expect(
      error?.description
        == "FaultyApp exited with status 9 while it was asked for /tap. It last wrote:\nabout to exit")
    #expect(leftovers() == [])
  }

  @Test(
    "that hangs is given up in time, is shown with what it last wrote, and is ended at once"
  )
  func hangs() async throws {
    let app = app(answeringWithin: .milliseconds(500))
    try app.launch()
    let first = try tapBeforehand("hang", in: #require(app.running))
    defer { first.join() }
    #expect(await Waiting.until { app.log == "about to hang\n" })
    let error = #expect(throws: AppError.self) { try app.cells["hang"].tap() }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("FaultyApp, asked for /tap: "), "\(text)")
    let words = "about to hang\n[AppDriver] ended: The app did not answer within 0.5 seconds.\n"
    #expect(app.log.hasPrefix(words), "\(app.log)")
    #expect(text.contains(" It last wrote:\nabout to hang\n[AppDriver] ended: "), "\(text)")
    #expect(text.contains("FaultyFeature.swift:37:"), "it says where: \(text)")
    #expect(app.state == .notRunning)
    app.terminate()
    #expect(leftovers() == [])
  }

  @Test("that hangs at the start is ended, with all that it says")
  func hangsAtStart() async throws {
    var settings = app.settings
    settings.launchTimeout = .milliseconds(500)
    let launch = AppLaunch(
      app: "FaultyApp", settings: settings, wanted: Configuration(environment: ["FAULT_AT_START": "hang"]),
      groups: nil, needsPort: false)
    var sandbox: Sandbox? = try Sandbox(in: folder.path)
    let socket = try #require(sandbox?.socketPath)
    let process = try launch.process(in: #require(sandbox))
    #expect(await Waiting.until { process.output.text == "about to hang\n" })
    let error = #expect(throws: AppError.self) {
      try RunningApp.meet(process, of: "FaultyApp", at: socket, launch.wanted, settings)
    }
    let text = error?.description ?? ""
    let start = "FaultyApp was not ready within 0.5 seconds and has been ended. It last wrote:\n"
    #expect(text.hasPrefix(start + "about to hang\n"), "\(text)")
    #expect(text.contains("FaultyFeature.swift:8:"), "it says where: \(text)")
    #expect(!process.isRunning)
    try sandbox?.remove()
    sandbox = nil
    #expect(leftovers() == [])
  }

  @Test("that hangs at the start is ended at once when nobody waits for it any more")
  func unwantedStart() throws {
    let (reading, writing) = try Descriptor.pipe()
    var settings = app.settings
    (settings.launchTimeout, settings.cancellation) = (.seconds(3600), reading)
    let app = App("FaultyApp", settings: settings)
    app.launchEnvironment = ["FAULT_AT_START": "hang"]
    #expect(try writing.writeNow([0]) == 1)
    let error = #expect(throws: AppError.self) { try app.launch() }
    #expect(
      error?.description.hasSuffix("nobody waits for it any more.") == true, "\(String(describing: error))")
    #expect(leftovers() == [])
  }

  @Test("that leaves a child in a session of its own is told so, and the child is ended")
  func leavesChild() throws {
    let fake = try FakeApp(script: nil)
    let file = folder.path + "/child"
    let start = "setsid sh -c 'echo $$ > \(file); exec sleep 1000' & until [ -s '\(file)' ]; do :; done"
    try fake.folder.write(
      FakeApp.script(in: fake.folder, before: start), to: "FakeApp", executable: true)
    let app = fake.makeApp()
    try app.launch()
    let number = try #require(folder.read("child").flatMap { Int32($0.dropLast()) })
    let child = try LivingProcess(number)
    app.terminate()
    #expect(try child.ends())
    #expect(app.log.hasPrefix("[AppDriver] FakeApp left process \(number) ("))
    #expect(app.log.hasSuffix("sleep 1000) behind, which has been ended\n"), "\(app.log)")
    #expect(fake.sandboxes == [])
  }

  @Test("takes bounded memory of its driver, however much it prints")
  func gigabytes() throws {
    let effort = try Effort()
    let mebibytes = effort.rounds(500)
    let process = try AppProcess(
      Spawn(
        "/bin/sh", ["-c", "yes 'so much to say' | head -c \(mebibytes)M"],
        environment: ["PATH": "/usr/bin:/bin"], folder: "/"), settings: AppSettings())
    #expect(process.waitForExit(until: Deadline(in: .seconds(600))) == .exited(0))
    let text = process.output.text
    #expect(text.hasPrefix("[\(mebibytes << 20 - 65_536) earlier bytes dropped]\n"))
    #expect(text.utf8.count < 66_000)
    effort.report("\(mebibytes) MiB printed, 65536 bytes kept")
  }
}
