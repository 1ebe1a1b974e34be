/// The lines of a trace's file, beside steps and failures: JSON, each with its kind. docs/report.md describes them.
package enum TraceLine {
  /// The first line.
  package struct Head: Codable {
    var version = TestRecord.version
    package let test: TestIdentity
    /// Seconds since 1970.
    package let date: Double

    package init(test: TestIdentity, date: Double) { (self.test, self.date) = (test, date) }
  }

  /// The last line, without which a file is cut off.
  package struct End: Codable {
    package let test: TestSummary

    package init(test: TestSummary) { self.test = test }
  }

  package struct Screen: Codable {
    /// Nil in what several traces have in common.
    package var number: Int?
    let columns: Int
    let rows: [[Span]]
    let text: String
    package let tree: String

    package init(columns: Int, rows: [[Span]], text: String, tree: String) {
      (self.columns, self.rows, self.text, self.tree) = (columns, rows, text, tree)
    }
  }

  /// Neighbouring cells of one look: `c` is the column, `n` the number of columns, `t` the text, `s` the look.
  package struct Span: Codable {
    let c: Int
    let n: Int
    let t: String
    let s: String?

    package init(c: Int, n: Int, t: String, s: String?) { (self.c, self.n, self.t, self.s) = (c, n, t, s) }
  }

  /// Some lines of a file that steps or failures name.
  package struct Source: Encodable {
    let file: String
    let first: Int
    let lines: [String]

    package init(file: String, first: Int, lines: [String]) {
      (self.file, self.first, self.lines) = (file, first, lines)
    }
  }

  /// Something that happened in the app.
  package struct Event: Codable {
    package let at: Int
    package let what: String
    package let text: String

    package init(at: Int, what: String, text: String) { (self.at, self.what, self.text) = (at, what, text) }
  }

  /// Puts the kind into a record in JSON, and ends the line.
  package static func bytes(_ kind: String, _ json: [UInt8]) -> [UInt8] {
    Array("{\"kind\":\"\(kind)\",".utf8) + json.dropFirst() + [UInt8(ascii: "\n")]
  }
}
