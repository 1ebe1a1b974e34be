import ElementTree

/// A restart that counts as under way before it begins, so that whoever waits for the app waits for it too.
public final class AnnouncedRestart {
  private weak var tracker: ActivityTracker?
  private var token: Int?

  init(_ tracker: ActivityTracker, _ origin: Origin) {
    self.tracker = tracker
    token = tracker.begin(Activity(name: "restart", origin: origin))
  }

  /// Says that the restart is done, or that it will not come.
  public func end() {
    if let token = token.take() { tracker?.end(token) }
  }
}

extension AppHost {
  /// Announces a restart that somebody outside of the app is about to make.
  public func announceRestart(fileID: String = #fileID, line: Int = #line) -> AnnouncedRestart {
    AnnouncedRestart(restarts, Origin(fileID: fileID, line: line))
  }
}
