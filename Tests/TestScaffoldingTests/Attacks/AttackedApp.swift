import Foundation
import OperatingSystem
import TestSupport
import Testing

@testable import TestScaffolding

/// A running sample app that serves both doors, with somebody who looks on from a connection of their own.
final class AttackedApp {
  enum Door: CaseIterable { case socket, port }

  let process: ChildProcess
  private let home: TemporaryHome
  private let socket: SocketAddress
  private let port: UInt16
  let token: String
  private var witness: TestClient
  private let calm: AppFootprint

  init() async throws {
    home = try TemporaryHome()
    let path = home.path(.runtime) + "/control.sock"
    let process = try ChildProcess(
      try BuiltProduct.path("SampleOnboarding"),
      ["--control-socket", path, "--control-port", "0", "--plain"], environment: home.environment)
    try await process.waitForOutput {
      $0.contains("(welcome)") && process.standardError.text.contains("#token=")
    }
    let url = try #require(
      process.standardError.text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#token=([0-9a-f]{64})/))
    self.process = process
    socket = .unixSocket(path)
    port = try #require(UInt16(url.output.1))
    token = String(url.output.2)
    witness = try TestClient(socket)
    // What the first requests make the runtime allocate and start is no growth.
    for index in 0..<50 {
      for door in Door.allCases {
        let client = try TestClient(door == .socket ? socket : .loopback(port: port))
        let path = "/tree?after=1000000&timeout=\(index / 10)"
        try Self.ask(client, "GET", path, port, token)
      }
    }
    try Self.ask(witness, "GET", "/status", port, token)
    calm = try AppFootprint(of: process.processID)
  }

  func client(_ door: Door) throws -> TestClient { try TestClient(address(door)) }

  func address(_ door: Door) -> SocketAddress { door == .socket ? socket : .loopback(port: port) }

  /// What the Host field has to say at the port; at the socket it may say anything.
  var host: String { "127.0.0.1:\(port)" }

  /// Lets every user of the machine pass through the folder above all others.
  func openRootOfHome() throws {
    guard chmod(home.root, 0o711) == 0 else { throw SystemError.last("chmod \(home.root)") }
  }

  /// Whether the app is as it was at its start.
  func isUntouched() throws -> Bool {
    let status = try Self.ask(witness, "GET", "/status", port, token).body
    return status.contains(#""generation":1,"#) && status.contains(#""screen":"welcome""#)
  }

  /// A request that is right for either door.
  func request(_ method: String, _ path: String, fields: [String] = [], body: [UInt8] = []) -> [UInt8] {
    Self.request(method, path, fields, body, port, token)
  }

  /// Whether somebody who was served before is served, and somebody new at each door.
  func serves() async throws -> Bool {
    guard try Self.ask(witness, "GET", "/status", port, token).status == 200 else { return false }
    return await servesNewcomers()
  }

  /// Whether somebody new is served at each door, who comes back when the app says that it is full.
  func servesNewcomers() async -> Bool {
    for door in Door.allCases {
      let isServed = await Waiting.until {
        (try? Self.ask(try client(door), "GET", "/status", port, token))?.status == 200
      }
      guard isServed else { return false }
    }
    return true
  }

  /// Waits until the app has again only what it had before the attack; it may have grown by some KiB, and have opened
  /// files of its own.
  func waitForCalm(grownBy grown: Int = 16 << 10, files: Int = 0) async throws {
    var now = calm
    // The app is not asked anything meanwhile: that would keep threads awake that end when they have had nothing to do.
    let isCalm = try await Waiting.until {
      now = try AppFootprint(of: process.processID)
      return now.sockets <= calm.sockets && now.descriptors <= calm.descriptors + files
        && now.threads <= calm.threads
        && now.residentKiB <= calm.residentKiB + grown * Sanitizer.memoryFactor
    }
    if !isCalm { Issue.record("The app had \(calm), and after the attack it has \(now).") }
    // Where all have been served before, a newcomer may have taken the place of this one.
    if (try? Self.ask(witness, "GET", "/status", port, token)) == nil { witness = try TestClient(socket) }
  }

  /// How much memory the app has had at most since this was last asked, beyond what it had before all attacks.
  func peakGrowth() throws -> Int {
    let peak = try AppFootprint(of: process.processID).peakKiB - calm.residentKiB
    // This makes the kernel forget the peak.
    try Data("5".utf8).write(to: URL(filePath: "/proc/\(process.processID)/clear_refs"))
    return peak
  }

  @discardableResult
  private static func ask(
    _ client: TestClient, _ method: String, _ path: String, _ port: UInt16, _ token: String
  ) throws -> TestClient.Reply {
    try client.send(request(method, path, [], [], port, token))
    return try client.reply()
  }

  private static func request(
    _ method: String, _ path: String, _ fields: [String], _ body: [UInt8], _ port: UInt16, _ token: String
  ) -> [UInt8] {
    let head =
      ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Authorization: Bearer \(token)"] + fields
      + (body.isEmpty ? [] : ["Content-Length: \(body.count)"])
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}

/// What a process has of the system's.
struct AppFootprint: CustomStringConvertible {
  let descriptors: Int
  let sockets: Int
  let threads: Int
  let residentKiB: Int
  let peakKiB: Int

  init(of process: Int32) throws {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    func number(_ name: String) throws -> Int {
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
      return try #require(line.split { " \t".contains($0) }.dropFirst().first.flatMap { Int($0) })
    }
    threads = try number("Threads")
    residentKiB = try number("VmRSS")
    peakKiB = try number("VmHWM")
    let folder = "/proc/\(process)/fd"
    let numbers = try FileManager.default.contentsOfDirectory(atPath: folder)
    descriptors = numbers.count
    sockets = numbers.count { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
      return target?.hasPrefix("socket:") == true
    }
  }

  var description: String {
    "\(descriptors) descriptors, \(sockets) of them sockets, \(threads) threads, \(residentKiB) KiB"
  }
}
