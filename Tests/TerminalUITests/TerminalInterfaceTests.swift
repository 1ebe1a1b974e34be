import ElementTree
import OperatingSystem
import Testing

import struct TestSupport.ID
import enum TestSupport.OwnThread

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
  private func source(_ text: String) throws -> Descriptor {
    let (reading, writing) = try Descriptor.pipe()
    try writing.writeAll(Array(text.utf8))
    return reading
  }

  private func transcript(
    _ input: String, prompts: Bool = false, of shown: Element? = nil
  ) async throws -> (TerminalExit, String, [Action]) {
    let input = try source(input)
    let (reading, output) = try Descriptor.pipe()
    let host = FakeHost(shown ?? tree.element)
    let settings = TerminalSettings(
      environment: [:], inputIsTerminal: prompts, outputIsTerminal: prompts, plain: true)
    let exit = await TerminalInterface(
      host: host, title: "T", settings: settings, input: input.number, output: output.number
    ).run()
    output.close()
    return (exit, String(decoding: try reading.readSome() ?? [], as: UTF8.self), host.actions)
  }

  @Test("Commands are done one after the other until the input ends, with or without a line end")
  func endOfInput() async throws {
    let (exit, text, actions) = try await transcript("tap b\n1")
    #expect(exit == .endOfInput)
    #expect(
      text
        == "Screen: S  (s)\n  1. B, button  b\nNothing changed on the screen.\nNothing changed on the screen.\n"
    )
    #expect(actions == [.tap("b"), .tap("b")])
  }

  @Test("After quit nothing more is read")
  func quit() async throws {
    let (exit, _, actions) = try await transcript("quit\ntap b\n")
    #expect(exit == .userQuit)
    #expect(actions == [])
  }

  @Test("A person is prompted, and the prompt does not stay behind")
  func prompt() async throws {
    let (_, text, _) = try await transcript("tap b\n", prompts: true)
    #expect(text == "Screen: S  (s)\n  1. B, button  b\n> Nothing changed on the screen.\n> \n")
  }

  @Test(
    "A person is told what the app changes by itself, when it is idle, and a pipe is not",
    arguments: [true, false])
  func news(prompts: Bool) async throws {
    let (input, keyboard) = try Descriptor.pipe()
    let (reading, output) = try Descriptor.pipe()
    let host = FakeHost(tree)
    let settings = TerminalSettings(
      environment: [:], inputIsTerminal: prompts, outputIsTerminal: prompts, plain: true)
    let interface = TerminalInterface(
      host: host, title: "T", settings: settings, input: input.number, output: output.number)
    let run = Task { await interface.run() }
    func read(until end: String) async throws -> String {
      try await OwnThread.run {
        var text = ""
        while !text.hasSuffix(end),
          try Descriptor.poll([(reading, .reading)], until: nil)[0].isEmpty == false,
          let bytes = try reading.readSome(), !bytes.isEmpty
        {
          text += String(decoding: bytes, as: UTF8.self)
        }
        return text
      }
    }
    let screen = "Screen: S  (s)\n  1. B, button  b\n"
    #expect(try await read(until: "b\n\(prompts ? "> " : "")") == screen + (prompts ? "> " : ""))
    var looks = 0
    host.work = {
      looks += 1
      if looks == 3 { host.show(Screen("s", title: "S") { Text("Done.") }) }
      return looks < 3
    }
    host.show(Screen("s", title: "S") { Text("One moment.") })
    if prompts { #expect(try await read(until: "> ") == "\n\nDone.\nGone: 1. B, button  b\n> ") }
    try keyboard.writeAll(Array("quit\n".utf8))
    #expect(await run.value == .userQuit)
    output.close()
    #expect(try await read(until: "no such end") == "")
  }

  @Test("Only a person is asked at the end of the input, once, where something is not saved")
  func unsavedAtEnd() async throws {
    let draft = tree.element.traits(.unsaved)
    let (_, asked, _) = try await transcript("", prompts: true, of: draft)
    #expect(asked == "Screen: S  (s)\n  1. B, button  b\n> \nNot saved. Ctrl-D again quits.\n> \n")
    let (_, piped, _) = try await transcript("", of: draft)
    #expect(piped == "Screen: S  (s)\n  1. B, button  b\n")
  }

  @Test("Full screen without a terminal ends at once")
  func noTerminal() async throws {
    var settings = TerminalSettings(
      environment: [:], inputIsTerminal: false, outputIsTerminal: false, plain: true)
    settings.mode = .fullScreen
    let input = try source("")
    let interface = TerminalInterface(
      host: FakeHost(tree), title: "T", settings: settings, input: input.number, output: input.number)
    #expect(await interface.run() == .terminalGone)
  }

  @Test("When nobody reads the output any more, the run ends quietly")
  func brokenPipe() async throws {
    let (reading, output) = try Descriptor.pipe()
    reading.close()
    let input = try source("tap b\n")
    let settings = TerminalSettings(
      environment: [:], inputIsTerminal: false, outputIsTerminal: false, plain: true)
    let host = FakeHost(tree)
    let exit = await TerminalInterface(
      host: host, title: "T", settings: settings, input: input.number, output: output.number
    ).run()
    #expect(exit == .terminalGone)
    #expect(host.actions == [])
  }
}
