#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import FeatureFlags
import LocalHTTP
import OperatingSystem

// With what an app starts, as the app itself can follow it.
extension Start {
  /// Whether this way to a reset is open. The control socket always is; HTTP also is if there is no list.
  func opens(_ way: ResetWay) -> Bool {
    switch way {
    case .controlSocket: true
    case .http: ways?.contains(.http) ?? true
    case .button, .gesture, .beep: ways?.contains(way) ?? false
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
    if port == nil, ways?.contains(.http) == true {
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
    if let first = inherited.first, let last = inherited.last,
      let missing = inherited.first(where: { !Descriptor(borrowing: $0).isOpen })
    {
      throw ScaffoldingError(
        "\(ControlOption.driven) is for the driver of a test, from which the app inherits descriptors \(first) to "
          + "\(last); \(missing) is not open. Leave it out.")
    }
    if let socket { try ControlServer.tryOut(.unixSocket(socket)) }
    if let port { try ControlServer.tryOut(.loopback(port: port)) }
  }

  // MARK: - Situations

  /// The automation flag for a situation.
  static func flag(for situation: Situation) -> String { FlagArgument.flag(forSituation: situation.name) }

  /// Those of the situations that `AUTOMATION_{…}` asks for. Throws if it asks for another one.
  func situations(among known: @autoclosure () -> [Situation]) throws -> [Situation] {
    guard let flags = flags[.automation], !flags.isEmpty else { return [] }
    let known = known()
    let names = known.map(Self.flag)
    for (key, value) in flags.sorted(by: { $0.key < $1.key }) {
      guard names.contains(key) else { throw ScaffoldingError(unknownFlag: key, known: names.sorted()) }
      guard case .bool = value else {
        throw ScaffoldingError(
          "The automation flag \"\(key)\" is a \(FlagType.bool.rawValue), but is set to \(value).")
      }
    }
    return known.filter { flags[Self.flag(for: $0)] == .bool(true) }
  }

  // MARK: - Network

  /// How requests are answered from the start; nil if nobody says so.
  func networkAnswers(from recording: RecordedAnswers) throws -> [PlannedAnswer]? {
    guard network.answers else { return nil }
    do {
      return try (network.routes ?? []).map(PlannedAnswer.init)
        + network.recordings.flatMap { path in try Self.answers(of: path, from: recording) }
    } catch let error as NetworkMessageError {
      throw ScaffoldingError("\(ControlOption.network): \(error.sentence)")
    }
  }

  private static func answers(
    of path: String, from recording: RecordedAnswers
  ) throws(ScaffoldingError) -> [PlannedAnswer] {
    do {
      return try recording.answers(of: path)
    } catch {
      throw ScaffoldingError("\(ControlOption.network): \(error)\(NetworkChoice.guess(for: path))")
    }
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

extension ScaffoldingError {
  /// No situation of the app belongs to the automation flag. Names the nearest flags or, where none is near, all of them.
  init(unknownFlag key: String, known: [String]) {
    // What all flags begin with makes none of them near.
    func bare(_ name: String) -> String {
      name.hasPrefix(FlagArgument.situationPrefix)
        ? String(name.dropFirst(FlagArgument.situationPrefix.count)) : name
    }
    let names = Dictionary(known.map { (bare($0), $0) }) { first, _ in first }
    let nearest = NearestIdentifiers.nearest(to: bare(key), in: known.map(bare)).compactMap { names[$0] }
    let hint = NearestIdentifiers.hint(nearest, "knows", known)
    self.init("The automation flag \"\(key)\" is unknown to this app. \(hint)")
  }
}
#endif
