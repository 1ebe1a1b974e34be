import Foundation
import OperatingSystem
import Records

/// Tells of tests that have failed and wait with their apps, one at a time, and lets each go on when a key is pressed, or
/// without a terminal after some time.
///
/// A test is connected while it waits. Those that fail meanwhile are in the queue of the socket.
final class PauseDesk {
  /// Its socket.
  let path: String
  private let listener: Descriptor
  private let keys: Descriptor?
  private let patience: Duration
  private var deadline: Deadline?
  /// Called when a test waits that is told of; what it returns is called when the test goes on.
  var whileWaiting: (PausedTest) -> (() -> Void)? = { _ in nil }
  private var end: (() -> Void)?
  private var connection: Descriptor?
  private var line: [UInt8] = []
  /// Whether a test waits that was told of.
  private(set) var holds = false

  /// - Parameters:
  ///   - folder: A private folder.
  ///   - keys: The terminal; nil if there is none.
  ///   - patience: How long a test waits at most where there is no terminal.
  init(in folder: String, keys: Descriptor?, patience: Duration = .seconds(1800)) throws {
    path = "\(folder)/pause"
    listener = try Descriptor.listener(at: .unixSocket(path), backlog: 128)
    (self.keys, self.patience) = (keys, patience)
  }

  /// Takes what has come since the last time.
  func turn(_ tell: (String) -> Void) throws {
    if connection == nil { connection = try listener.accepted() }
    guard let connection else { return }
    if !holds { return try meet(connection, tell) }
    guard try connection.isReadable || keys?.isReadable == true || deadline?.hasPassed == true else { return }
    try skipKeys()
    tell("The run goes on.\n")
    leave()
  }

  /// Lets all tests go on, and takes no more.
  func close() {
    leave()
    listener.close()
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
    deadline = keys == nil ? Deadline(in: patience) : nil
    end = whileWaiting(test)
    tell(text(of: test))
  }

  private func leave() {
    connection?.endConnection()
    connection?.close()
    end?()
    end = nil
    (connection, line, holds) = (nil, [], false)
  }

  private func skipKeys() throws {
    while let keys, try keys.isReadable {
      guard let bytes = try keys.readSome(), !bytes.isEmpty else { return }
    }
  }

  private func text(of test: PausedTest) -> String {
    let message = test.message.split(whereSeparator: \.isNewline).prefix(30).map { "  \($0)" }
    let places = [test.workbench.map { "  Workbench: \($0)" }, "  Socket: \(test.socket)"].compactMap(\.self)
    let way =
      keys == nil
      ? [
        "  'cleanslate attach --go-on', or 'Let the tests go on' in the workbench, goes on with the run.",
        "  Without that it goes on by itself after \(Amount.count(Int(patience / .seconds(60)), "minute")).",
      ] : ["  Enter here, or 'Let the tests go on' in the workbench, goes on with the run."]
    return
      (["Paused: \(test.test) has failed\(test.place.map { " at \($0)" } ?? "")."] + message + places + [
        "  'cleanslate attach' in another shell drives the app."
      ] + way).joined(separator: "\n")
  }
}
