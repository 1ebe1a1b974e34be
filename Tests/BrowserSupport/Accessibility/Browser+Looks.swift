import TestSupport

extension Browser {
  /// Shows the page on each device and in each scheme of colours, lets the body open one part of it after the other, and says
  /// what is against the rules of accessibility, or too wide, and where. The long form keeps pictures, and so does one with
  /// findings: NAME-PART-DEVICE-SCHEME.
  package func findingsInAllLooks<Part: CustomStringConvertible>(
    of name: String, parts: [Part], open: (Part) async throws -> Void
  ) async throws -> [String] {
    let isLong = try Effort().isLong
    var found: [String] = []
    for (device, size) in [("desk", WindowSize.desktop), ("telephone", .phone)] {
      try await resize(to: size)
      // What fits depends on the device and what contrasts on the colours: the short form has each of both once.
      for scheme in isLong ? ColourScheme.allCases : [device == "desk" ? .light : .dark] {
        try await prefer(scheme)
        for part in parts {
          try await open(part)
          let look = "\(part)-\(device)-\(scheme)"
          var problems = try await accessibilityFindings().map { "\(look): \($0)" }
          let overflow = try await horizontalOverflow()
          if overflow > 0 { problems.append("\(look): \(overflow) pixels wider than its window") }
          if isLong || !problems.isEmpty { try await saveScreenshot("\(name)-\(look)") }
          found += problems
        }
      }
    }
    return found
  }
}
