import Foundation
import Testing
import ToolOptions

@testable import ReleaseProof

@Suite("The reader of ELF files")
struct ElfFileTests {
  static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test("reads the executable of these very tests")
  func ownExecutable() throws {
    let file = try ElfFile(try Self.bytes(of: "/proc/self/exe"))
    let names = Set(file.sections.map(\.name))
    #expect(names.isSuperset(of: [".symtab", ".dynsym", ".dynamic", ".rodata", "swift5_reflstr"]))
    let own = try file.symbols().filter {
      $0.table == ".symtab" && $0.name.hasPrefix("$s18VerifyReleaseTests")
    }
    #expect(own.count > 100)
    #expect(try file.neededLibraries().contains("libTesting.so"))
  }

  @Test("reads a stripped executable of the system")
  func systemExecutable() throws {
    let file = try ElfFile(try Self.bytes(of: "/bin/ls"))
    #expect(Set(try file.symbols().map(\.table)) == [".dynsym"])
    #expect(try file.symbols().contains { $0.name == "malloc" })
    #expect(try file.neededLibraries().contains("libc.so.6"))
  }

  @Test("knows which sections are in memory at run time")
  func allocated() throws {
    let file = try ElfFile(
      TinyElf(sections: [
        .init(name: ".rodata", contents: [1, 2, 3]), .init(name: ".comment", flags: 0, contents: [4]),
      ]).bytes)
    #expect(file.sections.map(\.name) == ["", ".rodata", ".comment", ".shstrtab"])
    #expect(file.sections.map(\.isAllocated) == [false, true, false, false])
    #expect(Array(file.bytes.storage[file.sections[1].range]) == [1, 2, 3])
  }

  @Test(
    "says what is wrong with a file that is none",
    arguments: [
      ("", "not an ELF file: it begins with nothing where an ELF file has 7f 45 4c 46"),
      ("#!/bin/sh\n", "not an ELF file: it begins with 23 21 2f 62 where an ELF file has 7f 45 4c 46"),
      ("\u{7f}ELF", "cut short: the header reaches to byte 5, but the file has 4"),
      (
        "\u{7f}ELF\u{1}\u{1}",
        "an ELF file of word size class 1 and byte order 1; "
          + "only 64-bit little-endian files (class 2, order 1) can be read"
      ),
    ])
  func notElf(text: String, expected: String) {
    let error = #expect(throws: ToolFailure.self) { try ElfFile(Array(text.utf8)) }
    #expect(error?.description == expected)
  }

  @Test("refuses a file without section headers, in which nothing could be found")
  func noSections() {
    var bytes = TinyElf(sections: []).bytes
    for index in 40..<48 { bytes[index] = 0 }
    let error = #expect(throws: ToolFailure.self) { try ElfFile(bytes) }
    #expect(error?.description.hasPrefix("without section headers, ") == true)
  }

  @Test("refuses a symbol whose name is outside of the names, or has no end")
  func badSymbols() throws {
    var elf = TinyElf(symbols: ["first"])
    elf.sections[0].contents[24] = 200
    let outside = try ElfFile(elf.bytes)
    func refused(_ elf: ElfFile) -> String? {
      #expect(throws: ToolFailure.self) { try elf.symbols() }?.description
    }
    #expect(refused(outside) == "damaged: the names of .symtab refers to 200, but there are only 7")
    elf.sections[0].contents[24] = 1
    elf.sections[1].contents.removeLast()
    let open = try ElfFile(elf.bytes)
    #expect(refused(open) == "damaged: the string at 1 of the names of .symtab has no end")
    elf.sections[0].link = 9
    let unlinked = try ElfFile(elf.bytes)
    #expect(refused(unlinked) == "damaged: .symtab refers to 9, but there are only 4")
  }

  @Test("reports an error for every length to which a file can be cut")
  func truncated() {
    let bytes = TinyElf(symbols: ["first", "second"]).bytes
    let accepted = bytes.indices.filter { length in (try? ElfFile(Array(bytes.prefix(length)))) != nil }
    #expect(accepted == [])
  }

  @Test("does not crash over any damaged byte", arguments: [UInt8(0), 1, 0x7f, 0x80, 0xff])
  func damaged(value: UInt8) throws {
    let whole = TinyElf(symbols: ["first", "second"]).bytes
    let check = StringCheck(traces: [Trace(.literal, "something")], harmless: [])
    for index in whole.indices {
      var bytes = whole
      bytes[index] = value
      guard let file = try? ElfFile(bytes) else { continue }
      _ = try? file.symbols()
      _ = try? file.neededLibraries()
      _ = try? check.findings(in: file)
    }
  }

  @Test("finds no sense in noise behind a sound beginning")
  func noise() {
    var state: UInt64 = 42
    for _ in 0..<200 {
      let noise = (0..<300).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      #expect(throws: ToolFailure.self) { try ElfFile([0x7f, 0x45, 0x4c, 0x46, 2, 1] + noise) }
    }
  }
}
