import ElementTree
import Glibc
import OperatingSystem
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@Suite("Settings of a terminal")
struct TerminalSettingsTests {
  private func settings(
    _ environment: [String: String], input: Bool = true, output: Bool = true, plain: Bool = false
  ) -> TerminalSettings {
    TerminalSettings(
      environment: environment, inputIsTerminal: input, outputIsTerminal: output, plain: plain)
  }

  @Test("The whole terminal is used only where both ends are one and it can draw")
  func mode() {
    let xterm = ["TERM": "xterm"]
    #expect(settings(xterm).mode == .fullScreen)
    #expect(settings(xterm, input: false).mode == .lines)
    #expect(settings(xterm, output: false).mode == .lines)
    #expect(settings(xterm, plain: true).mode == .lines)
    #expect(settings(["TERM": "dumb"]).mode == .lines)
    #expect(settings(["TERM": ""]).mode == .lines)
    #expect(settings([:]).mode == .lines)
  }

  @Test("NO_COLOR takes the colour away if it holds anything")
  func colour() {
    #expect(settings([:]).usesColour)
    #expect(settings(["NO_COLOR": ""]).usesColour)
    #expect(!settings(["NO_COLOR": "0"]).usesColour)
  }

  @Test("Only a person is asked")
  func prompt() {
    #expect(settings([:]).showsPrompt)
    #expect(!settings([:], input: false).showsPrompt)
  }
}

@MainActor
@Suite("Line mode on real pipes")
struct TerminalInterfaceTests {
  private let tree = Screen("s", title: "S") { Button("B", id: ID("b")) }

  /// A pipe that holds the text and is closed for writing.
  private func source(_ text: String) -> Int32 {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    #expect(Descriptor(borrowing: ends[1]).writeAll(Array(text.utf8)) { true })
    close(ends[1])
    return ends[0]
  }

  private func transcript(_ input: String, prompts: Bool = false) async -> (TerminalExit, String, [Action]) {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let input = source(input)
    let host = FakeHost(tree)
    let settings = TerminalSettings(
      environment: [:], inputIsTerminal: prompts, outputIsTerminal: prompts, plain: true)
    let exit = await TerminalInterface(
      host: host, title: "T", settings: settings, input: input, output: ends[1]
    ).run()
    close(ends[1])
    close(input)
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(ends[0], &bytes, bytes.count)
    return (exit, String(decoding: bytes.prefix(max(0, count)), as: UTF8.self), host.actions)
  }

  @Test("Commands are done one after the other until the input ends, with or without a line end")
  func endOfInput() async {
    let (exit, text, actions) = await transcript("tap b\n1")
    #expect(exit == .endOfInput)
    #expect(
      text == "== S ==  (s)\n  1. [B]  b\nNothing changed on the screen.\nNothing changed on the screen.\n")
    #expect(actions == [.tap("b"), .tap("b")])
  }

  @Test("After quit nothing more is read")
  func quit() async {
    let (exit, _, actions) = await transcript("quit\ntap b\n")
    #expect(exit == .userQuit)
    #expect(actions == [])
  }

  @Test("A person is prompted, and the prompt does not stay behind")
  func prompt() async {
    let (_, text, _) = await transcript("tap b\n", prompts: true)
    #expect(text == "== S ==  (s)\n  1. [B]  b\n> Nothing changed on the screen.\n> \n")
  }

  @Test("Full screen without a terminal ends at once")
  func noTerminal() async {
    var settings = TerminalSettings(
      environment: [:], inputIsTerminal: false, outputIsTerminal: false, plain: true)
    settings.mode = .fullScreen
    let input = source("")
    let interface = TerminalInterface(
      host: FakeHost(tree), title: "T", settings: settings, input: input, output: input)
    #expect(await interface.run() == .terminalGone)
    close(input)
  }

  @Test("When nobody reads the output any more, the run ends quietly")
  func brokenPipe() async {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    let input = source("tap b\n")
    let settings = TerminalSettings(
      environment: [:], inputIsTerminal: false, outputIsTerminal: false, plain: true)
    let host = FakeHost(tree)
    let exit = await TerminalInterface(
      host: host, title: "T", settings: settings, input: input, output: ends[1]
    ).run()
    #expect(exit == .terminalGone)
    #expect(host.actions == [])
    close(ends[1])
    close(input)
  }
}
