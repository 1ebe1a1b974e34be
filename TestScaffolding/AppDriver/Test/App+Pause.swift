#if DEBUG
import ControlProtocol
import OperatingSystem
import Records

// `cleanslate test --pause-on-failure` names a socket in `ProcessStart`. A test that has failed tells there where its app is to
// be found, and waits until the connection ends: somebody has pressed a key there, or the button in the workbench.
extension App {
  private var pauseDesk: String? { recorder.run?.pauses }

  /// Whether the workbench, which is to be open while a test waits, has no port yet.
  var needsPortForPause: Bool { pauseDesk != nil && wanted.start.port == nil }

  /// Has the app record what the test does, so that the workbench can go through it.
  func recordForPause() {
    guard pauseDesk != nil else { return }
    _ = try? record(true)
  }

  /// Keeps the test waiting, with the app as it is. Returns at once if nobody wants that, or the app has ended.
  func pause(_ test: String, because message: String, at place: SourcePlace?) {
    guard let pauseDesk, let running, running.process.isRunning else { return }
    let limit = settings.requestTimeout
    @Sendable func ask(_ request: PauseRequest, within limit: Duration) throws {
      _ = try running.request(.pause, query: "", body: request, within: limit) as ActionReply
    }
    do {
      _ = try record(false)
      let note = PauseNote(test: test, message: message, place: place?.short)
      try ask(PauseRequest(begin: note), within: limit)
      let paused = PausedTest(
        test: test, message: message, place: note.place, workbench: running.workbench,
        socket: running.socket)
      let deadline = Deadline(in: limit)
      let connection = try Descriptor.connection(to: .unixSocket(pauseDesk), until: deadline)
      var line = try WireJSON.encode(paused)[...] + [UInt8(ascii: "\n")]
      while !line.isEmpty {
        guard try !Descriptor.poll([(connection, .writing)], until: deadline)[0].isEmpty else {
          throw RecordError(description: "nobody takes the note of it within \(limit).")
        }
        line = line.dropFirst(try connection.sendNow(line))
      }
      let button = try SystemThread {
        // A day is over sooner than most people are patient; an app that ends lets the test go on, too.
        try? ask(PauseRequest(untilEnd: true), within: .seconds(86_400))
        connection.endConnection()
      }
      try Descriptor.poll([(connection, .reading)], until: nil)
      try? ask(PauseRequest(end: true), within: limit)
      // An app that hangs answers neither of the two.
      button.leave()
    } catch {
      running.process.output.note("The test could not wait with its app: \(error)")
    }
  }
}
#endif
