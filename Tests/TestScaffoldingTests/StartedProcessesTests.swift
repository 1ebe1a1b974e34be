import Foundation
import TestSupport
import Testing

@testable import HeldResources

@Suite("The list of started processes")
struct StartedProcessesTests {
  private let home: TemporaryHome
  private var proc: String { home.root + "/proc" }

  init() throws { home = try TemporaryHome() }

  /// Puts a process into the folder in which the system tells of processes.
  private func put(
    environment: String, flags: Int = 0, start: Int = 1, code: Int = 1, begin: Int, end: Int
  ) throws {
    let folder = proc + "/4000001"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var fields = [String](repeating: "1", count: 50)
    (fields[0], fields[6], fields[19]) = ("S", "\(flags)", "\(start)")
    (fields[23], fields[47], fields[48]) = ("\(code)", "\(begin)", "\(end)")
    for (file, text) in [
      ("stat", "4000001 (sleep 1) \(fields.joined(separator: " "))"), ("environ", environment),
      ("cmdline", "sleep\0" + "1\0"),
    ] { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file)")) }
  }

  /// Between two programs a process has no environment by which it could be known.
  @Test(
    "has what an ended child has left behind, also where that was just beginning at the first look",
    arguments: [(0, 0, ""), (0, 100, ""), (1, 100, "HOME=")])
  func beginning(code: Int, place: Int, environment: String) async throws {
    let own = "HOME=\(home.root)/x\0"
    var processes = StartedProcesses(privateFolder: home.root, proc: proc, longestStart: .zero)
    func orphans() -> [String] { (processes.list() ?? []).map(\.name).filter { $0 == "sleep 1" } }
    try put(environment: environment, code: code, begin: place, end: place + 2 * environment.utf8.count)
    #expect(orphans() == [])
    _ = try await ChildProcess.run("/bin/true", environment: [:])
    #expect(orphans() == [] && processes.mayHaveChanged())
    try put(environment: own, begin: 100, end: 100 + own.utf8.count)
    #expect(orphans() == ["sleep 1"])
  }

  @Test(
    "does not wait for a process that has no environment, or one of somebody else",
    arguments: [("", 0, 100, 100), ("", 0x20_0000, 0, 0), ("HOME=/x\0", 0, 100, 108)])
  func others(environment: String, flags: Int, begin: Int, end: Int) async throws {
    var processes = StartedProcesses(privateFolder: home.root, proc: proc, longestStart: .seconds(3600))
    try put(environment: environment, flags: flags, begin: begin, end: end)
    _ = try await ChildProcess.run("/bin/true", environment: [:])
    #expect((processes.list() ?? []).allSatisfy { $0.name != "sleep 1" })
  }

  @Test(
    "knows a process again by its start, since its number may be another's by then", arguments: [true, false])
  func reusedNumber(isLeak: Bool) async throws {
    func isListed() -> Bool { (processes.list() ?? []).contains { $0.name == "sleep 1" } }
    let environments = ["HOME=/x\0", "HOME=\(home.root)/x\0"]
    var processes = StartedProcesses(privateFolder: home.root, proc: proc)
    func put(_ environment: String, start: Int) throws {
      try self.put(environment: environment, start: start, begin: 100, end: 100 + environment.utf8.count)
    }
    try put(environments[isLeak ? 0 : 1], start: 1)
    _ = try await ChildProcess.run("/bin/true", environment: [:])
    #expect(isListed() != isLeak)
    try put(environments[isLeak ? 1 : 0], start: 77)
    _ = try await ChildProcess.run("/bin/true", environment: [:])
    #expect(isListed() == isLeak)
  }
}
