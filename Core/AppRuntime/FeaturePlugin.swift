public import ElementTree
public import FeatureFlags
public import Observation

/// One feature of an app, as a value that makes sessions.
public protocol FeaturePlugin {
  /// The flags that the feature reads.
  var flags: [FlagDeclaration] { get }
  /// The options that the feature understands on the command line.
  var launchOptions: [LaunchOption] { get }
  /// The situations that the feature can be started in.
  var situations: [Situation] { get }
  /// Places that links to the feature lead to, as examples for the app's help.
  var linkedPlaces: [LinkedPlace] { get }
  /// Throws what is wrong with the values of the feature's launch options. A launch that is refused changes nothing.
  func check(_ launch: LaunchConfiguration) throws
  /// Makes the session, the object that is the feature while the app runs. What `check` accepts, it accepts.
  func makeSession(in environment: AppEnvironment) throws -> any FeatureSession
}

extension FeaturePlugin {
  public var flags: [FlagDeclaration] { [] }
  public var launchOptions: [LaunchOption] { [] }
  public var situations: [Situation] { [] }
  public var linkedPlaces: [LinkedPlace] { [] }
  public func check(_ launch: LaunchConfiguration) throws {}
}

/// A feature while it runs. Only the session changes, and it owns everything that the feature has.
///
/// The class is `@Observable`: a change of anything that `body` reads redraws the screen. What a person can do is an
/// enum whose raw values are the identifiers on the screen:
///
///     enum TicketAction: String { case take }
///     func tap(_ action: TicketAction) { switch action { case .take: handOut() } }
public protocol FeatureSession: AnyObject, Observable {
  /// The identifiers of what can be pressed on the feature's screens.
  associatedtype Tappable: RawRepresentable<String> = NoIdentifier
  /// The identifiers of the fields on the feature's screens.
  associatedtype Editable: RawRepresentable<String> = NoIdentifier

  /// The screen to show now.
  var body: Element { get }
  /// Called when a person pressed an element.
  func tap(_ action: Tappable)
  /// Called when a person typed: `text` is the new text of the field.
  func edit(_ field: Editable, to text: String)
  /// Called when the keyboard has moved to an element, so that the field that had it is left; also for Enter in a field
  /// that it cannot lead on from, which keeps the keyboard.
  func focusMoved(to identifier: String)
  /// Goes back to the previous screen.
  func goBack()
  /// Performs an action, which has been checked against `body`.
  ///
  /// The default implementation calls one of the functions above. A session that is made of others passes on the
  /// actions that belong to them.
  func handle(_ action: Action) throws(ActionError)
  /// Shows the screen that the link leads to and returns true, or changes nothing and returns false.
  func open(_ link: DeepLink) -> Bool
}

/// The identifiers of a feature that has nothing to press, or no fields.
public nonisolated enum NoIdentifier: RawRepresentable {
  public init?(rawValue: String) { nil }
  public var rawValue: String { switch self {} }
}

extension FeatureSession {
  public func focusMoved(to identifier: String) {}
  public func goBack() {}
  public func open(_ link: DeepLink) -> Bool { false }

  public func handle(_ action: Action) throws(ActionError) {
    switch action {
    case .tap(let identifier):
      guard let action = Tappable(rawValue: identifier) else { throw .unhandled(identifier) }
      tap(action)
    case .edit(let identifier, let text):
      guard let field = Editable(rawValue: identifier) else { throw .unhandled(identifier) }
      edit(field, to: text)
    case .back: goBack()
    case .focus(let identifier): focusMoved(to: identifier)
    }
  }
}

extension FeatureSession where Tappable == NoIdentifier {
  public func tap(_ action: NoIdentifier) {}
}

extension FeatureSession where Editable == NoIdentifier {
  public func edit(_ field: NoIdentifier, to text: String) {}
}

@available(*, deprecated, message: "Nothing reads the name of a feature. Take the line out.")
public typealias FeatureID = String
