import Foundation
import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import AppDriver

@Suite("An app launched by its launch server")
struct LaunchServerTests {
  private let world: LaunchWorld

  init() throws { world = try LaunchWorld() }

  @Test("sees of itself all that it sees after a spawn")
  func sameView() throws {
    let long = String(repeating: "long", count: 30_000)
    let words = ["a b", "", "Zürich\n", "--x=1", "-mirror", "glass", long]
    let variables = [
      "MIRROR": "x y", "EMPTY": "", "TZ": "Europe/Berlin", "LANG": "de_DE.UTF-8", "HOME": world.folder.path,
      "XDG_DATA_HOME": "\(world.folder.path)/data",
    ]
    let (served, spawned) = (
      try world.view(words, variables), try world.view(words, variables, spawning: true)
    )
    #expect(served.keys.sorted() == spawned.keys.sorted() && served.count > 30)
    for (name, value) in spawned { #expect(served[name] == value, "\(name)") }
    let start = "\(world.executable)|--view|a b||Zürich\n|--x=1|-mirror|glass|long"
    #expect(served["pointer to arguments"]?.hasPrefix(start) == true)
    #expect(served["defaults"] == "glass")
    #expect(world.notes == ["spawned, because CLEANSLATE_SPAWN=1 asks for that"])
  }

  /// A library with a variable of the thread whose value happens to be the number of the process that loads it, as a small
  /// number in a container may be.
  private static let number = """
    #include <unistd.h>
    static __thread int number;
    static int original;
    __attribute__((constructor)) static void begin(void) { original = number = getpid(); }
    int planted_number_is_kept(void) { return number == original; }
    """

  /// Builds a library.
  private func library(_ text: String, stripped: Bool = false) async throws -> String {
    let (source, library) = (world.folder.path + "/planted.c", world.folder.path + "/libplanted.so")
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let options = ["-shared", "-fPIC", source, "-o", library] + (stripped ? ["-Wl,-s"] : [])
    let outcome = try await ChildProcess.run(
      #require(CCompiler.path), options, environment: ProcessInfo.processInfo.environment,
      timeout: .seconds(600))
    try #require(outcome.status == .exited(0), "\(outcome.standardError.text)")
    return library
  }

  @Test(
    "finds no variable of a library changed whose value is a process's number by chance",
    .enabled(if: CCompiler.path != nil, "There is no clang in PATH."))
  func chance() async throws {
    let library = try await library(Self.number)
    let view = try world.view([], ["LD_PRELOAD": library])
    #expect(view["planted number"] == "kept" && view["numbers of the parent"] == "0")
    #expect(world.notes == [])
  }

  @Test(
    "is spawned where nobody can tell whether a library remembers the number of the thread",
    .enabled(if: CCompiler.path != nil, "There is no clang in PATH."))
  func unnamed() async throws {
    let library = try await library(Self.number, stripped: true)
    #expect(try world.view([], ["LD_PRELOAD": library])["planted number"] == "kept")
    #expect(
      world.notes == ["spawned, because a library without symbols may remember the number of its thread"])
  }

  @Test("is spawned where something has left a file open before main, whatever numbers below it are free")
  func openFile() async throws {
    let library = try await library(
      """
      #include <fcntl.h>
      #include <unistd.h>
      __attribute__((constructor)) static void begin(void) {
        int first = open("/dev/null", O_RDONLY), second = open("/dev/null", O_RDONLY);
        open("/dev/null", O_RDONLY);
        close(first);
        close(second);
      }
      """)
    _ = try world.view([], ["LD_PRELOAD": library])
    #expect(
      world.notes == ["spawned, because something in it opens a file before main, which no fork may share"])
  }

  @Test(
    "has a server in the user's folder, but in none whose path is not absolute",
    arguments: [
      (["XDG_RUNTIME_DIR": "/run/user/7", "TMPDIR": "/var/tmp"], "/run/user/7"),
      (["XDG_RUNTIME_DIR": "", "TMPDIR": "/var/tmp"], "/var/tmp"), (["TMPDIR": "relative"], "/tmp"),
    ])
  func serverFolder(environment: [String: String], folder: String) throws {
    let spawn = Spawn(world.executable, [], environment: [:], folder: nil)
    let place = try AppStart(spawn: spawn, environment: environment).server().place
    #expect(place.path.hasPrefix("\(folder)/cleanslate-servers-\(getuid())/"))
  }

  @Test(
    "is spawned where its server does not start, in words for what only an app with a server says by its status",
    arguments: [
      (114, "what its launch server does once for all apps would go on in each of them"),
      (1, "its launch server exited with status 1"), (100, "its launch server exited with status 100"),
      (115, "its launch server exited with status 115"), (127, "its launch server exited with status 127"),
    ])
  func starterStatus(status: Int32, words: String) {
    #expect(LaunchServerProblem(ofServerThat: .exited(status)).reason == words)
  }

  @Test("inherits nothing of one that still runs")
  func nothingOfAnother() throws {
    let alone = try world.view([], [:])
    let pipes = try (0..<8).map { _ in try Descriptor.pipe() }
    let other = try world.start(
      ["--wait"], descriptors: Dictionary(uniqueKeysWithValues: zip(Int32(20)..., pipes.map(\.writing))))
    #expect(try world.view([], [:])["descriptors"] == alone["descriptors"])
    // Nobody but the other one, and this process, holds the ends of its pipes.
    for pipe in pipes { pipe.writing.close() }
    other.process.signal(.kill)
    #expect(other.process.waitForExit(until: LaunchWorld.soon) == .signalled(SIGKILL))
    for pipe in pipes { #expect(try pipe.reading.readSome() == []) }
  }

  @Test("ends with the status and the signals of its own", arguments: [false, true])
  func statuses(spawning: Bool) throws {
    for status: Int32 in [0, 1, 7, 255] {
      #expect(try world.run(["--exit", "\(status)"], spawning: spawning) == .exited(status))
    }
    for signal in [SIGKILL, SIGTERM, SIGUSR1, SIGHUP] {
      #expect(try world.run(["--raise", "\(signal)"], spawning: spawning) == .signalled(signal))
    }
  }

  @Test("fails as a spawn does where its folder is missing", arguments: [false, true])
  func missingFolder(spawning: Bool) throws {
    let error = #expect(throws: SystemError.self) {
      _ = try world.start([], folder: "/no/such folder", spawning: spawning)
    }
    #expect(
      error?.description
        == "start \(world.executable) in /no/such folder failed: No such file or directory")
  }

  @Test("leads a group of its own, which ends with it")
  func group() throws {
    let app = try world.start(["--wait"])
    #expect(getpgid(app.process.identifier) == app.process.identifier)
    #expect(app.server != nil)
    app.process.signal(.terminate)
    #expect(app.process.waitForExit(until: LaunchWorld.soon) == .signalled(SIGTERM))
  }

  @Test("is known to have left a process of another session behind, and one that has not is known not to")
  func strays() throws {
    let clean = try world.start(["--exit", "3"])
    #expect(clean.process.waitForExit(until: LaunchWorld.soon) == .exited(3))
    #expect(!clean.process.mayHaveLeftSome)
    let app = try world.start(["--stray"])
    let stray = try #require(Int32(try app.line()))
    #expect(app.process.waitForExit(until: LaunchWorld.soon) == .exited(0))
    #expect(app.process.mayHaveLeftSome)
    kill(stray, SIGKILL)
  }

  @Test("has a server that lets nobody wait for it, in a session of its own, without a thread")
  func server() async throws {
    let app = try world.start(["--wait"])
    let server = try #require(app.server)
    #expect(getsid(server) == server && getpgid(server) == server)
    // The app may be there before its server has closed what it has sent.
    var links: [Substring] = []
    let expected: [Substring] = [
      "/dev/null", "/dev/null", "/dev/null", "anon_inode", "socket", "socket",
    ]
    _ = await Waiting.until {
      let folder = "/proc/\(server)/fd"
      links = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))?
          .prefix { $0 != ":" }
      }.sorted()
      return links == expected
    }
    #expect(links == expected)
    #expect(try Footprint(of: server).threads == 1)
    #expect(FileManager.default.currentDirectoryPath != "/")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(server)/cwd") == "/")
  }

  @Test("shares its server with others, which ends soon after the last of them")
  func lifetime() throws {
    let first = try world.start(["--wait"]), second = try world.start(["--wait"])
    let server = try #require(first.server)
    #expect(second.server == server)
    let life = try LivingProcess(server)
    first.process.signal(.kill)
    #expect(first.process.waitForExit(until: LaunchWorld.soon) == .signalled(SIGKILL))
    #expect(try world.start(["--wait"]).server == server)
    second.process.signal(.kill)
    #expect(second.process.waitForExit(until: LaunchWorld.soon) == .signalled(SIGKILL))
    #expect(try life.ends())
    #expect(world.sockets == [])
  }

  @Test("has one server only, however many test processes begin at once")
  func manyAtOnce() async throws {
    let world = try LaunchWorld(patience: .seconds(600))
    let parents = try await withThrowingTaskGroup(of: Int32?.self) { group in
      for _ in 0..<24 { group.addTask { try world.start(["--wait"]).server } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    for case let server? in parents { kill(server, SIGKILL) }
    #expect(parents.count == 1)
    #expect(world.notes == [])
  }

  @Test("is of the new build after a rebuild, while one of the old build runs")
  func rebuild() throws {
    let path = "\(world.folder.path)/Rebuilt"
    // By another process: nothing that this one starts meanwhile may hold it open for writing.
    func build() throws {
      let copy = try Spawn("/bin/cp", [world.executable, path], environment: [:]).start()
      #expect(copy.waitForExit(until: LaunchWorld.soon) == .exited(0))
    }
    try build()
    let old = try world.start(["--wait"], of: path)
    try FileManager.default.removeItem(atPath: path)
    try build()
    let new = try world.start(["--wait"], of: path)
    #expect(old.server != new.server)
    #expect(old.process.isRunning && new.process.isRunning)
    let identity = try Descriptor.open(path, .reading).status().identity
    let found = try Descriptor.open("/proc/\(new.process.identifier)/exe", .reading).status().identity
    #expect(found == identity)
    #expect(world.sockets.count == 2)
    #expect(world.notes == [])
  }
}
