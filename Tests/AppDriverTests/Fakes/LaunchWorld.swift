import Foundation
import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import AppDriver

/// A folder with the sockets of launch servers, and what is launched there.
final class LaunchWorld: Sendable {
  let folder: TestFolder
  let executable: String
  private let log: OutputLog
  private let written: Descriptor
  /// Servers wait so long for another launch.
  private let patience: Duration

  static var soon: Deadline { Deadline(in: .patience) }

  init(patience: Duration = .milliseconds(300)) throws {
    folder = try TestFolder()
    executable = try BuiltProduct.path("MirrorApp")
    self.patience = patience
    let (reading, writing) = try Descriptor.pipe()
    (log, written) = (try OutputLog(reading: reading, capacity: 100_000), writing)
  }

  /// What the driver has noted.
  var notes: [String] {
    log.text.split(separator: "\n").map { String($0.trimmingPrefix("[AppDriver] ")) }
  }

  var sockets: [String] { folder.contents.filter { $0.hasPrefix("cleanslate-") && $0.contains("/") } }

  /// A running app with the other ends of its standard streams, which end it when they are released.
  struct Launched {
    let process: RunningProcess
    let input: Descriptor
    let output: Descriptor

    /// The next line that it prints.
    func line() throws -> String {
      var bytes: [UInt8] = []
      while !bytes.contains(UInt8(ascii: "\n")), let more = try output.readSome(), !more.isEmpty {
        bytes += more
      }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// All that it prints.
    func text() throws -> Data {
      var bytes: [UInt8] = []
      while let more = try output.readSome(), !more.isEmpty { bytes += more }
      return Data(bytes)
    }

    /// The launch server that forked it; nil if this process has spawned it.
    var server: Int32? {
      let parent = (try? String(contentsOfFile: "/proc/\(process.identifier)/stat", encoding: .utf8))
        .flatMap { $0.split(separator: " ").dropFirst(3).first }.flatMap { Int32($0) }
      return parent == getpid() ? nil : parent
    }
  }

  func start(
    _ words: [String], _ variables: [String: String] = [:], of path: String? = nil,
    folder place: String? = nil, descriptors: [Int32: Descriptor] = [:], spawning: Bool = false,
    limit: Duration = .seconds(10)
  ) throws -> Launched {
    let (input, output) = (try Descriptor.pipe(), try Descriptor.pipe())
    let spawn = Spawn(
      path ?? executable, words, environment: variables.merging(["PATH": "/usr/bin:/bin"]) { $1 },
      folder: place ?? folder.path,
      descriptors: descriptors.merging([0: input.reading, 1: output.writing]) { $1 })
    var environment = ["XDG_RUNTIME_DIR": folder.path]
    environment["CLEANSLATE_SPAWN"] = spawning ? "1" : nil
    let process = try AppStart(
      spawn: spawn, environment: environment, patience: patience, answerLimit: limit
    ).start {
      [log] in log.note($0)
    }
    return Launched(process: process, input: input.writing, output: output.reading)
  }

  func run(_ words: [String], spawning: Bool = false) throws -> Processes.ExitStatus? {
    try start(words, spawning: spawning).process.waitForExit(until: Self.soon)
  }

  /// What the app sees of itself.
  func view(
    _ words: [String], _ variables: [String: String], spawning: Bool = false
  ) throws -> [String: String] {
    let app = try start(["--view"] + words, variables, spawning: spawning)
    let view = try JSONDecoder().decode([String: String].self, from: try app.text())
    #expect(app.process.waitForExit(until: Self.soon) == .exited(0))
    return view
  }
}
