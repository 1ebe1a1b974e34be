public import ElementTree

/// What a running app can ask of whoever runs it: to be built anew, from other data or with another launch.
public final class AppRestart {
  /// How the app should be built.
  public struct Request {
    /// The launch to build with, instead of the running one.
    public var launch: LaunchConfiguration?
    /// Whether all that the app keeps is erased first.
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

  init(host: AppHost) { self.host = host }

  /// What the running app was asked to start with, to be changed for another start.
  public var launch: LaunchConfiguration { host?.launch ?? LaunchConfiguration() }

  /// Builds the app anew, soon after the caller has returned.
  ///
  /// The caller belongs to the generation that ends by this; what fails is shown on the app's screen.
  public func callAsFunction(_ request: Request) { host?.restartSoon(request) }
}
