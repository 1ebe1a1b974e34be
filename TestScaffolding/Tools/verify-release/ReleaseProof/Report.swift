/// A reason why an executable must not ship.
struct Finding: Sendable, Equatable {
  /// What kind of thing was found.
  enum Kind: String, Sendable, CaseIterable {
    case edge, source, library, symbol, string, behaviour, unreadable
  }

  let kind: Kind
  /// The forbidden edge, symbol, string or output.
  let what: String
  /// Where it was found: a section, a symbol table, the manifest.
  let place: String
  /// The source file that it comes from, if known.
  let source: String?

  init(_ kind: Kind, _ what: String, in place: String, from source: String? = nil) {
    (self.kind, self.what, self.place, self.source) = (kind, what, place, source)
  }
}

/// Formats the results for people.
enum Report {
  /// Returns a table of all executables, and below it the findings.
  static func text(of inspections: [Inspection], findingLimit: Int = 8) -> String {
    let head = ["Executable", "Size", "Scaffolding", "Targets", "Symbols", "Strings", "Starts", "Verdict"]
    let rows = inspections.map { inspection -> [String] in
      [
        inspection.name, kilobytes(inspection.size),
        inspection.usesScaffolding ? "in debug only" : "never", "\(inspection.targets)",
        "\(inspection.symbols)", "\(inspection.strings)", "\(inspection.starts)",
        inspection.findings.isEmpty ? "clean" : "NOT CLEAN",
      ]
    }
    let blocks = inspections.filter { !$0.findings.isEmpty }.map { block(of: $0, limit: findingLimit) }
    return ([table(head, rows)] + blocks).joined(separator: "\n\n") + "\n"
  }

  /// Returns lines with aligned columns.
  static func table(_ head: [String], _ rows: [[String]]) -> String {
    // The last column needs no padding.
    let widths = head.indices.dropLast().map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { row in
      zip(row, widths + [0]).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
        .joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func block(of inspection: Inspection, limit: Int) -> String {
    let lines = Finding.Kind.allCases.flatMap { kind -> [String] in
      let findings = inspection.findings.filter { $0.kind == kind }
      let rest = findings.count - limit
      return findings.prefix(limit).map { "  " + line(of: $0) }
        + (rest > 0 ? ["  \(kind.rawValue): \(rest) more"] : [])
    }
    let hasResources = inspection.findings.contains { $0.place.contains(".resources/") }
    return (["\(inspection.name) must not ship:"] + lines + (hasResources ? [resourceHint] : []))
      .joined(separator: "\n")
  }

  private static let resourceHint =
    "  Resources stay from build to build: 'swift package clean' removes those that the package has no more."

  private static func line(of finding: Finding) -> String {
    let source = finding.source.map { ", from \($0)" } ?? ""
    return "\(finding.kind.rawValue): \(finding.what), in \(finding.place)\(source)"
  }

  private static func kilobytes(_ size: Int) -> String { "\((size + 1023) / 1024) KiB" }
}
