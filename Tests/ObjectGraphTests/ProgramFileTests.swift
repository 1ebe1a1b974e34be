import Glibc
import ObjectMemory
import TestSupport
import Testing

@testable import ObjectGraph

@Suite("A program's file")
struct ProgramFileTests {
  private typealias Found = (file: String?, line: UInt32, symbols: [String])

  private static func read(_ file: UnsafeRawBufferPointer) -> Found {
    var line: UInt32 = 0
    let path = ElfSource(file.baseAddress, file.count, ProgramSpecimen.symbol, &line)
    let symbols: [String] = collected {
      ElfForEachSymbol(
        file.baseAddress, file.count, "", "", { note(String(cString: $1.name), to: $0) }, $0)
    }
    _ = ElfMentions(file.baseAddress, file.count, ProgramSpecimen.symbol)
    return (path.map { String(cString: $0) }, line, symbols)
  }

  @Test(
    "says where a function begins, in both versions of its debug information", arguments: [4, 5] as [UInt16])
  func whole(version: UInt16) {
    let found = ProgramSpecimen(version: version).bytes.withUnsafeBytes(Self.read)
    #expect(found.file == "Cart.swift")
    #expect(found.line == 480)
    #expect(found.symbols == [ProgramSpecimen.symbol])
  }

  @Test("is read without harm where it is cut off", arguments: [4, 5] as [UInt16])
  func cut(version: UInt16) {
    let bytes = ProgramSpecimen(version: version).bytes
    let page = LastPage(bytes.count)
    for count in 0..<bytes.count {
      let found = page.read(bytes.prefix(count), Self.read)
      // Without the names of the sections, which are in the last one, nothing is found.
      let isNamed = count > bytes.count - ProgramSpecimen.lastHead
      #expect(found.file == nil || isNamed)
    }
    #expect(page.read(bytes[...], Self.read).file == "Cart.swift")
  }

  @Test("is read without harm where bytes of it are wrong", arguments: [4, 5] as [UInt16])
  func flipped(version: UInt16) throws {
    let effort = try Effort()
    var random = effort.generator("bytes of version \(version)")
    let bytes = ProgramSpecimen(version: version).bytes
    let page = LastPage(bytes.count)
    var others = 0
    func tryOut(_ changed: [UInt8]) {
      if page.read(changed[...], Self.read).file != "Cart.swift" { others += 1 }
    }
    for position in bytes.indices {
      for value in [0, 0x7F, 0x80, 0xFF, bytes[position] ^ 1] {
        var changed = bytes
        changed[position] = value
        tryOut(changed)
      }
    }
    for _ in 0..<effort.rounds(5_000) {
      var changed = bytes
      for _ in 0..<Int.random(in: 2...8, using: &random) {
        changed[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      tryOut(changed)
    }
    // Many bytes matter; otherwise nothing was tried out.
    #expect(others > bytes.count)
    #expect(page.read(bytes[...], Self.read).file == "Cart.swift")
  }
}

/// Memory behind which there is none: what reads one byte too much ends the process.
private final class LastPage {
  private let start: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer
  private let size: Int

  init(_ count: Int) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    size = (count + page - 1) / page * page + page
    start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    end = start + (size - page)
    mprotect(end, page, PROT_NONE)
  }

  deinit { munmap(start, size) }

  func read<Result>(_ bytes: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let place = UnsafeMutableRawBufferPointer(start: end - bytes.count, count: bytes.count)
    place.copyBytes(from: bytes)
    return body(UnsafeRawBufferPointer(place))
  }
}
