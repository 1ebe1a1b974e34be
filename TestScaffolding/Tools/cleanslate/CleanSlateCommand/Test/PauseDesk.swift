import Foundation
import OperatingSystem
import Records

/// Tells of tests that have failed and wait with their apps, one at a time, and lets each go on when a key is pressed.
///
/// A test is connected while it waits. Those that fail meanwhile are in the queue of the socket.
final class PauseDesk {
  /// Its socket.
  let path: String
  private let listener: Descriptor
  private let keys: Descriptor
  /// Called when a test waits that is told of; what it returns is called when the test goes on.
  var whileWaiting: (PausedTest) -> (() -> Void)? = { _ in nil }
  private var end: (() -> Void)?
  private var connection: Descriptor?
  private var line: [UInt8] = []
  /// Whether a test waits that was told of.
  private(set) var holds = false

  /// - Parameters:
  ///   - folder: A private folder.
  ///   - keys: The terminal.
  init(in folder: String, keys: Descriptor) throws {
    path = "\(folder)/pause"
    listener = try Descriptor.listener(at: .unixSocket(path), backlog: 128)
    self.keys = keys
  }

  /// Takes what has come since the last time.
  func turn(_ tell: (String) -> Void) throws {
    if connection == nil { connection = try listener.accepted() }
    guard let connection else { return }
    if !holds { return try meet(connection, tell) }
    let ready = try Descriptor.poll(
      [(connection, .reading), (keys, .reading)], until: Deadline(in: .zero))
    guard !ready[0].isEmpty || !ready[1].isEmpty else { return }
    try skipKeys()
    tell("The run goes on.\n")
    leave()
  }

  private func meet(_ connection: Descriptor, _ tell: (String) -> Void) throws {
    guard let bytes = try connection.readSome() else { return }
    guard !bytes.isEmpty else { return leave() }
    line += bytes
    guard line.last == UInt8(ascii: "\n") else { return }
    guard let test = try? JSONDecoder().decode(PausedTest.self, from: Data(line)) else { return leave() }
    // What was pressed before was not meant for this test.
    try skipKeys()
    holds = true
    end = whileWaiting(test)
    tell(Self.text(of: test))
  }

  private func leave() {
    connection?.endConnection()
    connection?.close()
    end?()
    end = nil
    (connection, line, holds) = (nil, [], false)
  }

  private func skipKeys() throws {
    while try !Descriptor.poll([(keys, .reading)], until: Deadline(in: .zero))[0].isEmpty {
      guard let bytes = try keys.readSome(), !bytes.isEmpty else { return }
    }
  }

  static func text(of test: PausedTest) -> String {
    let message = test.message.split(whereSeparator: \.isNewline).prefix(30).map { "  \($0)" }
    let places = [test.workbench.map { "  Workbench: \($0)" }, "  Socket: \(test.socket)"].compactMap(\.self)
    return
      (["Paused: \(test.test) has failed."] + message + places + [
        "  'cleanslate attach' in another shell drives the app.",
        "  Enter here, or 'Let the tests go on' in the workbench, goes on with the run.",
      ]).joined(separator: "\n")
  }
}
