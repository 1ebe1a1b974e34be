/// Writes what was checked, for people.
package enum Report {
  /// Returns the table of all executables and, below it, what was found.
  package static func text(of inspections: [Inspection], findingLimit: Int = 8) -> String {
    let head = ["Executable", "Size", "Scaffolding", "Targets", "Symbols", "Strings", "Starts", "Verdict"]
    let rows = inspections.map { inspection -> [String] in
      let extent = inspection.extent
      return [
        inspection.name, kilobytes(extent.size), inspection.usesScaffolding ? "in debug only" : "never",
        "\(extent.targets)", "\(extent.symbols)", "\(extent.strings)", "\(extent.starts)",
        inspection.findings.isEmpty ? "clean" : "NOT CLEAN",
      ]
    }
    let blocks = inspections.filter { !$0.findings.isEmpty }.map { block(of: $0, limit: findingLimit) }
    return ([table(head, rows)] + blocks).joined(separator: "\n\n") + "\n"
  }

  /// Returns lines whose columns stand below one another.
  static func table(_ head: [String], _ rows: [[String]]) -> String {
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        .trimmingSuffix(while: { $0 == " " })
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

extension String {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
    String(self[..<(lastIndex { !isDropped($0) }.map(index(after:)) ?? startIndex)])
  }
}
