#if DEBUG
import AppData
import ControlProtocol
import OperatingSystem

/// What is known of a named state: the file that makes a folder of data a state.
///
/// It is written last and replaced in one step, so a state is there whole or not at all.
struct StateManifest: Codable, Equatable, Sendable {
  /// One part of the data. Its folder, or for a registered part its file, has the part's name.
  struct Part: Codable, Equatable, Sendable {
    var name: String
    /// How many things it holds.
    var count: Int
    /// How many files are in its folder; nil for a registered part, which is one file.
    var files: Int?
  }

  /// The version of this form.
  var format = Self.currentFormat
  var name: String
  var app: String
  var appVersion: String
  var build: String
  /// The version of the form in which the app keeps its data.
  var dataFormat = Marker.format
  var madeBy: String?
  /// The name of the folder with the data, which no other state ever has.
  var folder: String
  var parts: [Part]
  var leftOut: [String]

  static let currentFormat = 1
  static let fileEnding = ".json"

  /// Throws unless an app can use the state.
  func check(for app: String, _ build: String) throws(StateError) {
    guard self.app == app else { throw .ofAnotherApp(name, app: self.app, expected: app) }
    guard isUsable(by: build) else { throw .ofAnotherBuild(name) }
  }

  func isUsable(by build: String) -> Bool {
    (self.build, format, dataFormat) == (build, Self.currentFormat, Marker.format)
  }

  var counts: [ResetReceipt.Cleared] {
    parts.filter { $0.count > 0 }.map { ResetReceipt.Cleared(part: $0.name, count: $0.count) }
  }

  func record(for build: String) -> StateRecord {
    StateRecord(
      name: name, id: folder, appVersion: appVersion, isOfThisBuild: isUsable(by: build), madeBy: madeBy,
      parts: counts, leftOut: leftOut)
  }
}

/// A name that was checked to be one of a state.
struct StateName: Equatable, Sendable {
  let text: String

  static let longest = 100

  init(_ text: String) throws(StateError) {
    func refusal(_ reason: String) -> StateError { .invalidName(text, reason: reason) }
    if text.utf8.isEmpty { throw refusal("it is empty") }
    if text.utf8.count > Self.longest {
      throw refusal("it has \(text.utf8.count) bytes, more than \(Self.longest)")
    }
    // By bytes, because a Character may join "/" with a mark that follows it.
    if text.utf8.contains(UInt8(ascii: "/")) { throw refusal("\"/\" may not be in it") }
    if text.utf8.first == UInt8(ascii: ".") { throw refusal("it begins with \".\"") }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw refusal("a control character is in it")
    }
    if text.first == " " || text.last == " " { throw refusal("a space is at its end") }
    self.text = text
  }

  var file: FileName { FileName(text + StateManifest.fileEnding) }
}
#endif
