import Foundation
import TestSupport
import Testing

@testable import Records

@Suite("A file that is whole or not there")
struct WholeFileTests {
  private let home: TemporaryHome
  private var folder: String { home.path(.home) }

  init() throws { home = try TemporaryHome() }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  @Test("takes the place of the one before, and leaves nothing beside it")
  func replaced() throws {
    for text in ["one", "two"] { try WholeFile.write(Array(text.utf8), to: "\(folder)/file") }
    #expect(try text("file") == "two" && names == ["file"])
  }

  @Test("is never seen in part by those who read meanwhile")
  func readers() throws {
    let contents = (0..<10).map { [UInt8](repeating: UInt8(ascii: "0") + UInt8($0), count: 100_000) }
    let path = "\(folder)/file"
    try WholeFile.write(contents[0], to: path)
    DispatchQueue.concurrentPerform(iterations: 2) { part in
      for turn in 0..<50 {
        if part == 0 {
          try? WholeFile.write(contents[turn % 10], to: path)
        } else {
          let seen = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
          #expect(seen.count == 100_000 && Set(seen).count == 1)
        }
      }
    }
  }

  @Test("takes the place of a link or a pipe, and of no folder")
  func others() throws {
    try Data("precious".utf8).write(to: URL(filePath: "\(folder)/target"))
    for name in ["link", "named"] {
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "target")
    }
    try FileManager.default.createDirectory(atPath: "\(folder)/folder", withIntermediateDirectories: true)
    #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
    for name in ["link", "pipe"] {
      try WholeFile.write("new".utf8, to: "\(folder)/\(name)")
      #expect(text(name) == "new" && text("target") == "precious")
    }
    let path = "\(folder)/folder"
    #expect(throws: RecordError(description: "'\(path)' could not be written: Is a directory.")) {
      try WholeFile.write([], to: path)
    }
    // Somebody who has named a link means what it leads to.
    try WholeFile.write("new".utf8, to: "\(folder)/named", followsLink: true)
    #expect(try text("target") == "new" && names == ["folder", "link", "named", "pipe", "target"])
  }
}
