import Foundation
import Records

/// What is there of the run of tests that ended last, or is under way.
struct LatestRun {
  /// What its tests have left; nil if none of them had an app.
  let folder: RunFolder?
  /// What `cleanslate test` knows of it; nil if something else has run it, or it is not over.
  let record: RunRecord?

  var name: String { folder?.name ?? record?.run ?? "" }

  /// - Parameter results: The folder of all results, or that of a run; nil is returned if there is no run in it.
  init?(in results: String) {
    let latest = RunFolder.latest(in: results)
    // The folder of a run is below that of all results.
    for place in [results, results + "/../.."] {
      guard let record = try? RunRecord.read(in: place), let name = record.run else { continue }
      if name == latest?.name {
        (folder, self.record) = (latest, record)
        return
      }
      // A run whose tests had no app has no folder, and that of an earlier one is not its own.
      guard place == results, let end = RunFolder.date(of: "\(place)/\(RunRecord.fileName)"),
        latest.map({ end > $0.date }) ?? true
      else { continue }
      let path = "\(results)/runs/\(name)"
      folder = FileManager.default.fileExists(atPath: path) ? RunFolder(path: path) : nil
      self.record = record
      return
    }
    guard let latest else { return nil }
    (folder, record) = (latest, nil)
  }

  static func none(in results: String) -> RecordError {
    RecordError(description: "There is no run of tests in '\(results)'. \(advice)")
  }

  static let advice =
    "Traces are written by tests that fail, and by all with CLEANSLATE_TRACE=on, unless CLEANSLATE_TRACE is off."
}
