import Foundation
import TestSupport
import Testing

@testable import Records

@Suite("A program and the sources that it is made of")
struct BuiltProgramTests {
  private let home: TemporaryHome
  private let source: String
  private let folder: String

  init() throws {
    home = try TemporaryHome()
    folder = home.path(.home)
    source = "\(folder)/A.swift"
    for module in ["Other", "Tests"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(module).build", withIntermediateDirectories: true)
    }
    let outputs = ["dependencies": "\(folder)/Tests.build/A.d", "object": "\(folder)/Tests.build/A.swift.o"]
    let other = outputs.mapValues { $0.replacing("Tests.build", with: "Other.build") }
    try JSONEncoder().encode(["": ["swift-dependencies": "x"], source: outputs])
      .write(to: URL(filePath: "\(folder)/Tests.build/output-file-map.json"))
    try JSONEncoder().encode(["/other/A.swift": other])
      .write(to: URL(filePath: "\(folder)/Other.build/output-file-map.json"))
    try touch("A.swift", 1)
    try touch("Other.build/A.d", 9)
    try touch("Other.build/A.swift.o", 2)
    try touch("Tests.build/A.d", 2)
    try touch("Tests.build/A.swift.o", 3)
    try touch("Tests.xctest", 4)
  }

  private func touch(_ name: String, _ time: Double) throws {
    let path = "\(home.path(.home))/\(name)"
    if !FileManager.default.fileExists(atPath: path) { try Data("a".utf8).write(to: URL(filePath: path)) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 2_000_000_000 + time)], ofItemAtPath: path)
  }

  private var isEdited: Bool { isEdited(sinceBuildAt: nil) }

  private func isEdited(sinceBuildAt time: Double?) -> Bool {
    let program = BuiltProgram(
      "\(folder)/Tests.xctest", in: folder, buildBegan: time.map { 2_000_000_000 + $0 })
    return Suggestion.fingerprint(ofBuiltSource: source, in: program)
      != Suggestion.fingerprint(ofSource: source)
  }

  @Test("is made of what was compiled last, also where that has changed no object and so links nothing")
  func comment() throws {
    #expect(!isEdited)
    try touch("A.swift", 5)
    #expect(isEdited, "it is not compiled yet")
    try touch("Tests.build/A.d", 6)
    #expect(!isEdited)
  }

  @Test("is not sure to be made of what was edited while it was built")
  func whileBuilt() throws {
    try touch("A.swift", 1.5)
    #expect(!isEdited, "nobody knows when that began")
    #expect(isEdited(sinceBuildAt: 1.4) && !isEdited(sinceBuildAt: 1.6))
  }

  @Test("is not made of what was compiled and not linked, nor of what was edited before it was linked")
  func unlinked() throws {
    try touch("A.swift", 5)
    try touch("Tests.build/A.d", 6)
    try touch("Tests.build/A.swift.o", 7)
    #expect(isEdited)
    try touch("Tests.xctest", 8)
    #expect(!isEdited)
    try touch("A.swift", 7.5)
    #expect(isEdited)
  }

  @Test("counts by itself where nobody knows what was compiled")
  func unknown() throws {
    try FileManager.default.removeItem(atPath: home.path(.home) + "/Tests.build/A.d")
    #expect(!isEdited)
    try touch("A.swift", 5)
    #expect(isEdited)
    let program = BuiltProgram("\(folder)/Tests.xctest", in: folder)
    #expect(Suggestion.fingerprint(ofBuiltSource: source + "x", in: program) == "edited")
  }
}
