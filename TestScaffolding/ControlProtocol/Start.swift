#if DEBUG
package import FeatureFlags
package import Foundation
import OperatingSystem

/// With what an app starts, as far as its command line tells the scaffolding: ``words()`` writes what the initializer reads.
///
/// The driver changes fields; the app reads the words, once for each start. Words that mean nothing to the scaffolding are
/// the app's own.
package struct Start: Sendable, Equatable {
  /// Values for flags, by their kind and name.
  package var flags: [FlagArgument: [String: FlagLiteral]] = [:]
  /// Whether the app erases what it keeps.
  package var erasesData = false
  /// The ways to a reset that are listed; nil without a list.
  package var ways: [ResetWay]?
  package var gesture = ResetGesture.standard
  /// Where the app's clock stands; nil if it runs.
  package var clock: Date?
  package var network = NetworkChoice()
  package var socket: String?
  /// The port to serve on, or 0 for one that is free.
  package var port: UInt16?
  package var opensBrowser = false
  package var isHeadless = false
  /// Where the driver that starts the app keeps named states; nil for an app that somebody else starts.
  package var statesFolder: String?

  package init() {}

  /// Reads the options, each as `--name value` or `--name=value`, and the flags. Throws if something is wrong with them.
  package init(_ words: [String]) throws {
    for kind in FlagArgument.allCases {
      let values = try kind.values(in: words)
      if !values.isEmpty { flags[kind] = values }
    }
    let given = try Given(words)
    erasesData = given.contains(.resetData)
    ways = try given.value(of: .resetOn).map(Self.ways)
    if let text = given.value(of: .resetGesture) { gesture = try Self.gesture(text, among: ways) }
    clock = try given.value(of: .pauseClockAt).map(Self.time)
    network = try NetworkChoice(given.values(of: .network))
    socket = given.value(of: .socket)
    port = try given.value(of: .port).map(Self.port)
    opensBrowser = given.contains(.openBrowser)
    isHeadless = given.contains(.headless)
    statesFolder = try given.value(of: .driven).map(Self.folder)
  }

  /// The words for a command line. Throws if an answer of the network cannot be written.
  package func words() throws -> [String] {
    let flags = FlagArgument.allCases.compactMap { kind in
      self.flags[kind].flatMap { $0.isEmpty ? nil : kind.argument($0) }
    }
    return try flags + ControlOption.allCases.flatMap { option in try words(of: option) }
  }

  private func words(of option: ControlOption) throws -> [String] {
    func value(_ text: String?) -> [String] { text.map { [option.name, $0] } ?? [] }
    func mark(_ isSet: Bool) -> [String] { isSet ? [option.name] : [] }
    return switch option {
    case .resetData: mark(erasesData)
    case .resetOn: value(ways?.map(\.rawValue).joined(separator: ","))
    case .resetGesture: value(gesture == .standard ? nil : gesture.description)
    case .pauseClockAt: value(clock.map(ClockTime.text))
    case .network: try network.values().flatMap(value)
    case .socket: value(socket)
    case .port: value(port?.description)
    case .openBrowser: mark(opensBrowser)
    case .headless: mark(isHeadless)
    case .driven: value(statesFolder)
    }
  }

  // MARK: - Values

  private static func ways(_ text: String) throws(ScaffoldingError) -> [ResetWay] {
    func wrong(_ problem: String) -> ScaffoldingError {
      let all = ResetWay.optional.map(\.rawValue).joined(separator: ", ")
      return ScaffoldingError("\(ControlOption.resetOn) takes a list of \(all), but \(problem).")
    }
    var ways: [ResetWay] = []
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let way = ResetWay.optional.first(where: { $0.rawValue == entry }) else {
        throw wrong("has '\(entry)', which is not one of them")
      }
      guard !ways.contains(way) else { throw wrong("has '\(entry)' more than once") }
      ways.append(way)
    }
    return ways
  }

  private static func gesture(
    _ text: String, among ways: [ResetWay]?
  ) throws(ScaffoldingError) -> ResetGesture {
    guard ways?.contains(.gesture) == true else {
      throw ScaffoldingError("\(ControlOption.resetGesture) needs \(ControlOption.resetOn) gesture.")
    }
    do {
      return try ResetGesture(text)
    } catch {
      throw ScaffoldingError("\(ControlOption.resetGesture): \(error)")
    }
  }

  private static func time(_ text: String) throws(ScaffoldingError) -> Date {
    guard let date = ClockTime.date(text) else {
      throw ScaffoldingError(
        "\(ControlOption.pauseClockAt) takes a time with its zone, as in \(ClockTime.example); it has '\(text)'."
      )
    }
    return date
  }

  private static func port(_ text: String) throws(ScaffoldingError) -> UInt16 {
    guard let port = UInt16(text) else {
      throw ScaffoldingError(
        "\(ControlOption.port) takes a number from 0 to 65535, where 0 is the port of the last time or a free one; it has '\(text)'."
      )
    }
    return port
  }

  private static func folder(_ text: String) throws(ScaffoldingError) -> String {
    let steps = text.split(separator: "/")
    guard text.hasPrefix("/"), steps.count > 1, !steps.contains("..") else {
      throw ScaffoldingError(
        "\(ControlOption.driven) takes the full path of a folder below another one, such as /tmp/states, without \"..\" in "
          + "it; it has '\(text)'.")
    }
    return text
  }
}

/// The options among the words, with the values that stand there.
private struct Given {
  private var values: [ControlOption: [String?]] = [:]

  init(_ words: [String]) throws(ScaffoldingError) {
    let known = CommandWord.all(in: words) { name in Self.options[name].map { ($0, $0.valueName != nil) } }
    for word in known {
      guard let option = word.option else { continue }
      if word.value == nil, let name = option.valueName {
        throw ScaffoldingError("\(option) needs a value: \(option) \(name).")
      }
      values[option, default: []].append(word.value)
    }
  }

  func contains(_ option: ControlOption) -> Bool { values[option] != nil }
  func value(of option: ControlOption) -> String? { values[option]?.first.flatMap(\.self) }
  func values(of option: ControlOption) -> [String] { values[option, default: []].compactMap(\.self) }

  private static let options = Dictionary(uniqueKeysWithValues: ControlOption.allCases.map { ($0.name, $0) })
}

/// Why the scaffolding cannot do what the command line asks for.
public struct ScaffoldingError: Error, Equatable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) { self.description = description }
}
#endif
