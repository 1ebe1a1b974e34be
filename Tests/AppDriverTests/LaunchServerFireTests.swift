import Foundation
import Glibc
import LaunchServer
import LocalHTTP
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import AppDriver

@Suite("A launch server under fire")
struct LaunchServerFireTests {
  private let world: LaunchWorld

  init() throws { world = try LaunchWorld() }

  @Test("that is killed at any instant costs no launch, and leaves no process")
  func killedAtAnyInstant() throws {
    let effort = try Effort()
    var random = effort.generator("killedAtAnyInstant")
    let rounds = effort.rounds(40)
    let killer = try ServerKiller(&random, atMost: 4000, of: world.executable)
    var lost = 0
    for round in 0..<rounds {
      let app = try world.start(["--wait"], ["MARK": "\(world.folder.path)/x"])
      let words = try app.line().split(separator: " ").compactMap { Int32($0) }
      #expect(words.first == app.process.identifier, "round \(round)")
      killer.kill(words.last ?? 0)
      app.process.signal(.terminate)
      let status = app.process.waitForExit(until: LaunchWorld.soon)
      #expect(status == .signalled(SIGTERM) || status == .lost, "\(String(describing: status))")
      lost += status == .lost ? 1 : 0
    }
    let kills = killer.stop()
    #expect(LivingProcess.all(with: "\(world.folder.path)/x") == [])
    effort.report(
      "\(rounds) launches beside \(kills) kills of a server, which left the status of "
        + "\(lost) apps unknown")
  }

  @Test("that is killed while an app runs leaves the app running, and the next launch has another")
  func killedBeside() throws {
    let app = try world.start(["--wait"])
    let server = try #require(app.server)
    let life = try LivingProcess(server)
    kill(server, SIGKILL)
    #expect(try life.ends())
    #expect(app.process.isRunning)
    let next = try world.start(["--wait"])
    #expect(next.server != server && next.server != nil)
    app.process.signal(.kill)
    #expect(app.process.waitForExit(until: LaunchWorld.soon) == .lost)
    // The number may belong to any process by now.
    app.process.signal(.kill)
    #expect(world.notes == [])
  }

  @Test("that is stopped does not stop the launch")
  func stopped() throws {
    let app = try world.start(["--wait"])
    let server = try #require(app.server)
    kill(server, SIGSTOP)
    defer { kill(server, SIGCONT) }
    let spawned = try world.start(["--wait"], limit: .milliseconds(300))
    #expect(spawned.server == nil)
    #expect(world.notes == ["spawned, because its launch server does not answer"])
  }

  @Test("whose socket is gone is replaced")
  func socketGone() throws {
    let app = try world.start(["--wait"])
    try FileManager.default.removeItem(atPath: "\(world.folder.path)/\(try #require(world.sockets.first))")
    let next = try world.start(["--wait"])
    let old = try #require(app.server)
    #expect(next.server != old)
    let life = try LivingProcess(old)
    app.process.signal(.kill)
    #expect(app.process.waitForExit(until: LaunchWorld.soon) == .signalled(SIGKILL))
    // When the old one ends, it leaves the socket of the new one alone.
    #expect(try life.ends())
    #expect(world.sockets.count == 1)
    #expect(try world.start(["--wait"]).server == next.server)
  }

  @Test(
    "is not believed if it is another program: the app is spawned",
    arguments: [
      "", "not an answer", "x",
      // Answers of the right form, which name process 0 and 1.
      String(repeating: "\0", count: 12), String(repeating: "\0", count: 8) + "\u{1}\0\0\0",
    ])
  func impostor(answer: String) throws {
    // The server stays while it has an app.
    let held = try world.start(["--wait"])
    defer { withExtendedLifetime(held) {} }
    let path = "\(world.folder.path)/\(try #require(world.sockets.first))"
    try FileManager.default.removeItem(atPath: path)
    let listener = try Listener(at: .unixSocket(path))
    try SystemThread { [descriptor = listener.descriptor] in
      while let ready = try? Descriptor.poll([(descriptor, .reading)], until: LaunchWorld.soon),
        !ready[0].isEmpty
      {
        guard let line = try? descriptor.accepted() else { return }
        _ = try? Descriptor.poll([(line, .reading)], until: LaunchWorld.soon)
        _ = try? line.writeNow(Array(answer.utf8))
      }
    }.leave()
    let app = try world.start(["--wait"])
    #expect(app.server == nil)
    #expect(world.notes.count == 1)
    #expect(world.notes.first?.hasPrefix("spawned, because its launch server ") == true, "\(world.notes)")
    listener.descriptor.endConnection()
  }

  @Test("is not used where others can write to its folder, or the folder is a link")
  func openFolder() throws {
    let name = "\(world.folder.path)/cleanslate-servers-\(getuid())"
    #expect(mkdir(name, 0o700) == 0 && chmod(name, 0o755) == 0)
    #expect(try world.start(["--wait"]).server == nil)
    #expect(world.notes.last?.contains("has mode 755, and only its owner may enter it") == true)
    #expect(rmdir(name) == 0 && mkdir(name + "-real", 0o700) == 0 && symlink(name + "-real", name) == 0)
    #expect(try world.start(["--wait"]).server == nil)
    #expect(world.notes.last?.contains("is a symbolic link or a file") == true)
    #expect(world.notes.count == 2)
  }

  @Test("leaves alone what is in its folder and is no socket, and the folders beside it")
  func neighbours() throws {
    let (own, beeps) = ("cleanslate-servers-\(getuid())", "cleanslate-\(getuid())")
    try Descriptor.makeFolder(atPath: "\(world.folder.path)/\(own)")
    try world.folder.write("mine", to: "\(own)/note")
    try Descriptor.makeFolder(atPath: "\(world.folder.path)/\(beeps)")
    let beep = try Listener(at: .unixSocket("\(world.folder.path)/\(beeps)/refresh"))
    defer { beep.close() }
    #expect(try world.start(["--wait"]).server != nil)
    #expect(world.folder.read("\(own)/note") == "mine")
    // To connect to it would be a beep, which resets the app that listens.
    #expect(try beep.descriptor.accepted() == nil)
  }

  @Test("serves others while clients say nothing, half of a request, or too much")
  func rudeClients() throws {
    let app = try world.start(["--wait"])
    let server = try #require(app.server)
    let path = "\(world.folder.path)/\(try #require(world.sockets.first))"
    var clients: [Descriptor] = []
    let size = MemoryLayout<LaunchRequest>.size
    for bytes in [0, 1, 20, size - 1, size, size + 1, 5000] {
      let client = try Descriptor.connection(to: .unixSocket(path), until: LaunchWorld.soon)
      if bytes > 0 { try client.writeNow([UInt8](repeating: 0xFF, count: bytes)) }
      clients.append(client)
    }
    // A request whose words never come holds up its own process alone.
    var request = LaunchRequest()
    (request.version, request.size, request.arguments) = (UInt32(LAUNCH_VERSION), 100, 1)
    let slow = try Descriptor.connection(to: .unixSocket(path), until: LaunchWorld.soon)
    #expect(LaunchServerSend(slow.number, &request, [], [UInt8](repeating: 1, count: 100)) == 0)
    let half = try Descriptor.connection(to: .unixSocket(path), until: LaunchWorld.soon)
    let head = withUnsafeBytes(of: &request) { Array($0) }
    try half.writeNow(head)
    #expect(try world.start(["--wait"]).server == server)
    clients = []
    half.close()
    slow.close()
    #expect(try world.start(["--wait"]).server == server)
    #expect(world.notes == [])
  }

  /// Talks to a server about parked apps, as a driver does.
  private struct Parking {
    let path: String
    let held: Descriptor
    let writing: Descriptor
    static let whole = 1 + Int(LAUNCH_PARKED_DESCRIPTORS)

    init(_ world: LaunchWorld) throws {
      path = "\(world.folder.path)/\(try #require(world.sockets.first))"
      (held, writing) = try Descriptor.pipe()
    }

    /// The outcome of a request, how many descriptors came with it, and the connection.
    func ask(
      _ task: UInt32, key: UInt64, process: Int32 = 0, with count: Int = 0
    ) throws -> (LaunchOutcome, Int32, Descriptor) {
      let line = try Descriptor.connection(to: .unixSocket(path), until: LaunchWorld.soon)
      var (request, reply) = (LaunchRequest(), LaunchReply())
      (request.version, request.task, request.key) = (UInt32(LAUNCH_VERSION), task, key)
      (request.process, request.descriptors) = (process, UInt32(count))
      let (numbers, size) = (
        [Int32](repeating: held.number, count: count), MemoryLayout<LaunchRequest>.size
      )
      #expect(LaunchMessageSend(line.number, &request, size, numbers, UInt32(count)) == 0)
      var received = [Int32](repeating: -1, count: Int(LAUNCH_MOST_DESCRIPTORS) + 1)
      _ = try Descriptor.poll([(line, .reading)], until: LaunchWorld.soon)
      let found = LaunchMessageReceive(line.number, &reply, MemoryLayout<LaunchReply>.size, &received, 0)
      for number in received.prefix(Int(max(0, found))) { close(number) }
      return (LaunchOutcome(UInt32(bitPattern: reply.outcome)), found, line)
    }

    func park(_ process: Int32, key: UInt64 = 7, with count: Int = whole) throws -> LaunchOutcome {
      try ask(LaunchParksApp.rawValue, key: key, process: process, with: count).0
    }

    func take(key: UInt64) throws -> LaunchOutcome { try ask(LaunchTakesApp.rawValue, key: key).0 }
  }

  @Test("parks only what it has launched, with all that keeps it alive, and gives it once")
  func parking() throws {
    let world = try LaunchWorld(patience: .seconds(600))
    let app = try world.start(["--wait"])
    let server = try #require(app.server)
    defer { kill(server, SIGKILL) }
    let (parking, number) = (try Parking(world), app.process.identifier)
    let before = try Footprint(of: server).descriptors
    #expect(try parking.park(getpid()) == LaunchHasNone)
    #expect(try parking.park(number, key: 0) == LaunchIsMalformed)
    #expect(try parking.park(number, with: Parking.whole - 1) == LaunchIsMalformed)
    #expect(try parking.take(key: 7) == LaunchHasNone)
    #expect(try parking.park(number) == LaunchIsDone)
    #expect(try parking.ask(99, key: 7, process: number, with: Parking.whole).0 == LaunchIsMalformed)
    #expect(try parking.park(number) == LaunchIsMalformed)
    #expect(try parking.take(key: 8) == LaunchHasNone)
    #expect(try parking.take(key: 0) == LaunchHasNone)
    let (outcome, descriptors, line) = try parking.ask(LaunchTakesApp.rawValue, key: 7)
    #expect(outcome == LaunchIsDone && descriptors == LAUNCH_PARKED_DESCRIPTORS)
    #expect(try parking.take(key: 7) == LaunchHasNone)
    // Another app with its connection, and a spare with its own: nothing is left of what was refused.
    #expect(try world.start(["--wait"]).server == server)
    #expect(try Footprint(of: server).descriptors <= before + 4)
    kill(number, SIGKILL)
    #expect(try !Descriptor.poll([(line, .reading)], until: LaunchWorld.soon)[0].isEmpty)
    #expect(world.notes == [])
  }

  /// Sends a request with as many descriptors as somebody likes.
  private func send(_ numbers: [Int32], on line: Descriptor) {
    var control = [UInt8](repeating: 0, count: 16 + (4 * numbers.count + 7) / 8 * 8)
    control.withUnsafeMutableBytes { control in
      control.storeBytes(of: UInt(16 + 4 * numbers.count), as: UInt.self)
      control.storeBytes(of: Int32(SOL_SOCKET), toByteOffset: 8, as: Int32.self)
      control.storeBytes(
        of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
      for (index, number) in numbers.enumerated() {
        control.storeBytes(of: number, toByteOffset: 16 + 4 * index, as: Int32.self)
      }
      var request = LaunchRequest()
      (request.version, request.descriptors) = (UInt32(LAUNCH_VERSION), UInt32(numbers.count))
      withUnsafeMutableBytes(of: &request) { request in
        var part = iovec(iov_base: request.baseAddress, iov_len: request.count)
        withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (part, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          #expect(sendmsg(line.number, &message, Int32(MSG_NOSIGNAL)) == request.count)
        }
      }
    }
  }

  @Test("takes no more descriptors than there is room for")
  func manyDescriptors() throws {
    let listener = try Listener(at: .unixSocket(world.folder.path + "/line"))
    let (held, writing) = try Descriptor.pipe()
    for count in [0, 1, 16, 17, 18, 19, 40] {
      let line = try Descriptor.connection(
        to: .unixSocket(world.folder.path + "/line"), until: LaunchWorld.soon)
      let other = try #require(try listener.descriptor.accepted())
      send([Int32](repeating: held.number, count: count), on: line)
      var request = LaunchRequest()
      var received = [Int32](repeating: -1, count: 64)
      let size = MemoryLayout<LaunchRequest>.size
      let found = LaunchMessageReceive(other.number, &request, size, &received, 0)
      #expect(found == (count <= 17 ? Int32(count) : -1), "\(count)")
      for number in received.prefix(Int(max(0, found))) { close(number) }
    }
    listener.close()
    withExtendedLifetime(writing) {}
  }

  @Test("parks so many apps and no more")
  func crowd() throws {
    let world = try LaunchWorld(patience: .seconds(600))
    let apps = try (0..<33).map { _ in try world.start(["--wait"]) }
    let parking = try Parking(world)
    let outcomes = try apps.map { try parking.park($0.process.identifier) }
    #expect(outcomes == Array(repeating: LaunchIsDone, count: 32) + [LaunchHasNoRoom])
    kill(try #require(apps.last?.server), SIGKILL)
  }

  @Test("serves whoever comes after a crowd for which it may not have descriptors enough")
  func fewDescriptors() async throws {
    let path = "\(world.folder.path)/cleanslate-servers-\(getuid())/few"
    let listener = try Listener(at: .unixSocket(path))
    let starter = try Spawn(
      "/bin/sh", ["-c", "ulimit -n 100; exec \"$0\"", world.executable],
      environment: [LAUNCH_SERVER_VARIABLE: "600000", "MARK": path], folder: "/",
      descriptors: [LAUNCH_LISTENER: listener.descriptor]
    ).start()
    #expect(starter.waitForExit(until: LaunchWorld.soon) == .exited(0))
    listener.descriptor.close()
    let server = try #require(LivingProcess.all(with: path).first)
    defer { kill(server, SIGKILL) }
    var crowd = try (0..<40).map { _ in
      try Descriptor.connection(to: .unixSocket(path), until: LaunchWorld.soon)
    }
    #expect(try !Descriptor.poll([(crowd[39], .reading)], until: LaunchWorld.soon)[0].isEmpty)
    crowd = []
    // It has heard that the crowd is gone once it holds nothing of that any more.
    #expect(
      await Waiting.until {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(server)/fd"))?.count ?? 99 < 20
      })
    #expect(try Parking(world).take(key: 7) == LaunchHasNone)
  }

  @Test(
    "says so when there is no room for a process",
    .enabled(if: getuid() != 0, "No limit of processes holds for root."))
  func fullTable() async {
    // All tests of this process would be without processes.
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let world = try LaunchWorld()
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(6), &limit)
        limit.rlim_cur = 1
        setrlimit(__rlimit_resource_t(6), &limit)
        #expect(throws: SystemError.self) { try world.start(["--wait"]) }
      }
    }
  }

  @Test("has as many descriptors, threads, processes and as much memory after many launches as after few")
  func manyLaunches() async throws {
    let effort = try Effort()
    let world = try LaunchWorld(patience: .seconds(600))
    let held = try world.start(["--wait"])
    let server = try #require(held.server)
    defer { kill(server, SIGKILL) }
    let rounds = effort.rounds(200)
    func launch(_ count: Int) throws {
      for _ in 0..<count { #expect(try world.run(["--exit", "3"]) == .exited(3)) }
    }
    func look() async throws -> (Footprint, processes: Int) {
      // The server has seen the end of the one before when it launches this, and then it makes a spare.
      let last = try world.start(["--wait"])
      defer { withExtendedLifetime(last) {} }
      var children = 0
      _ = try await Waiting.until {
        let text = try String(contentsOfFile: "/proc/\(server)/task/\(server)/children", encoding: .utf8)
        children = text.split(separator: " ").count
        // It has both ends of the spare's line until it waits again.
        let status = try String(contentsOfFile: "/proc/\(server)/status", encoding: .utf8)
        return children == 3 && status.contains("State:\tS")
      }
      return (try Footprint(of: server), children)
    }
    try launch(rounds / 4)
    let before = try await look()
    try launch(rounds)
    let after = try await look()
    #expect((after.0.descriptors, after.0.threads) == (before.0.descriptors, 1))
    #expect(after.0.residentKiB - before.0.residentKiB < 256)
    #expect((before.processes, after.processes) == (3, 3))
    #expect(held.server == server)
    effort.report(
      "\(rounds) launches; the server's memory \(before.0.residentKiB) and "
        + "\(after.0.residentKiB) KiB, \(after.0.descriptors) descriptors, \(after.0.threads) thread")
  }
}
