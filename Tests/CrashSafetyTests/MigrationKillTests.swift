import AppData
import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@Suite(
  "SampleOrders, killed while it converts the orders of the version before,",
  .enabled(if: Surroundings.canTrace, "Needs 'strace', and to be allowed to trace."))
struct MigrationKillTests {
  private static let id = "net.cleanslate.sample-orders"
  private static let numbers = 1_001...1_024
  private let effort: Effort
  private let executable: String

  init() throws {
    effort = try Effort()
    executable = try BuiltProduct.path("SampleOrders")
  }

  @Test("has each order in the old form or the new, whole, and all in the new after the next start")
  func migration() async throws {
    let old = Dictionary(
      uniqueKeysWithValues: Self.numbers.map { ("orders/\($0).json", Self.versionOne($0)) })
    let new = try await converted(old)
    #expect(new.keys.sorted() == old.keys.sorted())
    #expect(new.allSatisfy { $0.value.contains(#""version":2"#) })
    let instants = ["write", "renameat"].flatMap { call in (1...Self.numbers.count).map { (call, $0) } }
    let rounds = min(effort.rounds(6), instants.count)
    var random = effort.generator("migration")
    let offset = Int.random(in: 0..<instants.count, using: &random)
    var (kills, newForms) = (0, 0)
    for round in 0..<rounds {
      let (call, number) = instants[(offset + round * instants.count / rounds) % instants.count]
      let home = try TemporaryHome()
      try plant(old, in: home)
      let killed = try await start(
        home, ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=\(call):signal=KILL:when=\(number)"])
      if killed == .signalled(SIGKILL) { kills += 1 }
      let found = try documents(in: home)
      try await effort.naming("\(call) number \(number)", of: "MigrationKillTests") {
        guard found.allSatisfy({ $1 == old[$0] || $1 == new[$0] }), found.count == old.count else {
          throw Flaw("an order is neither old nor new: \(found)")
        }
      }
      newForms += found.count { $1 == new[$0] }
      #expect(try await start(home) == .exited(0))
      #expect(try documents(in: home) == new)
    }
    effort.report(
      "\(kills) kills, \(newForms) of \(rounds * old.count) orders converted before them, 0 lost or torn")
  }

  private func converted(_ old: [String: String]) async throws -> [String: String] {
    let home = try TemporaryHome()
    try plant(old, in: home)
    #expect(try await start(home) == .exited(0))
    return try documents(in: home)
  }

  private func start(_ home: TemporaryHome, _ wrapper: [String] = []) async throws -> Processes.ExitStatus {
    try await ChildProcess.run(
      "/usr/bin/env", wrapper + [executable, "--open", "storefront://orders"], environment: home.environment
    ).status
  }

  private func open(_ home: TemporaryHome) throws -> FileArea {
    try AppContainer.open(AppIdentity(id: Self.id), in: BaseDirectories(environment: home.environment))
      .open(gate: WriteGate()).files.documents
  }

  private func plant(_ files: [String: String], in home: TemporaryHome) throws {
    let documents = try open(home)
    for (path, text) in files { try documents.write(Data(text.utf8), to: path) }
  }

  private func documents(in home: TemporaryHome) throws -> [String: String] {
    let documents = try open(home)
    return try documents.list().reduce(into: [:]) { files, path in
      files[path] = String(decoding: try documents.read(path), as: UTF8.self)
    }
  }

  private static func versionOne(_ number: Int) -> String {
    """
    {"version":1,"id":\(number),"items":[{"sku":"gyoza","title":"Gyoza","count":1,"price":580}],"sum":580,\
    "currency":"EUR","date":\(1_746_360_000 + number),"cancelled":false,"comment":"note \(number)","stars":4}
    """
  }
}
