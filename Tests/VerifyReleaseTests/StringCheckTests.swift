import Foundation
import TestSupport
import Testing
import ToolOptions

@testable import ReleaseProof

@Suite("The search for strings")
struct StringCheckTests {
  private let traces = [
    Trace(.module, "ControlProtocol"), Trace(.module, "Records"),
    Trace(.type, "Handshake", source: "Options.swift:7"),
    Trace(.literal, "--headless", source: "Options.swift:3"),
  ]
  private let harmless: Set<String> = ["ControlProtocol", "/code/ControlProtocol/Options.swift"]

  private func findings(_ sections: TinyElf.Section...) throws -> [String] {
    let file = try ElfFile(TinyElf(sections: sections).bytes)
    return try StringCheck(traces: traces, harmless: harmless).findings(in: file).map {
      "\($0.what) in \($0.place) from \($0.source ?? "?")"
    }
  }

  @Test("finds the name of a module anywhere, and shows the string around it")
  func module() throws {
    let text = [0x2d, 0xff, 0x4d, 0xfe] + Array("x15ControlProtocol9HandshakeV".utf8) + [0xff, 0x30, 0]
    #expect(
      try findings(.init(name: "swift5_typeref", contents: text))
        == ["x15ControlProtocol9HandshakeV in swift5_typeref from ?"])
  }

  @Test("finds a module whose name is one word by its length, and nothing else that has the word")
  func oneWord() throws {
    func data(_ text: String) -> TinyElf.Section { .init(name: ".rodata", contents: Array(text.utf8)) }
    #expect(try findings(data("patient Records\0App/Records.swift\017RecordsController\0")) == [])
    #expect(try findings(data("7Records5EntryV\0")) == ["7Records5EntryV in .rodata from ?"])
  }

  @Test("finds the name of a type only as a string of its own")
  func type() throws {
    #expect(
      try findings(.init(name: ".rodata", contents: Array("a\0Handshake\0b".utf8)))
        == ["Handshake in .rodata from Options.swift:7"])
    #expect(
      try findings(.init(name: ".rodata", contents: [0xfe, 0xff] + Array("Handshake\0".utf8)))
        == ["Handshake in .rodata from Options.swift:7"])
    #expect(try findings(.init(name: ".rodata", contents: Array("a\0MyHandshake\0Handshakes\0".utf8))) == [])
  }

  @Test("finds a literal inside of a longer string")
  func literal() throws {
    #expect(
      try findings(.init(name: ".data", contents: Array("use --headless here".utf8)))
        == ["--headless in .data from Options.swift:3"])
  }

  @Test("finds a short literal that the machine code holds as two numbers")
  func immediate() throws {
    let code: [UInt8] = [0x48, 0xb8] + Array("--headle".utf8) + [0x48, 0xbe] + Array("ss".utf8)
    let whole = code + [0, 0, 0, 0, 0, 0xea]
    #expect(
      try findings(.init(name: ".text", flags: TinyElf.machineCode, contents: whole))
        == ["--headless in .text from Options.swift:3"])
    #expect(try findings(.init(name: ".text", flags: TinyElf.machineCode, contents: code)) == [])
    #expect(try findings(.init(name: ".rodata", contents: whole)) == [])
  }

  @Test("lets debug information name the modules and files that were compiled to nothing, and no more")
  func debugInformation() throws {
    func debug(_ text: String) -> TinyElf.Section {
      .init(name: ".debug_str", flags: 0, contents: Array(text.utf8))
    }
    #expect(try findings(debug("ControlProtocol\0/code/ControlProtocol/Options.swift\0Handshake\0")) == [])
    #expect(
      try findings(debug("ControlProtocol\0$s15ControlProtocol9HandshakeVMa\0"))
        == ["$s15ControlProtocol9HandshakeVMa in .debug_str from ?"])
    #expect(
      try findings(.init(name: ".rodata", contents: Array("ControlProtocol\0".utf8)))
        == ["ControlProtocol in .rodata from ?"])
  }

  @Test(
    "lets debug information name a source that exists, or its folder, if all of it is gated",
    arguments: [("#if DEBUG\nlet a = 1\n#endif\n", true), ("let a = 1\n", false)],
    ["ControlProtocol", "ControlProtocol/Made.swift"])
  func generatedSource(source: (text: String, isHarmless: Bool), place: String) throws {
    let temporary = try TestFolder()
    let path = temporary.path + "/" + place
    try FileManager.default.createDirectory(
      atPath: temporary.path + "/ControlProtocol", withIntermediateDirectories: true)
    try temporary.write(source.text, to: "ControlProtocol/Made.swift")
    let section = TinyElf.Section(name: ".debug_str", flags: 0, contents: Array("\(path)\0".utf8))
    #expect(try findings(section) == (source.isHarmless ? [] : ["\(path) in .debug_str from ?"]))
    #expect(try findings(.init(name: ".rodata", contents: Array("\(path)\0".utf8))).count == 1)
  }

  @Test("refuses a compressed section, in which it would find nothing")
  func compressed() {
    let error = #expect(throws: ToolFailure.self) {
      try findings(.init(name: ".debug_str", flags: 0x800, contents: [1, 2, 3]))
    }
    #expect(error?.description.hasPrefix("with the compressed section .debug_str, ") == true)
  }

  @Test("counts the strings that it looked at")
  func count() throws {
    let contents = Array("four\0abc\0another one\0".utf8)
    let file = try ElfFile(TinyElf(sections: [.init(name: ".rodata", contents: contents)]).bytes)
    #expect(StringCheck(traces: [], harmless: []).stringCount(in: file) == 2)
  }
}
