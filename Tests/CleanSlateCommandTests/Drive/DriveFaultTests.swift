import AppDriver
import ControlProtocol
import Foundation
import Glibc
import OperatingSystem
import Processes
import Synchronization
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("What cleanslate drives")
struct DriveFaultTests {
  @Test("goes on for its agent when nohup has it outlive its terminal")
  func hangUp() async throws {
    let shell = try DriveShell()
    let server = try ChildProcess(
      "/bin/sh", ["-c", "trap '' HUP; exec '\(try BuiltProduct.path("cleanslate"))' mcp"],
      environment: shell.environment, workingDirectory: shell.home.root)
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    server.send(ping + "\n")
    try await server.waitForOutput { $0.hasSuffix("\n") }
    kill(server.processID, SIGHUP)
    server.send(ping + "\n")
    try await server.waitForOutput { $0.split(separator: "\n").count == 2 }
    server.closeInput()
    #expect(try await server.waitForExit() == .exited(0))
  }

  @Test("has last words that nobody reads in part")
  func wholeLastWords() async throws {
    let shell = try DriveShell()
    let apps = RunningApps(environment: shell.environment)
    let place = try apps.add(AppRecord(app: "Soup", process: 1, socket: "s", keeper: 1))
    let words = String(repeating: "x", count: 1 << 25)
    let isOver = Mutex(false)
    async let end: Void = OwnThread.run {
      place.giveUp(saying: words)
      isOver.withLock { $0 = true }
    }
    let read = await OwnThread.run {
      var (read, isLast) = ([String](), false)
      while read.isEmpty, !isLast {
        isLast = isOver.withLock(\.self)
        read = apps.takeLastWords(of: "Soup")
      }
      return read
    }
    await end
    #expect(read.count == 1 && read[0].utf8.count >= 1 << 20, "\(read.map(\.utf8.count))")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shell.apps) == [])
  }

  @Test("is not reset to the words of a launch that another reset has replaced meanwhile")
  func resetMeanwhile() async throws {
    try await OwnThread.run {
      let app = App(try BuiltProduct.path("SampleShop"))
      defer { app.terminate() }
      app.launchArguments = ["--from", "fullBasket"]
      try app.launch()
      let request = try ResetCommand(["--flag", "shop.newCheckout=true"]).request(for: app)
      _ = try app.reset(as: ResetRequest(launchArguments: ["--from", "emptyBasket"]))
      #expect(throws: AppError.self) { try app.reset(as: request) }
      #expect(try app.setup().launchArguments == ["--from", "emptyBasket"])
      #expect(try ResetCommand([]).request(for: app).generation == nil)
    }
  }

  @Test("ends with its keeper, and leaves nothing")
  func killedKeeper() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      let record = try shell.record(of: "SampleShop")
      kill(record.keeper, SIGKILL)
      #expect(await Waiting.until { kill(record.process, 0) != 0 })
      #expect(await Waiting.until { !FileManager.default.fileExists(atPath: shell.home(of: record)) })
      #expect(try await shell.does("run", "SampleShop").hasPrefix("SampleShop runs."), "the name is free")
      let next = try shell.record(of: "SampleShop")
      kill(next.keeper, SIGKILL)
      #expect(await Waiting.until { kill(next.process, 0) != 0 })
      let outcome = try await shell.run("screen")
      #expect(outcome.status == .exited(69) && outcome.complaints.contains("No app runs."))
    }
  }

  @Test("has no start page or no scaffolding, and says so and what would do")
  func otherApps() async throws {
    try await DriveShell.use { shell in
      let flagged = try await shell.run("run", "SampleOnboarding", "--from", "userAlreadyOnboarded")
      #expect(flagged.status == .exited(1), "\(flagged)")
      #expect(
        flagged.complaints.hasSuffix(
          "SampleOnboarding has no start page, to which '--from' belongs. It begins in a situation of its own by a flag: "
            + "cleanslate run SampleOnboarding -- 'AUTOMATION_{\"simulateUserAlreadyOnboarded\":true}'\n"),
        "\(flagged)")
      let here = try await shell.run("run", "SampleOnboarding", "--from", "here")
      #expect(
        here.complaints.hasSuffix("to which '--from' belongs. Leave '--from here' out.\n"), "\(here)")
      let released = try await shell.run("run", "Storefront")
      #expect(
        released.complaints.contains("It has no test scaffolding, so that nothing can drive it."),
        "\(released)")
      #expect(shell.processes.isEmpty)
    }
  }

  @Test("says why it has ended: an app that was killed, and one that nobody has used")
  func ends() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      kill(try shell.record(of: "SampleShop").process, SIGKILL)
      let killed = try await shell.run("tap", "checkout")
      #expect(killed.status == .exited(69))
      #expect(killed.complaints.contains("SampleShop ended by signal 9 (Killed)"), "\(killed.complaints)")

      let order = KeepCommand.Order(
        executable: try BuiltProduct.path("SampleShop"), arguments: ["--from", "fullBasket"], state: nil,
        patience: 0.2)
      let keeper = try shell.begin(KeepCommand.name)
      keeper.send(try WireJSON.encode(order))
      keeper.closeInput()
      try await keeper.waitForOutput { $0 == "{\"handle\":\"SampleShop\"}\n" }
      #expect(try await keeper.waitForExit() == .exited(0))
      let outcome = try await shell.run("screen")
      #expect(
        outcome.complaints
          == "cleanslate screen: No app runs. SampleShop has ended, because nobody has used it for "
          + "0.20 s. Start one, as in 'cleanslate run SampleShop'.\n")
      #expect(try await shell.run("screen").complaints.contains("No app runs. Start one"))
    }
  }

  @Test("is used also by who asks it directly, as a browser does")
  func directUse() throws {
    let app = App(try BuiltProduct.path("SampleShop"))
    defer { app.terminate() }
    app.launchArguments = ["--from", "fullBasket"]
    try app.launch()
    #expect(try app.lastDeed() == nil)
    let before = Date().timeIntervalSince1970
    try app.buttons["remove-voucher"].tap()
    #expect(try app.lastDeed() ?? 0 >= before - 1)
  }

  @Test("has last words, which are kept until somebody sees them")
  func lastWords() async throws {
    try await DriveShell.use { shell in
      func crash() async throws {
        try await shell.does("run", "SampleShop", "--from", "fullBasket")
        kill(try shell.record(of: "SampleShop").process, SIGKILL)
        let path = shell.apps + "/SampleShop"
        #expect(await Waiting.until { !FileManager.default.fileExists(atPath: path) })
      }
      let crashed = "SampleShop ended by signal 9 (Killed)"
      try await crash()
      #expect(try await shell.does("completion", "elements") == "")
      let json = try await shell.run("apps", "--json")
      #expect(json.text == "[]\n" && json.complaints.contains(crashed), "\(json)")
      #expect(try await shell.does("apps") == "No app runs. Start one, as in 'cleanslate run SampleShop'.\n")
      try await crash()
      #expect(try await shell.does("apps").contains(crashed))

      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      kill(try shell.record(of: "SampleShop").process, SIGKILL)
      #expect(
        await Waiting.until { !FileManager.default.fileExists(atPath: shell.apps + "/SampleShop") })
      let other = try await shell.run("tap", "remove-voucher")
      #expect(other.status == .exited(0) && other.complaints.contains(crashed), "\(other)")
      #expect(other.complaints.hasSuffix("SampleShop-2 is the one that is meant now.\n"))
      #expect(try await shell.run("screen").complaints == "")
    }
  }

  @Test("has a log that is followed until nobody reads it")
  func unreadLog() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      try await shell.does("key", "esc")
      // Nothing happens after the line that is looked for.
      let follower = try ChildProcess(
        "/bin/sh",
        ["-c", "'\(try BuiltProduct.path("cleanslate"))' log --follow | grep -m 1 'drawn  screen \"menu\"'"],
        environment: shell.environment)
      try await follower.waitForOutput { $0.hasSuffix("drawn  screen \"menu\"\n") }
      #expect(try await follower.waitForExit() == .exited(0))
      #expect(try await shell.does("screen").contains("screen #menu"))
    }
  }

  @Test("does not outlive whoever was killed while it started it")
  func killedShell() async throws {
    try await DriveShell.use { shell in
      let order = KeepCommand.Order(executable: try BuiltProduct.path("SampleShop"), arguments: [])
      try Data(WireJSON.encode(order)).write(to: URL(filePath: shell.home.root + "/order"))
      let deaf = try await ChildProcess.run(
        "/bin/sh", ["-c", "'\(try BuiltProduct.path("cleanslate"))' \(KeepCommand.name) <order | :"],
        environment: shell.environment, workingDirectory: shell.home.root)
      #expect(deaf.status == .exited(0))
      #expect(await Waiting.until { shell.processes.isEmpty }, "\(shell.processes)")
      // Whatever it is about just then.
      for delay in [0, 5, 15, 30, 60] {
        let run = try shell.begin("run", "SampleShop", "--from", "fullBasket")
        try await Task.sleep(for: .milliseconds(delay))
        run.terminate(SIGKILL)
        try await run.waitForExit()
      }
      // One that was ready just before the kill runs, as it should, and is listed.
      try await shell.run("stop", "--all")
      #expect(await Waiting.until { shell.processes.isEmpty }, "\(shell.processes)")
    }
  }

  @Test("takes two at once, and closed pipes")
  func manyHands() async throws {
    try await DriveShell.use { shell in
      async let one = shell.does("run", "SampleShop", "--from", "fullBasket")
      async let other = shell.does("run", "SampleShop", "--from", "fullBasket")
      let starts = try await [one, other].map { $0.prefix { $0 != " " } }.sorted()
      #expect(starts == ["SampleShop", "SampleShop-2"])
      try await shell.does("stop", "--app", "SampleShop-2")
      try await shell.does("tap", "remove-voucher")
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 { group.addTask { try await shell.does("type", "voucher-code", "X", "--append") } }
        try await group.waitForAll()
      }
      #expect(try await shell.does("screen").contains("#voucher-code \"Voucher\" value: \"XXXX\""))
      let closed = try await ChildProcess.run(
        "/bin/sh", ["-c", "'\(try BuiltProduct.path("cleanslate"))' type voucher-code ABC >&-"],
        environment: shell.environment)
      #expect(closed.status == .exited(74))
      #expect(closed.standardError.text.contains("standard output cannot be written"))
      #expect(try await shell.does("screen").contains("value: \"ABC\""))
    }
  }

  @Test("is found, too, if a person has started it with a socket or a port")
  func startedByHand() async throws {
    try await DriveShell.use { shell in
      let folder = shell.home.root + "/s"
      try Descriptor.makeFolder(atPath: folder)
      let home = shell.home.environment
      let shop = try ChildProcess(
        try BuiltProduct.path("SampleShop"),
        ["--from", "fullBasket", "--control-socket", "s/s", "--headless"],
        environment: home, workingDirectory: shell.home.root)
      let onboarding = try ChildProcess(
        try BuiltProduct.path("SampleOnboarding"), ["--ResetData", "--control-port", "0", "--headless"],
        environment: home)
      #expect(await Waiting.until { onboarding.standardError.text.contains("#token=") })
      #expect(await Waiting.until { FileManager.default.fileExists(atPath: folder + "/s") })
      let handles = ["SampleOnboarding.\(onboarding.processID)", "SampleShop.\(shop.processID)"]
      let profile = try await shell.run(["tap", "skip", "--app", handles[0]])
      #expect(profile.text.hasSuffix("Screen: profile\n"), "\(profile.complaints)")
      let checkout = try await shell.run(["tap", "checkout", "--app", handles[1]])
      #expect(checkout.text.hasSuffix("Screen: checkout-address\n"), "\(checkout.complaints)")
      #expect(try await DriveShell().does("apps").hasPrefix("No app runs."), "that is another home")
      for handle in handles {
        #expect(try await shell.run(["stop", "--app", handle]).text == "\(handle) has ended.\n")
      }
      #expect(try await shop.waitForExit() == .exited(0))
      #expect(try await onboarding.waitForExit() == .exited(0))
    }
  }

  @Test("leaves no page for a browser behind, if a person has started it, and takes no other file along")
  func pageOfAppByHand() async throws {
    try await DriveShell.use { shell in
      func start() async throws -> (app: ChildProcess, page: String) {
        let app = try ChildProcess(
          try BuiltProduct.path("SampleOnboarding"), ["--ResetData", "--control-port", "0", "--headless"],
          environment: try TemporaryHome().environment.merging(shell.environment) { $1 })
        #expect(await Waiting.until { app.standardError.text.contains("#token=") })
        let handle = "SampleOnboarding.\(app.processID)"
        let browse = try await shell.run(["browse", "--app", handle], more: ["BROWSER": "true"])
        #expect(browse.status == .exited(0), "\(browse)")
        return (app, ".\(handle).html")
      }
      func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: shell.apps))
      }
      let (first, firstPage) = try await start()
      #expect(try files() == [firstPage])
      first.terminate(SIGKILL)
      try await first.waitForExit()
      let others = [".notes.html", ".\(first.processID).html", ".notes.\(first.processID)"]
      for name in others { try Data("mine".utf8).write(to: URL(filePath: "\(shell.apps)/\(name)")) }
      let (second, secondPage) = try await start()
      #expect(try files() == Set(others + [secondPage]))
      try await shell.does("stop", "--app", "SampleOnboarding.\(second.processID)")
      try await second.waitForExit()
      try await shell.does("apps")
      #expect(try files() == Set(others))
      for name in others { try FileManager.default.removeItem(atPath: "\(shell.apps)/\(name)") }
    }
  }

  @Test("is named with the reason if it is there, but does not answer as an app does")
  func silentApp() async throws {
    try await DriveShell.use { shell in
      let server = try OneAnswerServer("HTTP/1.1 200 OK\r\n\r\n")
      let folder = WorkbenchAddress.folder(below: shell.home.path(.state))
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      var address = WorkbenchAddress(token: String(repeating: "f", count: 64))
      address.port = server.url.port.flatMap { UInt16(exactly: $0) }
      try JSONEncoder().encode(address).write(to: URL(filePath: "\(folder)/SampleShop"))
      let outcome = try await shell.run(
        ["screen", "--app", "SampleShop.1"])
      #expect(
        outcome.complaints == """
          cleanslate screen: No app "SampleShop.1" runs. SampleShop is there, but could not be asked: The answer is \
          not valid HTTP: the Content-Length is missing.

          """)
    }
  }

  @Test("is not built to its end after Ctrl-C, which has the status of an interruption")
  func interruptedBuild() async throws {
    let shell = try DriveShell()
    let build = try EndlessBuild(in: shell)
    let (reading, writing) = try Descriptor.pipe()
    let (status, complaints) = await SystemThread.run {
      var complaints = ""
      let surroundings = Surroundings(
        folder: shell.home.root, environment: ["PATH": build.path], write: { _ in },
        complain: {
          complaints += $0
          if $0.contains("building it.") { _ = try? writing.writeNow([0]) }
        }, watchForInterruption: { reading })
      return (Command(in: surroundings).run(["run", "Nothing"]), complaints)
    }
    #expect(status == 130)
    #expect(complaints.hasSuffix("cleanslate run: Interrupted; \"Nothing\" is not built.\n"), "\(complaints)")
  }

  @Test("has ended only with its keeper, which may have ended first or may have to be killed")
  func keepers() async throws {
    let home = try TemporaryHome()
    let (line, ready) = (home.root + "/line", home.root + "/ready")
    @Sendable func start(_ script: String) throws -> (process: RunningProcess, handle: Descriptor) {
      let process = try Spawn(
        "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], descriptors: [:]
      ).start()
      return (process, try RunningProcess.handle(of: process.identifier))
    }
    try await OwnThread.run {
      let early = try start("exit")
      #expect(early.process.waitForExit(until: nil) == .exited(0))
      #expect(try StopCommand.end(early.handle, with: nil))
      _ = try Descriptor.namedPipe(at: line)
      // It ends some time after its keeper.
      let app = try start("read -r nothing < '\(line)'; sleep 0.3")
      let deaf = try start("trap '' TERM; exec 3> '\(line)'; echo > '\(ready)'; exec sleep 1000")
      #expect(await Waiting.until { FileManager.default.fileExists(atPath: ready) })
      #expect(try StopCommand.end(deaf.handle, with: app.handle, within: .milliseconds(10)))
      #expect(try deaf.handle.isReadable && app.handle.isReadable)
    }
  }

  @Test("is not listed where others could write")
  func openFolder() async throws {
    let shell = try DriveShell()
    chmod(shell.apps, 0o755)
    let outcome = try await shell.run("run", "SampleShop")
    #expect(outcome.status == .exited(1))
    #expect(outcome.complaints.contains("which has to belong to you alone, with mode 700; it has mode 755"))
    #expect(await Waiting.until { shell.processes.isEmpty })
  }
}

extension DriveShell {
  func record(of handle: String) throws -> AppRecord {
    try WireJSON.decode(from: Array(Data(contentsOf: URL(filePath: "\(apps)/\(handle)"))))
  }

  /// The private folder of the app.
  func home(of record: AppRecord) -> String { URL(filePath: record.socket).deletingLastPathComponent().path }

  /// What runs of this shell: keepers, and whatever they have started with its environment.
  var processes: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard let variables = try? Data(contentsOf: URL(filePath: "/proc/\(name)/environ")) else {
        return false
      }
      return variables.range(of: Data("XDG_STATE_HOME=\(self.home.path(.state))".utf8)) != nil
    }
  }
}
