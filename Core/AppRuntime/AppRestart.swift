import AppData
public import ElementTree

/// Lets a running app ask to be built anew, with its data erased or with another launch.
public final class AppRestart {
  /// How the app should be built.
  public struct Request {
    /// The launch to build with; nil for the current one or, if the data is erased, for what an app that starts as new
    /// keeps of it: no link, and no situation of a start page.
    public var launch: LaunchConfiguration?
    /// Whether all of the app's data is erased first.
    public var erasesData: Bool
    /// The line of code that asks.
    public var origin: Origin

    /// Describes how the app should be built.
    public init(
      launch: LaunchConfiguration? = nil, erasesData: Bool = false, fileID: String = #fileID,
      line: Int = #line
    ) {
      origin = Origin(fileID: fileID, line: line)
      self.launch = launch
      self.erasesData = erasesData
    }
  }

  private weak var host: AppHost?
  private let gate: WriteGate
  private var hasAsked = false

  /// Makes the way to ask for the generation that writes through the gate.
  init(host: AppHost, gate: WriteGate) { (self.host, self.gate) = (host, gate) }

  /// The launch of the running app; a changed copy can be used for another start.
  public var launch: LaunchConfiguration { host?.launch ?? LaunchConfiguration() }

  /// Whether something on the screen is not saved, and would be lost. Before a restart that a person wants, ask.
  public var losesUnsaved: Bool { host?.tree.isUnsaved == true }

  /// Builds the app anew, soon after this call has returned.
  ///
  /// The caller belongs to the generation that ends by this. One that has ended by the time of its turn has nothing erased, and
  /// no launch changed. A failure is shown on the app's screen.
  public func callAsFunction(_ request: Request) {
    host?.restartSoon(request, while: gate, isAgain: hasAsked)
    hasAsked = true
  }
}

/// A generation that has ended asked for what would take the data, or the launch, from the next one.
struct LateRestartError: Error, CustomStringConvertible {
  let origin: Origin

  nonisolated var description: String {
    "Nothing was erased or changed: the app has been built anew since \(origin) asked for it. Ask again if it is still wanted."
  }
}
