import Foundation
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

/// What leads to a source, and what may be done with it.
extension AcceptCommandTests {
  @Test("leaves a read-only file, and one that is no source of the package, as it is")
  func untouchable() throws {
    let (text, other) = ("a.assertTree(\"\")", home.path(.home) + "/Other.swift")
    for path in [file, other, "\(folder)/Tests/notes.txt"] {
      try write(text, to: path)
      try suggest("a", for: "", in: path)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/Tests/Link.swift", withDestinationPath: other)
    try suggest("a", for: "", in: "\(folder)/Tests/Link.swift")
    try suggest("a", for: "", in: "\(folder)/Tests/Gone.swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    let outcome = accept()
    #expect(outcome.status == 1)
    for line in [
      "'\(file)' is read-only. Make it writable: chmod u+w",
      "'\(other)' is no source of the package in '\(folder)'.",
      "notes.txt' is no source of the package", "Gone.swift' cannot be read.",
    ] { #expect(outcome.complaints.contains(line), "\(outcome.complaints)") }
    for path in [file, other, "\(folder)/Tests/notes.txt"] { #expect(try read(path) == text) }
  }

  @Test("keeps the rights of a file, and a link to it")
  func link() throws {
    let real = "\(folder)/Real.swift"
    try write("a.assertTree(\"\")", to: real)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "../Real.swift")
    try suggest("a", for: "")
    #expect(accept().status == 0)
    #expect(try read(real).contains("  a\n"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "../Real.swift")
    let attributes = try FileManager.default.attributesOfItem(atPath: real)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o755)
  }

  @Test("leaves a file with a second name, which would keep the old text")
  func hardLink() throws {
    try write("a.assertTree(\"\")")
    try FileManager.default.linkItem(atPath: file, toPath: "\(folder)/Second.swift")
    try suggest("a", for: "")
    let outcome = accept()
    #expect(outcome.status == 1)
    #expect(outcome.complaints.contains("'\(file)' has another name by a hard link"), "\(outcome)")
    #expect(try read() == "a.assertTree(\"\")")
  }

  /// A source of two targets that links lead to.
  private func share(_ text: String) throws -> (real: String, links: [String]) {
    let real = "\(folder)/Shared.swift"
    try write(text, to: real)
    let links = try ["A", "B"].map { target in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/Tests/\(target)", withIntermediateDirectories: true)
      let link = "\(folder)/Tests/\(target)/Shared.swift"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
      return link
    }
    return (real, links)
  }

  @Test("takes once what targets agree on that share a source by links")
  func shared() throws {
    let (real, links) = try share("a.assertTree(\"\")\nb.assertTree(\"\")\n")
    for link in links {
      try suggest("a", for: "", in: link)
      try suggest("b", for: "", line: 2, in: link)
    }
    let patch = accept("--patch").output
    #expect(patch.split(separator: "diff --git").count == 1, "\(patch)")
    let outcome = accept()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.output == "Shared.swift:1\nShared.swift:2\nAccepted 2 snapshots of the run one, in 1 file.\n")
    #expect(
      try read(real)
        == "a.assertTree(\n  \"\"\"\n  a\n  \"\"\")\nb.assertTree(\n  \"\"\"\n  b\n  \"\"\")\n")
    #expect(accept().output == "The run one suggests nothing.\n")
  }

  @Test("takes nothing that targets disagree on, though they share a source by links", arguments: ["b", "x"])
  func sharedTwice(other: String) throws {
    let (real, links) = try share("a.assertTree(\"x\")\n")
    for (new, link) in zip(["a", other], links) { try suggest(new, for: "x", in: link) }
    let outcome = accept()
    #expect(outcome.status == 1 && outcome.complaints.contains("was shown different things"), "\(outcome)")
    #expect(try read(real) == "a.assertTree(\"x\")\n")
  }
}
