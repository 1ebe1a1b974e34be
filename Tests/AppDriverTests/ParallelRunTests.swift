import ControlProtocol
import Foundation
import Glibc
import LaunchServer
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import AppDriver

/// A run of tests in parallel, in which every app object stands for a test process of its own.
private final class ParallelWorld: Sendable {
  let folder: TestFolder
  let run: ChildProcess

  init() throws {
    folder = try TestFolder()
    run = try ChildProcess("/bin/cat", environment: [:])
  }

  /// An app as the next test process of the run, or of another, has it.
  func app(_ name: String = "SampleOnboarding", in other: ChildProcess? = nil) -> App {
    var settings = AppSettings()
    settings.environment["XDG_RUNTIME_DIR"] = folder.path
    settings.temporaryFolder = folder.path
    settings.parallelRun = ParallelRun(process: (other ?? run).processID)
    return App(name, settings: settings)
  }

  /// A test of its own process, which leaves its app to the next one; returns the number of the app's process.
  @discardableResult
  func test(
    _ app: App, arguments: [String] = [], state: AppState? = nil, _ body: (App) throws -> Void = { _ in }
  ) throws -> Int32 {
    try app.begin(isTest: true, arguments: arguments, state: state)
    try body(app)
    let process = try #require(app.processIdentifier)
    #expect(app.end(testName: "test", failed: false) == [])
    app.leave()
    #expect(app.state == .notRunning)
    return process
  }

  var sandboxes: [String] { folder.contents.filter { $0.hasPrefix("cs-") && !$0.contains("/") } }

  /// The apps and their watchers.
  var numbers: [Int32] { LivingProcess.all(with: "\(folder.path)/cs-") }
  var processes: [LivingProcess] { get throws { try numbers.compactMap(LivingProcess.unlessEnded) } }

  /// Starts the launch server that the driver finds, with another patience than its own.
  func startServer(patience: Duration) throws {
    let environment = app().settings.environment
    let spawn = Spawn(
      try BuiltProduct.path("SampleOnboarding"), ["--help"],
      environment: Sandbox.environment(at: "", inheriting: environment, adding: [:]))
    let help = try AppStart(spawn: spawn, environment: environment, patience: patience)
      .start { Issue.record("\($0)") }
    #expect(help.waitForExit(until: LaunchWorld.soon) == .exited(0))
  }

  /// The launch server of an app.
  func server(of app: Int32) throws -> Int32 {
    let status = try String(contentsOfFile: "/proc/\(app)/stat", encoding: .utf8)
    return try #require(status.split(separator: " ").dropFirst(3).first.flatMap { Int32($0) })
  }
}

@Suite("A parallel run")
struct ParallelRunTests {
  private let world: ParallelWorld

  init() throws { world = try ParallelWorld() }

  @Test("hands an app from one test process to the next, on a clean slate")
  func handover() async throws {
    let first = try world.test(world.app()) { app in
      #expect(app.generation == 1)
      try app.buttons["continue"].tap()
    }
    let (numbers, lives) = (world.numbers, try world.processes)
    let server = try world.server(of: first)
    let second = try world.test(world.app()) { app in
      #expect(app.processIdentifier == first && app.generation == 2 && app.screen == "welcome")
      #expect(app.lastReceipt?.generation == 2 && app.lastReceipt?.isClean == true)
      #expect(app.relaunchReason == nil)
      try app.buttons["continue"].tap()
    }
    // Arguments are for a reset, not for a process.
    let app = world.app()
    try app.begin(isTest: true, arguments: ["EPHEMERAL_{\"onboarding.shortTour\":true}"])
    #expect(second == first && app.processIdentifier == first)
    #expect(app.generation == 4 && app.lastReceipt?.generation == 4)
    // Whoever has the app is the only one who has it: the server keeps nothing of it but its number.
    #expect(try await Waiting.until { try Footprint(of: server).descriptors <= 8 })
    app.terminate()
    #expect(world.sandboxes == [])
    for life in lives { #expect(try life.ends()) }
    // A child that nobody waits for would stay in the list of processes.
    #expect(await Waiting.until { numbers.allSatisfy { access("/proc/\($0)", F_OK) != 0 } })
  }

  @Test("hands over an app on a named state without another reset, and its receipt tells of the state")
  func state() throws {
    let state = AppState("begun") { app in try app.buttons["continue"].tap() }
    let app = world.app()
    let first = try world.test(app, state: state)
    let left = try #require(app.lastReceipt)
    let second = try world.test(world.app(), state: state) { next in
      #expect(next.lastReceipt == left && left.restored?.state == "begun")
    }
    #expect(second == first)
  }

  @Test("hands over an app of which there is more to know than fits into a pipe")
  func longNote() throws {
    let words = ["EPHEMERAL_{" + String(repeating: " ", count: 100_000) + "\"onboarding.shortTour\":true}"]
    // A reset can be told more than a launch.
    let first = try world.test(world.app())
    for _ in 1...2 {
      try world.test(world.app(), arguments: words) { #expect($0.processIdentifier == first) }
    }
    #expect(!world.folder.contents.contains { $0.hasSuffix("/note") })
  }

  @Test("writes through no link that an app has put into its folder")
  func link() throws {
    try world.folder.write("mine", to: "own")
    let first = try world.test(world.app()) { _ in
      let sandbox = try #require(world.sandboxes.first)
      try FileManager.default.createSymbolicLink(
        atPath: "\(world.folder.path)/\(sandbox)/note",
        withDestinationPath: "\(world.folder.path)/own")
    }
    #expect(world.folder.read("own") == "mine")
    try world.test(world.app()) { #expect($0.processIdentifier == first) }
  }

  @Test("hands over an app whose clock stands, and the next trace says when")
  func clock() throws {
    let arguments = ["--pause-clock-at", "2026-01-01T12:00:00Z"]
    let first = try world.test(world.app(), arguments: arguments)
    var settings = world.app().settings
    settings.environment[TraceMode.variable] = "on"
    settings.environment["CLEANSLATE_RESULTS"] = world.folder.path
    let next = App("SampleOnboarding", settings: settings)
    try next.begin(isTest: true, arguments: arguments)
    #expect(next.processIdentifier == first && next.generation == 2)
    #expect(next.recorder.current.clock?.hasPrefix("2026-01-01T12:00:00") == true)
  }

  @Test("hands over no app that was launched otherwise, in another run, or for nobody else")
  func others() throws {
    try world.startServer(patience: .patience)
    let first = try world.test(world.app())
    let other = try ChildProcess("/bin/cat", environment: [:])
    #expect(try world.test(world.app(in: other)) != first)
    let variable = world.app()
    try variable.begin(isTest: true, environment: ["OTHER": "1"])
    #expect(variable.processIdentifier != first)
    // A port is there from the launch on, or never.
    #expect(try world.test(world.app(), arguments: ["--control-port", "0"]) != first)
    let fresh = world.app()
    try fresh.begin(isTest: true, slate: .process)
    #expect(fresh.processIdentifier != first)
    var settings = fresh.settings
    settings.environment["CLEANSLATE_RELAUNCH"] = "1"
    let asked = App("SampleOnboarding", settings: settings)
    try asked.begin(isTest: true)
    #expect(asked.processIdentifier != first)
    #expect(try world.test(world.app()) == first)
    // It would wait on, for nobody.
    kill(try world.server(of: first), SIGKILL)
  }

  @Test(
    "ends an app that a test process leaves as it is, after a failure, or whose groups another app shares")
  func notParked() throws {
    let touched = world.app()
    try touched.begin(isTest: true)
    try touched.buttons["continue"].tap()
    let failed = world.app()
    try failed.begin(isTest: true)
    let sharing = world.app()
    sharing.keepGroups(in: world.folder.path + "/groups", because: "a test")
    try sharing.begin(isTest: true)
    let lives = try [touched, failed, sharing].map { try LivingProcess(#require($0.processIdentifier)) }
    _ = failed.end(testName: "test", failed: true)
    _ = sharing.end(testName: "test", failed: false)
    for app in [touched, failed, sharing] { app.leave() }
    for life in lives { #expect(try life.ends()) }
    #expect(world.sandboxes == [])
  }

  @Test("ends its apps when it ends, and removes their files")
  func endOfRun() throws {
    try world.test(world.app())
    let lives = try world.processes
    #expect(lives.count == 2 && world.sandboxes.count == 1)
    world.run.terminate(SIGKILL)
    for life in lives { #expect(try life.ends()) }
    #expect(world.sandboxes == [])
  }

  @Test("has its apps watched again where somebody has ended a watcher while its app waited")
  func killedWatcher() throws {
    let first = try world.test(world.app())
    let watcher = try #require(world.numbers.first { $0 != first })
    let life = try LivingProcess(watcher)
    kill(watcher, SIGKILL)
    #expect(try life.ends())
    #expect(try world.test(world.app()) == first)
    world.run.terminate(SIGKILL)
    for life in try world.processes { #expect(try life.ends()) }
    #expect(world.sandboxes == [])
  }

  @Test("loses its apps with their launch server, and launches others")
  func killedServer() throws {
    let first = try world.test(world.app())
    let life = try LivingProcess(first)
    kill(try world.server(of: first), SIGKILL)
    #expect(try life.ends())
    try world.test(world.app()) { #expect($0.processIdentifier != first && $0.relaunchReason == nil) }
  }

  @Test("loses no test when a launch server is killed at any instant")
  func serverKilledAtAnyInstant() throws {
    let effort = try Effort()
    var random = effort.generator("parallelRun")
    let rounds = effort.rounds(40)
    let killer = try ServerKiller(
      &random, atMost: 6000, of: try BuiltProduct.path("SampleOnboarding"))
    var handovers = 0
    var last: Int32 = 0
    for round in 0..<rounds {
      let process = try world.test(world.app()) { app in
        let process = try #require(app.processIdentifier)
        let server = try world.server(of: process)
        // Otherwise hardly any app would live long enough to be handed over.
        killer.kill(round % 3 == 2 ? server : 0)
        try app.buttons["continue"].tap()
      }
      handovers += process == last ? 1 : 0
      last = process
    }
    let kills = killer.stop()
    world.run.terminate(SIGKILL)
    for life in try world.processes { #expect(try life.ends()) }
    #expect(world.sandboxes == [])
    effort.report(
      "\(rounds) tests, \(handovers) of them with the app of the one before, beside "
        + "\(kills) kills of a server")
  }

  @Test("says which app has ended between two tests")
  func endedBetween() throws {
    let first = try world.test(world.app())
    let life = try LivingProcess(first)
    kill(first, SIGKILL)
    #expect(try life.ends())
    try world.test(world.app()) { app in
      #expect(app.relaunchReason == "the process ended by signal 9 (Killed) between two tests")
      #expect(app.log.contains("relaunched: the process ended by signal 9"))
    }
  }

  @Test("says so of each app that has ended")
  func severalEnded() throws {
    let apps = [world.app(), world.app()]
    for app in apps { try app.begin(isTest: true) }
    let processes = try apps.map { try #require($0.processIdentifier) }
    for app in apps {
      #expect(app.end(testName: "test", failed: false) == [])
      app.leave()
    }
    let lives = try processes.map { try LivingProcess($0) }
    for process in processes { kill(process, SIGKILL) }
    for life in lives { #expect(try life.ends()) }
    for _ in processes {
      try world.test(world.app()) { app in
        #expect(app.relaunchReason == "the process ended by signal 9 (Killed) between two tests")
      }
    }
  }

  @Test("resets an app that has moved while nobody had it")
  func moved() throws {
    let app = world.app()
    try app.begin(isTest: true)
    #expect(app.end(testName: "test", failed: false) == [])
    // As the app itself does when something happens in it.
    app.running?.process.untouchedGeneration.value = 2
    let number = try #require(app.running?.process.untouchedGeneration)
    let first = app.processIdentifier
    app.leave()
    number.value = 0
    try world.test(world.app()) { next in
      #expect(next.processIdentifier == first && next.lastReceipt?.generation == 3)
    }
  }

  @Test("lets no app wait for longer than its launch server waits for launches")
  func patience() throws {
    try world.startServer(patience: .milliseconds(200))
    // Its server may end it as soon as nobody has it.
    var life: LivingProcess?
    try world.test(world.app()) { life = try LivingProcess(#require($0.processIdentifier)) }
    #expect(try life?.ends() == true)
  }

  @Test("goes on from process to process as SwiftPM starts them, and is over when what starts them ends")
  func processes() async throws {
    // The app waits for the next test process, and for what is asked below, however long these take to begin.
    try world.startServer(patience: .seconds(3600))
    let folder = world.folder.path
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let run = try ChildProcess(
      "/bin/sh",
      ["-c", #"for test in "$@"; do "$0" "$test" || exit; done; echo over; read line"#, tests]
        + ["WelcomeCanSkipTheTour", "HappyPathGreetsByName", "ShortTourHasOnePage"].map {
          "SampleOnboardingUITests.OnboardingJourneyTests/test\($0)"
        },
      environment: [
        "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder, "TMPDIR": folder,
        "CLEANSLATE_TRACE": "on", "CLEANSLATE_RESULTS": folder + "/results",
      ])
    try await run.waitForOutput { $0.hasSuffix("over\n") }
    let traces = world.folder.contents.filter { $0.hasPrefix("results/runs/") && $0.hasSuffix(".jsonl") }
    let steps = traces.compactMap { world.folder.read($0) }.joined()
    let taken = steps.matches(of: /Take over SampleOnboarding:(\d+)/).compactMap { Int32($0.1) }
    #expect(steps.matches(of: /"Launch SampleOnboarding"/).count == 1, "\(steps)")
    #expect(taken.count == 2 && Set(taken).count == 1, "\(steps)")
    let lives = try world.processes
    let server = try world.server(of: #require(taken.first))
    run.closeInput()
    for life in lives { #expect(try life.ends()) }
    #expect(world.sandboxes == [])
    // It would wait on, for nobody.
    kill(server, SIGKILL)
  }

  @Test("is known by the one test that its processes are started for")
  func words() {
    func isPart(_ words: [String], _ environment: [String: String] = [:]) -> Bool {
      ParallelRun(words: words, environment: environment, startedBy: 1) != nil
    }
    #expect(isPart(["/x.xctest", "ShopTests.BasketTests/testAdds"]))
    #expect(!isPart(["/x.xctest"]))
    #expect(!isPart(["/x.xctest", "ShopTests.BasketTests/testAdds,ShopTests.BasketTests/testTakes"]))
    #expect(!isPart(["/x.xctest", "ShopTests.BasketTests"]))
    #expect(!isPart(["/x.xctest", "--testing-library", "swift-testing"]))
    // Coverage is collected when the last test process has ended, and a spawned app has no server to wait with.
    #expect(!isPart(["/x.xctest", "A.B/c"], ["LLVM_PROFILE_FILE": "/x.profraw"]))
    #expect(!isPart(["/x.xctest", "A.B/c"], ["CLEANSLATE_SPAWN": "1"]))
  }
}
