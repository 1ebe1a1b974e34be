import CrashModel
import Foundation
import Glibc

/// Somebody's home, full of what a home is full of, and the facts about it that must never change.
struct DecoyHome {
  let path: String

  private static let neighbour = ".local/share/cleanslate/net.example.neighbour"
  private static let containers = [
    "/cleanslate/net.example.crash", "/cleanslate/groups/\(Store.group)",
  ]

  /// Makes the home in a folder of the test.
  init(at path: String) throws {
    self.path = path
    for folder in [
      "Documents/letters", "Documents/closed", ".config", ".ssh", "Pictures/2026", "empty",
      "\(Self.neighbour)/Documents",
    ] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
    for file in [
      "Documents/thesis.txt", "Documents/letters/a.txt", "Documents/closed/b.txt", ".ssh/id", "values.plist",
      "Documents/values.plist", "Pictures/2026/c.raw", "\(Self.neighbour)/Documents/a",
      ".cleanslate-container", "name with\nnew line",
    ] {
      try Data("mine: \(file)".utf8).write(to: URL(filePath: "\(path)/\(file)"))
    }
    try Data().write(to: URL(filePath: "\(path)/nothing"))
    try Self.file(named: [0xFF, 0xFE, 0x2D], in: path)
    for (link, target) in [
      "to-file": "Documents/thesis.txt", "to-folder": "Documents", "to-root": "/", "to-nothing": "nowhere",
      "to-itself": "to-itself",
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\(link)", withDestinationPath: target)
    }
    try call("link", Glibc.link("\(path)/nothing", "\(path)/nothing too"))
    try call("mkfifo", mkfifo("\(path)/pipe", 0o640))
    for (item, mode) in [".ssh": 0o700, ".ssh/id": 0o400, "empty": 0o1777, "Documents/closed": 0o500] {
      try call("chmod", chmod("\(path)/\(item)", mode_t(mode)))
    }
    for item in ["Documents/thesis.txt", "Documents/letters", "Pictures"] {
      var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 7), timeval(tv_sec: 1_000_000_001, tv_usec: 9)]
      try call("utimes", utimes("\(path)/\(item)", &times))
    }
  }

  /// Makes a file whose name need not be text.
  static func file(named name: [UInt8], in folder: String) throws {
    let path = Array(folder.utf8) + [UInt8(ascii: "/")] + name + [0]
    let file = path.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) }
    }
    try call("open", file)
    close(file)
  }

  /// The name, kind, mode, owner, time, and contents or target of everything outside the apps' containers.
  func facts() throws -> [String: String] {
    var facts = ["": try Self.fact(path)]
    try Self.addFacts(of: path, below: "", to: &facts)
    return facts
  }

  /// Throws unless nothing outside the containers differs from what it was.
  func check(against before: [String: String]) throws {
    let now = try facts()
    guard now != before else { return }
    let changes = Set(now.keys).union(before.keys).sorted().filter { now[$0] != before[$0] }.map {
      "\($0): \(before[$0] ?? "(nothing)") became \(now[$0] ?? "(nothing)")"
    }
    throw Flaw("outside the container changed: \(changes.joined(separator: "\n"))")
  }

  private static func addFacts(of folder: String, below prefix: String, to facts: inout [String: String])
    throws
  {
    guard let stream = opendir(folder) else { throw Flaw("opendir \(folder): \(errno)") }
    defer { closedir(stream) }
    while let record = readdir(stream) {
      let name = withUnsafePointer(to: &record.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
          Array(
            UnsafeBufferPointer(
              start: bytes, count: strlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self))))
        }
      }
      // Names that are not text are told apart by their bytes, and looked at no closer.
      guard let text = String(validating: name, as: UTF8.self) else {
        facts["\(prefix)\(name)"] = "odd name"
        continue
      }
      if [".", ".."].contains(text) { continue }
      let path = "\(folder)/\(text)"
      let fact = try Self.fact(path)
      if fact.hasPrefix("folder"), containers.contains(where: path.hasSuffix) { continue }
      facts["\(prefix)\(text)"] = fact
      if fact.hasPrefix("folder") { try addFacts(of: path, below: "\(prefix)\(text)/", to: &facts) }
    }
  }

  private static func fact(_ path: String) throws -> String {
    var status = stat()
    try call("lstat", lstat(path, &status))
    let time = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    let common = "\(String(status.st_mode, radix: 8)) \(status.st_uid) \(time)"
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return "folder \(common)"
    case S_IFREG:
      let contents = try Data(contentsOf: URL(filePath: path)).base64EncodedString()
      return "file \(common) \(contents)"
    case S_IFLNK:
      return "link \(common) \(try FileManager.default.destinationOfSymbolicLink(atPath: path))"
    default: return "other \(common)"
    }
  }
}

/// Throws for a system call that failed.
func call(_ name: String, _ answer: Int32) throws {
  if answer < 0 { throw Flaw("\(name): \(String(cString: strerror(errno)))") }
}
