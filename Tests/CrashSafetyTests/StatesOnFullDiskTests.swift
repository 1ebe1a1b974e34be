import ControlProtocol
import Foundation
import Glibc
import OperatingSystem
import TestSupport
import Testing

@Suite(
  "A sample app whose disk is full", .enabled(if: Surroundings.canMount, "Needs 'unshare -rm' to mount."))
struct StatesOnFullDiskTests {
  /// What is on the small disk. If that is not all, files are copied from disk to disk instead of shared.
  enum Contents: CaseIterable { case data, states, both }

  enum Shortage: CaseIterable { case space, inodes }

  @Test(
    "saves a named state or keeps the one before, goes to one or stays as it is, and says what is missing",
    arguments: Contents.allCases, Shortage.allCases)
  func full(_ contents: Contents, _ shortage: Shortage) async throws {
    let app = try await AppOnSmallDisk(contents)
    try app.reset(toSituation: "ThreeOrders")
    try app.save("it")
    try app.save("other")
    let other = try app.data()
    var kept = other
    var (refusedSaves, refusedResets) = (0, 0)
    // The long form has each shortage in between, too.
    let effort = try Effort()
    for left in stride(from: 0, through: 40, by: effort.isLong ? 1 : 4) {
      try app.reset(toSituation: "OneOpenOrder")
      let now = try app.data()
      let refusedSave = try await app.refusal(with: left, of: shortage) { try app.save("it") }
      #expect(try app.data() == now)
      if refusedSave == nil { kept = now } else { refusedSaves += 1 }
      try app.reset(to: "it")
      #expect(try app.data() == kept)

      let screen = try app.ask("GET", "/tree")
      let refusedReset = try await app.refusal(with: left, of: shortage) { try app.reset(to: "other") }
      #expect(try app.data() == (refusedReset == nil ? other : kept))
      if refusedReset != nil {
        refusedResets += 1
        #expect(try app.ask("GET", "/tree") == screen)
      }
      for refusal in [refusedSave, refusedReset].compactMap(\.self) {
        #expect(refusal.hasSuffix(": No space left on device."), "\(left) left: \(refusal)")
      }
    }
    // Between a disk without any room and one with enough. Shared files take no space.
    #expect(contents == .data ? refusedSaves == 0 : (1...40).contains(refusedSaves))
    let sharesAll = contents == .both && shortage == .space
    #expect(contents == .states || sharesAll ? refusedResets == 0 : (1...40).contains(refusedResets))
    effort.report(
      "\(contents), \(shortage): \(refusedSaves) saves and \(refusedResets) resets refused, 0 torn")
  }
}

/// SampleOrders with a small disk of its own.
private final class AppOnSmallDisk {
  private struct Refusal: Error { let message: String }

  private let home: TemporaryHome
  private let process: ChildProcess
  private let client: TestClient
  private let disk: String

  init(_ contents: StatesOnFullDiskTests.Contents) async throws {
    home = try TemporaryHome()
    let (disk, elsewhere, socket) = (home.path(.home), home.path(.temporary), home.path(.runtime) + "/s")
    let mounts = Surroundings.mounts("mount -t tmpfs -o mode=0700,size=4m,nr_inodes=400 tmpfs '\(disk)'")
    var environment = home.environment
    for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
      environment[variable] = "\(contents == .states ? elsewhere : disk)/\(variable)"
    }
    environment["TMPDIR"] = contents == .data ? elsewhere : disk
    process = try ChildProcess(
      "/usr/bin/env",
      mounts.wrapper + [BuiltProduct.path("SampleOrders"), "--plain", "--control-socket", socket],
      environment: environment)
    // The first screen is drawn once the socket is there.
    try await process.waitForOutput { $0.contains("(") }
    client = try TestClient(.unixSocket(socket))
    // Only the process itself sees the disk at its place.
    self.disk = "/proc/\(process.processID)/root\(disk)"
  }

  // MARK: - What is asked of the app

  @discardableResult
  func ask(_ method: String, _ path: String, _ body: String = "") throws -> String {
    try client.send(
      "\(method) \(path) HTTP/1.1\r\nHost: app\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let reply = try client.reply()
    guard reply.status == 200 else {
      throw Refusal(message: try JSONDecoder().decode(ErrorReply.self, from: Data(reply.body.utf8)).message)
    }
    return reply.body
  }

  func data() throws -> [DataReply.Part] {
    try JSONDecoder().decode(DataReply.self, from: Data(ask("GET", "/data").utf8)).parts
  }

  func save(_ state: String) throws { try ask("POST", "/states", #"{"name":"\#(state)"}"#) }

  func reset(to state: String) throws {
    try ask("POST", "/reset", #"{"state":"\#(state)","launchArguments":["--from","here"]}"#)
  }

  func reset(toSituation name: String) throws {
    let arguments = #"["--from","here","AUTOMATION_{\"simulate\#(name)\":true}"]"#
    try ask("POST", "/reset", #"{"launchArguments":\#(arguments)}"#)
  }

  // MARK: - The disk

  /// Does something while there is only so much left, and returns why it was refused; nil if it was done.
  func refusal(
    with left: Int, of shortage: StatesOnFullDiskTests.Shortage, _ body: () throws -> Void
  ) async throws -> String? {
    // What the app deletes in the background makes room.
    let isDeleted = await Waiting.until {
      let paths = FileManager.default.enumerator(atPath: self.disk)?.map { "\($0)" } ?? []
      return !paths.contains { $0.contains("/.erased.") }
    }
    guard isDeleted else { throw Flaw("The erased data is still on the disk.") }
    let ballast = "\(disk)/ballast"
    try FileManager.default.createDirectory(atPath: ballast, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: ballast) }
    switch shortage {
    case .space:
      let pages = try free(\.f_bfree) - left
      let size = pages * 4096
      try Data(count: max(0, size)).write(to: URL(filePath: "\(ballast)/pages"))
    case .inodes:
      for number in 0..<max(0, try free(\.f_ffree) - left) {
        try Data().write(to: URL(filePath: "\(ballast)/\(number)"))
      }
    }
    do {
      try body()
      return nil
    } catch let refusal as Refusal {
      return refusal.message
    }
  }

  private func free(_ what: KeyPath<statvfs, fsblkcnt_t>) throws -> Int {
    var status = statvfs()
    guard statvfs(disk, &status) == 0 else { throw Flaw("statvfs: \(errno)") }
    return Int(status[keyPath: what])
  }
}
