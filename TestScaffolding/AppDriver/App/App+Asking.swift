#if DEBUG
package import ControlProtocol
package import ElementTree

// What the command line asks of an app in words, and a test by queries and page objects.
extension App {
  /// Returns what the app shows: right now or, with the number of a drawing, once there is a later one or the time is over.
  package func screen(
    after revision: Int? = nil, within milliseconds: Int = 0
  ) throws -> (tree: Element, revision: Int) {
    let snapshot = try look(revision.map { TreeQuery(after: $0, milliseconds: milliseconds) })
    return (snapshot.tree, snapshot.revision)
  }

  /// Waits until the one element with the identifier or label has the value; without a value, until such elements are there,
  /// or all are gone. Returns whether that happened.
  package func wait(for name: String, value: String?, isGone: Bool, seconds: Double) throws -> Bool {
    // An identifier may be written as a line of the screen has it: `#checkout`.
    let names = name.hasPrefix("#") ? [name, String(name.dropFirst())] : [name]
    return try descendants[name].wait(seconds, at: CallPlace(file: #filePath, line: #line)) { tree in
      let element = descendants[names.first { descendants[$0].exists(in: tree) } ?? name]
      return try value.map { try element.find(in: tree)?.shownValue == $0 }
        ?? (element.exists(in: tree) != isGone)
    }
  }

  /// Types into a field and, with `enter`, presses Enter in it.
  package func type(_ text: String, into identifier: String, replacing: Bool, enter: Bool) throws {
    try descendants[identifier].type(
      text, replace: replacing ? true : nil, enter: enter ? true : nil,
      at: CallPlace(file: #filePath, line: #line))
  }

  package func press(keys: [String]) throws {
    try act(.keys, KeysRequest(keys: keys, generation: generation))
  }

  /// Resets the app as the request says; what that leaves out is as in the latest launch or reset.
  package func reset(as body: ResetRequest) throws -> ResetReceipt {
    let (receipt, launch) = try request(.reset, body: body, as: ResetReceipt.self)
    note(receipt, launch: launch)
    return receipt
  }

  /// What a reset has found that is not clean: leaks, data that survived.
  package static func findings(of receipt: ResetReceipt) -> [String] {
    var record = SlateRecord()
    record.add(receipt, launch: 0)
    return record.findings
  }

  /// Moves the clock as the request says, and returns what it shows.
  package func move(_ change: ClockRequest) throws -> ClockState { try move(change, at: nil) }

  /// What the app can be started with, and is.
  package func setup() throws -> SetupReply { try ask(.setup) }

  /// When somebody last did something in the app, in seconds since 1970; nil if nobody has.
  package func lastDeed() throws -> Double? {
    let log: LogReply = try ask(.log, query: "?\(TreeQuery.afterName)=\(Int.max)")
    return log.lastDeed.map { Double($0) / 1_000 }
  }

  /// What happened in the app after the event with the number.
  package func events(after number: Int = 0) throws -> [LogReply.Entry] {
    (try ask(.log, query: "?\(TreeQuery.afterName)=\(number)") as LogReply).entries
  }

  /// The app's requests, and how they are answered.
  package func requestsAndRoutes() throws -> NetworkReply { try ask(.network) }

  /// Begins a recording, or ends it.
  package func record(_ on: Bool) throws -> RecordingReply {
    try request(.record, body: RecordRequest(on: on), as: RecordingReply.self).reply
  }

  /// What was recorded; `name` is that of its test.
  package func recording(named name: String?) throws -> RecordingReply {
    let query = name.map { "?\(RecordingReply.nameQuery)=\(ControlRoute.escaped($0))" }
    return try ask(.recording, query: query ?? "")
  }

  /// Lets a test go on that has failed and waits with this app.
  package func endPause() throws { try act(.pause, PauseRequest(end: true)) }
}
#endif
