import Foundation

/// With what a process of tests starts: the folder that `CLEANSLATE_RUN` names, and what its `start.json` says.
///
/// `cleanslate test` makes such a folder for each process, with pipes for what the tests report. A folder without this file is
/// that of a run itself, for those who start several processes for one.
package struct ProcessStart: Codable, Equatable, Sendable {
  package static let variable = "CLEANSLATE_RUN"
  private static let fileName = "start.json"

  /// The name of the run's folder in that of all results; nil if the folder is that of the run itself.
  package var name: String?
  /// How often an `AppTestCase` runs each test, unless it fails before.
  package var repetitions = 1
  /// The socket at which a test that has failed waits with its app.
  package var pauses: String?
  /// Whether each text of a test that is not what the app shows has a suggestion; nil if only the empty ones have.
  package var updatesSnapshots: Bool?
  /// When the tests began to be built, in seconds since 1970; nil if nobody knows.
  package var buildBegan: Double?
  package private(set) var folder = ""

  private enum CodingKeys: String, CodingKey { case name, repetitions, pauses, updatesSnapshots, buildBegan }

  package init(
    name: String?, pauses: String? = nil, updatesSnapshots: Bool? = nil, buildBegan: Double? = nil
  ) {
    (self.name, self.pauses) = (name, pauses)
    (self.updatesSnapshots, self.buildBegan) = (updatesSnapshots, buildBegan)
  }

  /// Where the driver tells of each test that had an app, if somebody asks.
  package var leases: String? { name == nil ? nil : "\(folder)/leases" }

  /// Writes the file into a folder for a process.
  package func write(in folder: String) throws {
    try WholeFile.write(try JSONEncoder().encode(self), to: "\(folder)/\(Self.fileName)")
  }

  /// Reads what is said of a process with this environment; nil if that is nothing.
  package static func read(_ environment: [String: String]) throws(RecordError) -> ProcessStart? {
    guard let named = environment[variable], !named.isEmpty else { return nil }
    let folder = URL(filePath: named).path
    let file = "\(folder)/\(fileName)"
    var start = ProcessStart(name: nil)
    if FileManager.default.fileExists(atPath: file) {
      do {
        start = try JSONDecoder().decode(Self.self, from: try Data(contentsOf: URL(filePath: file)))
      } catch {
        throw RecordError(description: "'\(file)' says nothing of the run: \(error)")
      }
    }
    start.folder = folder
    return start
  }

  /// That of this process; nil also if it cannot be read, which fails its tests when they begin.
  package static let ofThisProcess = try? read(ProcessInfo.processInfo.environment)
}
