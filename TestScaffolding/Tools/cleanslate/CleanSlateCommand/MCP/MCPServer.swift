#if DEBUG
import ControlProtocol
import OperatingSystem
import Processes
import ToolOptions

/// Speaks with an agent. One thread reads and writes, and never waits for a call: calls are done one after the other on
/// another thread, and meanwhile they can be cancelled, and what needs no call is answered.
final class MCPServer {
  /// The call that is being done, and what is written to so that it ends early.
  private struct Running {
    let id: JSONValue
    let cancellation: Descriptor
    let haste: Descriptor
    var isCancelled = false

    mutating func cancel() {
      isCancelled = true
      _ = try? cancellation.writeNow([0])
      hasten()
    }

    func hasten() { _ = try? haste.writeNow([0]) }
  }

  private let (input, output): (Descriptor, Descriptor)
  private let interruption: Descriptor?
  private let folder: String
  private let environment: [String: String]
  private let reach: [String]
  private let outbox: MCPOutbox
  private var lines = MCPLines()
  private var hasInput = true
  private var isInterrupted = false
  private var waiting: [MCPProtocol.Call] = []
  private var running: Running?

  init(
    from input: Descriptor, to output: Descriptor, until interruption: Descriptor?, in folder: String,
    _ environment: [String: String], reach: [String]
  ) throws {
    (self.input, self.output, self.interruption) = (input, output, interruption)
    (self.folder, self.environment, self.reach) = (folder, environment, reach)
    outbox = try MCPOutbox()
  }

  /// Goes on until the input has ended and all its calls are answered, or until the interruption comes.
  func run() throws {
    // An agent that reads no more, and a call that is done just when it is to end, are no reason to end without a word.
    ThisProcess.blockPipeSignal()
    defer { endCall() }
    while hasInput || running != nil {
      let ready = try wait(
        for: [(outbox.arrival, .reading), (output, Readiness(rawValue: 0))]
          + (hasInput ? [(input, .reading)] : []))
      if isInterrupted { return }
      if !ready[0].isEmpty { for saying in outbox.take() { try tell(saying) } }
      if hasInput, !ready[2].isEmpty { try read() }
      if !ready[1].isEmpty, hasInput || running != nil {
        throw ToolFailure("Nobody reads the answers any more.")
      }
    }
  }

  private func wait(for wanted: [(Descriptor, Readiness)]) throws -> [Readiness] {
    let ready = try Descriptor.poll(
      wanted + (interruption.map { [($0, .reading)] } ?? []), until: nil)
    if ready.count > wanted.count, ready.last?.isEmpty == false { isInterrupted = true }
    return ready
  }

  private func read() throws {
    let bytes = try? input.readSome() ?? []
    guard let bytes, !bytes.isEmpty else {
      hasInput = false
      running?.hasten()
      return try take(lines.end())
    }
    for line in lines.take(bytes) { try take(line) }
  }

  private func take(_ line: MCPLines.Line) throws {
    for message in MCPProtocol.read(line) { try take(message) }
  }

  private func take(_ message: MCPProtocol.Message) throws {
    switch message {
    case .answered(let answers): for answer in answers { try send(answer) }
    case .cancelled(let id):
      waiting.removeAll { $0.reply.id == id }
      if running?.id == id { running?.cancel() }
    case .call(let call):
      waiting.append(call)
      try beginCall()
    }
  }

  private func beginCall() throws {
    guard running == nil, !waiting.isEmpty else { return }
    let call = waiting.removeFirst()
    let (cancellation, haste) = (try Descriptor.pipe(), try Descriptor.pipe())
    let running = Running(id: call.reply.id, cancellation: cancellation.writing, haste: haste.writing)
    if !hasInput { running.hasten() }
    let work = MCPCall(
      tool: call.tool, folder: folder, environment: environment, reach: reach,
      cancellation: cancellation.reading, haste: haste.reading)
    try SystemThread { [outbox] in
      let (text, isError) = work.run(call.arguments) { number, text in
        if let progress = call.reply.progress(number, text) { outbox.put(.progress(progress)) }
      }
      outbox.put(.result(call.reply.result(text, isError: isError)))
    }.leave()
    self.running = running
  }

  private func tell(_ saying: MCPOutbox.Saying) throws {
    // Whoever has given up meanwhile hears nothing more of it.
    let isWanted = running?.isCancelled == false
    switch saying {
    case .progress(let message): if isWanted { try send(message) }
    case .result(let message):
      running = nil
      if isWanted { try send(message) }
      try beginCall()
    }
  }

  /// Writes a line, up to the interruption: an agent may have stopped reading.
  private func send(_ message: JSONValue) throws {
    var rest = (try WireJSON.encode(message) + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      _ = try wait(for: [(output, .writing)])
      if isInterrupted { return }
      // A pipe that is ready takes so much at once.
      try output.writeAll(Array(rest.prefix(4096)))
      rest = rest.dropFirst(4096)
    }
  }

  /// Gives the call that runs some seconds to end what it has started.
  private func endCall() {
    running?.cancel()
    let deadline = Deadline(in: .seconds(10))
    while running != nil, !deadline.hasPassed {
      _ = try? Descriptor.poll([(outbox.arrival, .reading)], until: deadline)
      for case .result in outbox.take() { running = nil }
    }
  }
}
#endif
