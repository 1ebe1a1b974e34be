import ControlProtocol
import Foundation
import Leaks
import OperatingSystem
import TestSupport
import Testing

@Suite("An app on a terminal")
struct TerminalHandlersTests {
  private let home: TemporaryHome
  private let socket: String
  private let terminal: PseudoTerminal

  init() throws {
    home = try TemporaryHome()
    socket = home.path(.runtime) + "/s"
    terminal = try PseudoTerminal(
      BuiltProduct.path("LeakyApp"), ["--control-socket", socket], environment: home.environment, columns: 80,
      rows: 24)
  }

  private func ask(_ path: String, _ body: String) throws -> String {
    let client = try TestClient(.unixSocket(socket))
    try client.send(
      "POST \(path) HTTP/1.1\r\nHost: app\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return try client.reply().body
  }

  @Test(
    "may handle signals to give the terminal back, and nobody tells that; what others do to signals is told")
  func handlers() async throws {
    try await terminal.waitForScreen { $0.text.contains("Mistakes") }
    let clean = try JSONDecoder().decode(ResetReceipt.self, from: Data(ask("/reset", "{}").utf8))
    #expect(clean.processDifferences == [] && clean.isClean)
    _ = try ask("/tap", #"{"id":"ended-by-nobody"}"#)
    let receipt = try JSONDecoder().decode(ResetReceipt.self, from: Data(ask("/reset", "{}").utf8))
    #expect(
      receipt.processDifferences == [
        ProcessDifference(what: "signal handler SIGTERM", before: "default", after: "ignored")
      ])
  }
}
