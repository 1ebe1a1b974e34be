import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("Wrong words to a running app", .serialized)
struct WrongWordsTests {
  @Test("in the bodies of requests are refused or done, and nothing else")
  func bodies() async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    var random = effort.generator("bodies")
    let routes = ControlRoute.allCases.filter { $0.method == "POST" && $0 != .quit }
    let seeds = try Self.seeds(of: "body").map { Array($0.dropFirst()) }
    var client: TestClient? = try app.client(.socket)
    var statuses: [Int: Int] = [:]
    let rounds = effort.rounds(400)
    for round in 0..<rounds {
      var body = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0...2, using: &random) where !body.isEmpty {
        let place = Int.random(in: body.indices, using: &random)
        body[place] = UInt8.random(in: 0...255, using: &random)
      }
      let route = try #require(routes.randomElement(using: &random))
      try client?.send(app.request("POST", route.path, body: body.isEmpty ? Array("{}".utf8) : body))
      let reply = try #require(try client?.reply())
      statuses[reply.status, default: 0] += 1
      // Only the app that is built anew knows that a link leads nowhere.
      let isLost = reply.status == 500 && reply.body.contains("The app was reset, but not as it was asked to")
      #expect(
        isLost || [200, 400, 404, 409, 422].contains(reply.status),
        """
        \(route.path) \(String(decoding: body, as: UTF8.self)): \(reply), round \(round). Repeat it with: \
        CLEANSLATE_SEED=\(effort.seed) CLEANSLATE_EFFORT=\(effort.factor) swift test --filter WrongWordsTests
        """)
    }
    client = nil
    #expect(try await app.serves())
    try await app.waitForCalm(files: 6)
    let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.value) times \($0.key)" }
    effort.report(
      "\(rounds) bodies at a running app: \(counts.joined(separator: ", ")); \(try app.peakGrowth()) KiB more at most"
    )
  }

  @Test(
    "that cost much to compare are answered all the same",
    arguments: ["\u{301}", "c" + String(repeating: "\u{327}", count: 1000), "\u{1F469}\u{200D}", "a"])
  func costlyText(part: String) async throws {
    let bytes = min(1_000_000, try Effort().rounds(100_000))
    let app = try await AttackedApp()
    let client = try app.client(.socket)
    let text = "e" + String(repeating: part, count: bytes / part.utf8.count)
    for (route, body) in [
      (ControlRoute.tap, #"{"id":"\#(text)"}"#), (.open, #"{"link":"\#(text)"}"#),
      (.type, #"{"id":"\#(text)","text":"x"}"#), (.tap, #"{"id":"x","\#(text)":1}"#),
    ].map({ ($0, Array($1.utf8)) }) {
      try client.send(app.request("POST", route.path, body: body))
      #expect([400, 404, 422].contains(try client.reply().status))
    }
    #expect(try await app.serves())
  }

  @Test("on its input end it only with quit, or where the input ends")
  func lines() async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    var random = effort.generator("lines")
    let seeds = try Self.seeds(of: "lines")
    let rounds = effort.rounds(300)
    var count = 0
    for _ in 0..<rounds {
      let lines = Self.junk(from: seeds, &random)
      count += lines.count
      app.process.send(lines + Array("\n".utf8))
    }
    app.process.send("no such command, the last one\n")
    try await app.process.waitForOutput(onError: true) { $0.contains("no such command, the last one") }
    #expect(try await app.serves())
    let text = app.process.standardOutput.text + app.process.standardError.text
    let controls = text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" }
    #expect(controls.isEmpty)
    try await app.waitForCalm(files: 6)
    app.process.send("quit\n")
    // Lines that could not be done make a script fail.
    #expect(try await app.process.waitForExit() == .exited(65))
    effort.report("\(count) bytes of lines on the input: none ended the app, which then ended with quit")
  }

  @Test("on its terminal leave the terminal as it was")
  func terminal() async throws {
    let effort = try Effort()
    let home = try TemporaryHome()
    var random = effort.generator("terminal")
    let seeds = try Self.seeds(of: "lines")
    let terminal = try PseudoTerminal(
      try BuiltProduct.path("SampleOnboarding"), ["--plain"], environment: home.environment)
    try await terminal.waitForText("(welcome)")
    let rounds = effort.rounds(100)
    for round in 0..<rounds {
      // The keys that mean something to the terminal itself stay out: they are no input of the app.
      let line = Self.junk(from: seeds, &random).filter { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }
      terminal.send("\n\(String(decoding: line.prefix(2000), as: UTF8.self))\ntap nothing-\(round)\n")
      try await terminal.waitForText("\"nothing-\(round)\"")
    }
    terminal.send("\nquit\n")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(try terminal.isCanonical && terminal.echoes)
    #expect(terminal.unknownSequences == [])
    effort.report("\(rounds) pieces of noise on a terminal in line mode: the terminal is as it was")
  }

  /// A seed with changes, but without the one word that ends the app.
  private static func junk(from seeds: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    var junk = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 0...9, using: &random) where !junk.isEmpty {
      let place = Int.random(in: junk.indices, using: &random)
      if Bool.random(using: &random) {
        junk[place] = UInt8.random(in: 0...255, using: &random)
      } else {
        junk.insert(contentsOf: seeds.randomElement(using: &random) ?? [], at: place)
      }
    }
    while let range = junk.firstRange(of: Array("quit".utf8)) { junk.replaceSubrange(range, with: [0x51]) }
    return junk
  }

  private static func seeds(of target: String) throws -> [[UInt8]] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = tests.appending(path: "Fuzz/Corpus/\(target)").path
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
    }
  }
}
