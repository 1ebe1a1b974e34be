#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import FeatureFlags
import Foundation
import LocalHTTP
import OperatingSystem

/// The scaffolding's options on one command line, parsed for each start.
struct ScaffoldingLaunch {
  /// The values for the ephemeral layer of flags, from `EPHEMERAL_{…}`.
  let ephemeralFlags: [String: FlagLiteral]
  /// The situations that `AUTOMATION_{…}` asks for.
  let situations: [Situation]
  /// The ways that `--reset-on` lists; nil without the option.
  let listedWays: [ResetWay]?
  let gesture: ResetGesture
  /// Where the app's clock stands from the start; nil if it runs.
  let clockPause: Date?
  /// The folder for named states, from the driver that has started the app; nil for the usual one of an app that others have
  /// started.
  let statesFolder: String?
  /// How requests are answered from the start; nil if nobody says so.
  let networkAnswers: [PlannedAnswer]?
  /// Whether the app may ask other machines than this one although it serves tests.
  let allowsNetwork: Bool
  /// Whether what servers answer is kept.
  let recordsNetwork: Bool
  let socket: String?
  let port: UInt16?
  let opensBrowser: Bool
  let isHeadless: Bool
  let erasesData: Bool

  /// Parses the options, for an app that has these situations. Throws if something is wrong with them.
  init(
    _ launch: LaunchConfiguration, situations known: @autoclosure () -> [Situation],
    recording: RecordedAnswers = RecordedAnswers()
  ) throws {
    ephemeralFlags = try FlagArgument.ephemeral.values(in: launch.arguments)
    let automation = try FlagArgument.automation.values(in: launch.arguments)
    situations = automation.isEmpty ? [] : try Self.situations(for: automation, among: known())
    let words = ControlWords(launch.arguments)
    listedWays = try Self.ways(words.value(of: .resetOn))
    gesture = try Self.gesture(
      words.value(of: .resetGesture), isListed: listedWays?.contains(.gesture) == true)
    clockPause = try Self.time(words.value(of: .pauseClockAt))
    statesFolder = try Self.folder(.driven, words.value(of: .driven))
    let network = NetworkChoice(words)
    networkAnswers = network.answers ? try Self.answers(network, from: recording) : nil
    (allowsNetwork, recordsNetwork) = (network.allows, network.records)
    socket = words.value(of: .socket)
    port = try Self.port(words.value(of: .port))
    opensBrowser = words.contains(.openBrowser)
    isHeadless = words.contains(.headless)
    erasesData = words.contains(.resetData)
  }

  /// Whether this way to a reset is open. The control socket always is; HTTP also is if there is no list.
  func opens(_ way: ResetWay) -> Bool {
    switch way {
    case .controlSocket: true
    case .http: listedWays?.contains(.http) ?? true
    case .button, .gesture, .beep: listedWays?.contains(way) ?? false
    }
  }

  /// Whether somebody else can control the app.
  var serves: Bool { socket != nil || port != nil }

  /// Whether a driver has started the app, from which it inherits what ``DrivenDescriptor`` lists.
  var isDriven: Bool { statesFolder != nil }

  /// Whether the address of the workbench stays the same from start to start. What a test starts has its own for each
  /// process.
  var keepsAddress: Bool { port != nil && socket == nil && !isDriven }

  /// Throws if the options cannot be followed at the first start of the process. Later starts are not checked, because
  /// inherited descriptors may be closed by then.
  func checkFirstStart() throws {
    if port == nil, listedWays?.contains(.http) == true {
      throw ScaffoldingError(
        "\(ControlOption.resetOn) http needs \(ControlOption.port); without it nobody serves HTTP.")
    }
    if opensBrowser, port == nil {
      throw ScaffoldingError(
        "\(ControlOption.openBrowser) needs \(ControlOption.port), whose page it opens. Add \(ControlOption.port) 0."
      )
    }
    if isHeadless, !serves, !isDriven {
      throw ScaffoldingError(
        "\(ControlOption.headless) without a way to reach the app would run for ever. Add "
          + "\(ControlOption.port) 0 or \(ControlOption.socket) PATH."
      )
    }
    let inherited = isDriven ? DrivenDescriptor.allCases.map(\.rawValue) : []
    if let missing = inherited.first(where: { !Descriptor(borrowing: $0).isOpen }) {
      throw ScaffoldingError(
        "\(ControlOption.driven) is for the driver of a test, from which the app inherits descriptors 3 to 5; \(missing) is "
          + "not open. Leave it out.")
    }
    if let socket { try ControlServer.tryOut(.unixSocket(socket)) }
    if let port { try ControlServer.tryOut(.loopback(port: port)) }
  }

  // MARK: - Situations

  /// The automation flag for a situation: `simulateUserAlreadyOnboarded` for `userAlreadyOnboarded`.
  static func flag(for situation: Situation) -> String {
    flagPrefix + situation.name.prefix(1).uppercased() + situation.name.dropFirst()
  }

  fileprivate static let flagPrefix = "simulate"

  private static func situations(
    for flags: [String: FlagLiteral], among known: [Situation]
  ) throws -> [Situation] {
    let names = known.map(flag)
    for (key, value) in flags.sorted(by: { $0.key < $1.key }) {
      guard names.contains(key) else { throw ScaffoldingError(unknownFlag: key, known: names.sorted()) }
      guard case .bool = value else {
        throw ScaffoldingError(
          "The automation flag \"\(key)\" is a \(FlagType.bool.rawValue), but is set to \(value).")
      }
    }
    return known.filter { flags[flag(for: $0)] == .bool(true) }
  }

  // MARK: - Parsing

  private static func ways(_ text: String?) throws(ScaffoldingError) -> [ResetWay]? {
    guard let text else { return nil }
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

  private static func gesture(_ text: String?, isListed: Bool) throws(ScaffoldingError) -> ResetGesture {
    guard let text else { return .standard }
    guard isListed else {
      throw ScaffoldingError("\(ControlOption.resetGesture) needs \(ControlOption.resetOn) gesture.")
    }
    do {
      return try ResetGesture(text)
    } catch {
      throw ScaffoldingError("\(ControlOption.resetGesture): \(error)")
    }
  }

  private static func time(_ text: String?) throws(ScaffoldingError) -> Date? {
    guard let text else { return nil }
    guard let date = ClockTime.date(text) else {
      throw ScaffoldingError(
        "\(ControlOption.pauseClockAt) takes a time with its zone, as in \(ClockTime.example); it has '\(text)'."
      )
    }
    return date
  }

  private static func folder(_ option: ControlOption, _ text: String?) throws(ScaffoldingError) -> String? {
    guard let text else { return nil }
    let steps = text.split(separator: "/")
    guard text.hasPrefix("/"), steps.count > 1, !steps.contains("..") else {
      throw ScaffoldingError(
        "\(option.name) takes the full path of a folder below another one, such as /tmp/states, without \"..\" in it; "
          + "it has '\(text)'.")
    }
    return text
  }

  private static func answers(
    _ network: NetworkChoice, from recording: RecordedAnswers
  ) throws -> [PlannedAnswer] {
    try network.lists.flatMap(answers)
      + network.recordings.flatMap { path in
        do {
          return try recording.answers(of: path)
        } catch {
          let words = NetworkChoice.Word.allCases.map(\.rawValue)
          let meant = path.contains("/") ? nil : NearestIdentifiers.nearest(to: path, in: words).first
          throw ScaffoldingError(
            "\(ControlOption.network): \(error)" + (meant.map { " Did you mean '\($0)'?" } ?? ""))
        }
      }
  }

  private static func answers(_ text: String) throws(ScaffoldingError) -> [PlannedAnswer] {
    do {
      return try WireJSON.decodeEachExactly(NetworkRoute.self, from: Array(text.utf8)).map(PlannedAnswer.init)
    } catch let error as NetworkMessageError {
      throw ScaffoldingError("\(ControlOption.network): \(error).")
    } catch {
      throw ScaffoldingError(
        "\(ControlOption.network) takes a JSON list of routes, as in [{\"to\":\"GET /menu\",\"text\":\"{}\"}], but \(error)."
      )
    }
  }

  private static func port(_ text: String?) throws(ScaffoldingError) -> UInt16? {
    guard let text else { return nil }
    guard let port = UInt16(text) else {
      throw ScaffoldingError(
        "\(ControlOption.port) takes a number from 0 to 65535, where 0 is the port of the last time or a free one; it has '\(text)'."
      )
    }
    return port
  }
}

extension LaunchOption {
  init(_ option: ControlOption) {
    self.init(option.name, value: option.valueName, repeats: option.repeats, option.summary)
  }
}

extension ControlOption {
  static let launchOptions = allCases.map(LaunchOption.init)
}

/// Why the scaffolding cannot do what the command line asks for.
public struct ScaffoldingError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  /// No situation of the app belongs to the automation flag. Names the nearest flags or, where none is near, all of them.
  init(unknownFlag key: String, known: [String]) {
    func quoted(_ names: [String], _ separator: String) -> String {
      names.map { "\"\($0)\"" }.joined(separator: separator)
    }
    // What all flags begin with makes none of them near.
    func bare(_ name: String) -> String {
      name.hasPrefix(ScaffoldingLaunch.flagPrefix)
        ? String(name.dropFirst(ScaffoldingLaunch.flagPrefix.count)) : name
    }
    let names = Dictionary(known.map { (bare($0), $0) }) { first, _ in first }
    let nearest = NearestIdentifiers.nearest(to: bare(key), in: known.map(bare)).compactMap { names[$0] }
    let hint =
      known.isEmpty
      ? "It has none."
      : nearest.isEmpty ? "It knows \(quoted(known, ", "))." : "Did you mean \(quoted(nearest, " or "))?"
    self.init("The automation flag \"\(key)\" is unknown to this app. \(hint)")
  }
}
#endif
