import Foundation
package import OperatingSystem
import Processes
import Synchronization

/// The folder of one run of tests in the folder of all results: `TestResults/runs/RUN`.
///
/// All processes of one `swift test` write into one: its list has a line for each test, and beside it is a file for each
/// trace that is kept. Runs of the same time have folders of their own.
package struct RunFolder: Sendable {
  /// The list of its tests.
  package static let listName = "tests.jsonl"
  /// What its tests suggest for their sources.
  package static let suggestionsName = "suggestions.jsonl"
  /// What findings of audits its processes have told.
  private static let toldName = "told"
  /// A folder with one of these is a run.
  static let listNames = [listName, suggestionsName]

  package static let resultsVariable = "CLEANSLATE_RESULTS"

  /// The folder of all results: that of `CLEANSLATE_RESULTS`, or `TestResults` below the current directory.
  package static func results(environment: [String: String], currentFolder: String) -> String {
    let chosen = environment[resultsVariable] ?? ""
    if chosen.hasPrefix("/") { return chosen }
    return "\(currentFolder)/\(chosen.isEmpty ? "TestResults" : chosen)"
  }

  /// That of this process, whatever its tests do to the environment and the current directory.
  package static let results = results(
    environment: ProcessInfo.processInfo.environment,
    currentFolder: FileManager.default.currentDirectoryPath)

  package let path: String
  /// How many runs stay beside it; nil leaves all.
  private let most: Int?

  package var name: String { URL(filePath: path).lastPathComponent }
  /// The folder of all runs.
  private var parent: String { URL(filePath: path).deletingLastPathComponent().path }

  package init(path: String, most: Int? = nil) { (self.path, self.most) = (path, most) }

  /// The folder into which a process writes that has started so.
  package init(in results: String, of start: ProcessStart?, most: Int = 20) {
    if let start, start.name == nil {
      self.init(path: start.folder)
    } else {
      self.init(
        path: "\(results)/runs/\(start?.name ?? Self.name(ofRunStartedBy: Self.starter, in: results))",
        most: most)
    }
  }

  private static let starter = ThisProcess.parent

  /// `2026-11-23T01.20.33-4711-9f2c`: when the process that started the run began, its number, and a word for its start. All that
  /// it starts come to the same name, also when the clock is set meanwhile, and nobody else ever does.
  package static func name(ofRunStartedBy process: Int32, in results: String) -> String {
    let mark = mark(ofRunStartedBy: process)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(results)/runs")) ?? []
    if let mark, let name = names.filter({ $0.hasSuffix(mark) }).min() { return name }
    let format = Date.ISO8601FormatStyle(dateTimeSeparator: .standard, timeZone: .gmt)
    let start = (startTime(of: process) ?? Date()).formatted(format)
    return start.filter { $0 != "Z" }.replacing(":", with: ".") + (mark ?? "-\(process)")
  }

  /// The name for one more run that the process begins; those after its first are numbered, as in
  /// `2026-11-23T01.20.33-4711-9f2c.2`.
  package static func newName(ofRunStartedBy process: Int32, in results: String) -> String {
    let name = name(ofRunStartedBy: process, in: results)
    let names = (1...).lazy.map { $0 == 1 ? name : "\(name).\($0)" }
    return names.first { !FileManager.default.fileExists(atPath: "\(results)/runs/\($0)") } ?? name
  }

  /// What the names of the runs of a process have and no others: `-4711-9f2c`.
  private static func mark(ofRunStartedBy process: Int32) -> String? {
    guard let start = (try? OtherProcess(process))?.start else { return nil }
    var word = Fingerprint()
    // Another container, and the machine after it has started anew, may count the same.
    word.add(word: (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? "")
    word.add(word: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? "")
    word.add(word: "\(start)")
    return "-\(process)-\(word.text.suffix(6))"
  }

  private static func startTime(of process: Int32) -> Date? {
    guard let ticks = (try? OtherProcess(process))?.start,
      let system = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
      let boot = system.firstMatch(of: /btime (\d+)/).flatMap({ Double($0.1) })
    else { return nil }
    return Date(timeIntervalSince1970: (boot + Double(ticks) / 100).rounded(.down))
  }

  package func add(_ suggestion: Suggestion) throws {
    let json = try JSONEncoder().encode(suggestion)
    try add(TraceLine.bytes("suggestion", Array(json)), to: Self.suggestionsName)
  }

  /// Notes that something is told, and returns whether no process of the run has told it before.
  package func tell(_ words: [String]) throws -> Bool {
    var name = Fingerprint()
    for word in words { name.add(word: word) }
    let line = Array(name.text.utf8)
    let file = try locked(Self.toldName)
    let told = try Descriptor.contents(ofFile: "\(path)/\(Self.toldName)")
    guard !told.split(separator: UInt8(ascii: "\n")).contains(line[...]) else { return false }
    try append(line + [UInt8(ascii: "\n")], to: file, Self.toldName)
    return true
  }

  /// A list that nobody else adds to, as long as this is open.
  private func locked(_ name: String) throws -> Descriptor {
    let file: Descriptor
    do {
      file = try Descriptor.open("\(path)/\(name)", .appending)
    } catch {
      try make()
      file = try Descriptor.open("\(path)/\(name)", .appending)
    }
    try file.lock()
    return file
  }

  /// Adds a line to a list, in one piece, as other processes add to it, too. One that somebody could not write whole is
  /// ended first, so that it takes none along.
  package func add(_ line: [UInt8], to name: String = listName) throws {
    // Nobody sees the line of another one half written.
    try append(line, to: locked(name), name)
  }

  private func append(_ line: [UInt8], to file: Descriptor, _ name: String) throws {
    let list = "\(path)/\(name)"
    let isEnded = try file.status().size == 0 || Self.lastByte(of: list) == UInt8(ascii: "\n")
    let bytes = isEnded ? line : [UInt8(ascii: "\n")] + line
    guard try file.writeNow(bytes) == bytes.count else {
      throw RecordError(description: "\(list) could not be written: it is full.")
    }
  }

  private static func lastByte(of path: String) throws -> UInt8? {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    try file.seek(toOffset: max(1, file.seekToEnd()) - 1)
    return try file.read(upToCount: 1)?.first
  }

  /// Writes a file whole or not at all.
  package func write(_ bytes: [UInt8], to name: String) throws {
    try make()
    try WholeFile.write(bytes, to: "\(path)/\(name)", mode: 0o600)
  }

  private func make() throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw RecordError(description: "\(path) could not be made: \(error.systemReason)")
    }
    removeOldRuns()
  }

  /// Removes the oldest runs. A run whose tests may still be under way stays, and so does a folder that is no run.
  private func removeOldRuns() {
    guard let most else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    let runs = names.filter { $0 != name }.compactMap { name -> (path: String, date: Date)? in
      let path = "\(parent)/\(name)"
      guard let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType,
        kind == .typeDirectory,
        let date = Self.listNames.compactMap({ Self.date(of: "\(path)/\($0)") }).max(),
        !Self.isUnderWay(name)
      else { return nil }
      return (path, date)
    }
    for run in runs.sorted(by: { $0.date > $1.date }).dropFirst(max(0, most - 1)) {
      guard let folder = try? Descriptor.folder(atPath: run.path), (try? folder.lockAtOnce()) == true else {
        continue
      }
      try? FileManager.default.removeItem(atPath: run.path)
    }
  }

  /// As long as this is open, nobody takes the run for an old one, not even in a container that does not see its processes.
  package func held() -> Descriptor? {
    guard let folder = try? Descriptor.folder(atPath: path), (try? folder.lockAtOnce(shared: true)) == true
    else { return nil }
    return folder
  }

  private static let holds = Mutex<[String: Descriptor]>([:])

  /// Holds it until this process ends.
  package func hold() { Self.holds.withLock { $0[path] = $0[path] ?? held() } }

  private static func isUnderWay(_ name: String) -> Bool {
    let words = name.split(separator: "-")
    guard words.count > 1, let process = Int32(words[words.count - 2]),
      let mark = mark(ofRunStartedBy: process)
    else { return false }
    // The second run of one process ends in ".2".
    return "\(name).".contains("\(mark).")
  }
}

/// Why a record cannot be written or read.
package struct RecordError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension Error {
  /// What went wrong with a file: in the words of the system, where Foundation has none.
  package var systemReason: String {
    let error = ((self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? self) as NSError
    return error.domain == NSPOSIXErrorDomain
      ? SystemError.text(of: Int32(error.code)) : error.localizedDescription
  }
}
