import ElementTree

/// The asynchronous work of one generation of an app: counted while it runs, cancelled when the generation ends.
public final class TaskScope {
  private let tracker: ActivityTracker
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var isClosed = false

  init(tracker: ActivityTracker) {
    self.tracker = tracker
  }

  /// Starts work and returns its task; the app counts as busy until the work ends.
  ///
  /// After the end of the generation, nothing is started and nil is returned. Work should stop when it is cancelled. With
  /// `immediately`, it runs as far as its first wait before this returns.
  @discardableResult
  public func start(
    _ name: String, immediately: Bool = false, fileID: String = #fileID, line: Int = #line,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never>? {
    guard !isClosed else { return nil }
    let activity = Activity(name: name, origin: Origin(fileID: fileID, line: line))
    let token = tracker.begin(activity)
    let run: @MainActor () async -> Void = { [weak self, tracker] in
      tracker.run(token, in: TaskIdentity.current)
      await work()
      tracker.end(token)
      self?.tasks[token] = nil
    }
    let task = immediately ? Task.immediate(operation: run) : Task(operation: run)
    if tracker.isCounting(token) { tasks[token] = task }
    return task
  }

  /// Lets work go on without the app counting as busy with it any longer.
  public func stopCounting(_ work: Task<Void, Never>) {
    guard let token = tasks.first(where: { $0.value == work })?.key else { return }
    tracker.end(token)
  }

  func close() {
    isClosed = true
    for task in tasks.values { task.cancel() }
  }
}
