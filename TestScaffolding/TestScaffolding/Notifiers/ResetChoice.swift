#if DEBUG
import AppRuntime
import ControlProtocol

/// The ways to a reset that a command line chooses.
struct ResetChoice: Equatable {
  /// Those that are listed; nothing where there is no list.
  let listed: [ResetTrigger]?
  let gesture: ResetGesture

  init(_ launch: LaunchConfiguration) throws(ScaffoldingError) {
    let text = launch.value(of: ScaffoldingOptions.resetOn)
    var listed: [ResetTrigger] = []
    for entry in text?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      guard let trigger = ResetTrigger.optional.first(where: { $0.rawValue == entry }) else {
        throw Self.error("has '\(entry)', which is not one of them")
      }
      guard !listed.contains(trigger) else { throw Self.error("has '\(entry)' more than once") }
      listed.append(trigger)
    }
    self.listed = text == nil ? nil : listed
    gesture = try Self.gesture(launch, isListed: listed.contains(.gesture))
  }

  /// Whether this way is open. Without a list the HTTP route is, as it always was; the control socket is in any case.
  func includes(_ trigger: ResetTrigger) -> Bool {
    switch trigger {
    case .controlSocket: true
    case .http: listed?.contains(.http) ?? true
    case .button, .gesture, .beep: listed?.contains(trigger) ?? false
    }
  }

  private static func gesture(
    _ launch: LaunchConfiguration, isListed: Bool
  ) throws(ScaffoldingError) -> ResetGesture {
    guard let text = launch.value(of: ScaffoldingOptions.resetGesture) else { return .standard }
    guard isListed else {
      throw ScaffoldingError("\(ControlOptions.resetGesture) needs \(ControlOptions.resetOn) gesture.")
    }
    do {
      return try ResetGesture(text)
    } catch {
      throw ScaffoldingError("\(ControlOptions.resetGesture): \(error)")
    }
  }

  private static func error(_ problem: String) -> ScaffoldingError {
    let all = ResetTrigger.optional.map(\.rawValue).joined(separator: ", ")
    return ScaffoldingError("\(ControlOptions.resetOn) takes a list of \(all), but \(problem).")
  }
}
#endif
