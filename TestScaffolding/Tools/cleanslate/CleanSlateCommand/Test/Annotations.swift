import Foundation
import Records

/// The failures as CI engines show them beside the code.
struct Annotations {
  let results: [TestResult]
  /// Paths are written below this folder, the root of the repository.
  let folder: String
  /// Whether a test that fails now and then is a failed one, because that was to be found out.
  var flakyFails = false

  private struct Note {
    let title: String
    let message: String
    let place: SourcePlace?
    let isFlaky: Bool
  }

  private var notes: [Note] {
    results.filter { !$0.isGood || $0.isFlaky }.flatMap { result in
      let failure = result.earlierFailures.first ?? result
      let reason = failure.reasonOfBreak.map { [TestFailure(message: $0, place: result.test.place)] } ?? []
      let flaky = result.isFlaky ? "Failed in \(result.failureCount) of \(result.runs) runs: " : ""
      return (reason + failure.failures).map {
        Note(
          title: result.test.label, message: flaky + $0.message, place: $0.place ?? result.test.place,
          isFlaky: result.isGood(flakyFails: flakyFails))
      }
    }
  }

  /// Commands of GitHub's log, a line each.
  var github: String {
    notes.map { note in
      var properties: [(String, String)] = []
      if let place = note.place {
        properties += [("file", place.file(below: folder)), ("line", "\(place.line)")]
      }
      properties.append(("title", note.title))
      let list = properties.map { "\($0.0)=\(Self.escaped($0.1, isProperty: true))" }
      return
        "::\(note.isFlaky ? "warning" : "error") \(list.joined(separator: ","))::\(Self.escaped(note.message))\n"
    }.joined()
  }

  /// GitLab's code quality report.
  func gitlab() throws -> String {
    struct Finding: Encodable {
      struct Location: Encodable {
        struct Lines: Encodable { let begin: Int }
        let path: String
        let lines: Lines
      }
      enum CodingKeys: String, CodingKey {
        case description, fingerprint, severity, location
        case checkName = "check_name"
      }
      let description: String
      let checkName: String
      let fingerprint: String
      let severity: String
      let location: Location
    }
    var numbers: [String: Int] = [:]
    let findings = notes.map { note in
      let place = note.place
      // The same failure has the same fingerprint in the next run, wherever its line has moved.
      let number = numbers[note.title, default: 0]
      numbers[note.title] = number + 1
      return Finding(
        description: "\(note.title): \(note.message)", checkName: note.title,
        fingerprint: Fingerprint(of: "\(note.title) \(number)".utf8).text,
        severity: note.isFlaky ? "minor" : "major",
        location: .init(
          path: place?.file(below: folder) ?? "Package.swift", lines: .init(begin: place?.line ?? 1)))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(findings), as: UTF8.self) + "\n"
  }

  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
