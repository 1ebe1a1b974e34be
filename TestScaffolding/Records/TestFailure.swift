/// What was wrong with a test.
package struct TestFailure: Codable, Equatable, Sendable {
  package var message: String
  package var file: String?
  package var line: Int?
  /// Nanoseconds since the test began, and the step after which it happened, where that is known.
  package var at: Int?
  package var step: Int?

  package init(
    message: String, file: String? = nil, line: Int? = nil, at: Int? = nil, step: Int? = nil
  ) {
    (self.message, self.file, self.line, self.at, self.step) = (message, file, line, at, step)
  }

  /// What an assertion of XCTest says. XCTest joins it to the test's own words by a dash, even where there are none.
  package static func message(ofXCTest text: String) -> String {
    text.hasSuffix(" - ") ? String(text.dropLast(3)) : text
  }

  package init(message: String, place: SourcePlace?) {
    self.init(message: message, file: place?.file, line: place?.line)
  }

  package var place: SourcePlace? { SourcePlace(file: file, line: line) }

  /// The message after its place, which is named below the folder.
  package func text(below folder: String) -> String {
    (place.map { "\($0.file(below: folder)):\($0.line): " } ?? "") + message
  }

  /// How the line of a message begins that says where the evidence is.
  package static let evidence = "Evidence: "

  /// The folder of its evidence, if it has one.
  package var evidence: String? {
    message.split(separator: "\n").first { $0.hasPrefix(Self.evidence) }
      .map { String($0.dropFirst(Self.evidence.count)) }
  }
}

/// A line of a file.
package struct SourcePlace: Codable, Equatable, Sendable {
  /// The full path.
  package let file: String
  package let line: Int

  package init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  package init?(file: String?, line: Int?) {
    guard let file, let line else { return nil }
    self.init(file: file, line: line)
  }

  /// `BasketTests.swift:7`.
  package var short: String { "\(file.split(separator: "/").last ?? ""):\(line)" }

  /// The path below a folder, if it is there.
  package func file(below folder: String) -> String {
    file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : file
  }
}
