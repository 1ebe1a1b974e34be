public import ElementTree
import OperatingSystem

/// How a program talks to its user.
public enum TerminalMode: Sendable {
  /// On the whole terminal, drawn anew with every change.
  case fullScreen
  /// In lines, with one command each, for pipes and screen readers.
  case lines
}

/// How a program should talk to its user.
public struct TerminalSettings: Sendable, Equatable {
  /// Whether to use the whole terminal or lines.
  public var mode: TerminalMode
  /// Whether colours may be used.
  public var usesColour: Bool
  /// Whether characters other than ASCII may be used.
  public var usesUnicode: Bool
  /// Whether to print a prompt, because a person sits at the input.
  public var showsPrompt: Bool

  /// Derives the settings from the environment; `plain` chooses lines, whatever the terminal can do.
  public init(
    environment: [String: String], inputIsTerminal: Bool, outputIsTerminal: Bool, plain: Bool
  ) {
    let terminal = environment["TERM"] ?? ""
    let canDraw = inputIsTerminal && outputIsTerminal && !terminal.isEmpty && terminal != "dumb"
    mode = canDraw && !plain ? .fullScreen : .lines
    usesColour = (environment["NO_COLOR"] ?? "").isEmpty
    usesUnicode = !outputIsTerminal || Self.hasUnicode(environment)
    showsPrompt = inputIsTerminal
  }

  /// Whether the locale is one of UTF-8. Where none is set, nothing is known, and most terminals are.
  private static func hasUnicode(_ environment: [String: String]) -> Bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let set else { return true }
    let codeset = set.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }
    return ["utf8", "utf-8"].contains(codeset.lowercased())
  }
}

/// Why a program stopped talking to its user.
public enum TerminalExit: Sendable, Equatable {
  /// The user asked to quit.
  case userQuit
  /// The input has ended.
  case endOfInput
  /// The terminal, or the reader of the output, is gone.
  case terminalGone
  /// What was to be shown could not be written, for example because the disk is full.
  case cannotWrite(reason: String)
  /// The input could not be listened to or read, for example because too many files are open.
  case cannotRead(reason: String)
  /// The input has ended or asked to quit, and some of its lines could not be done.
  case refusedLines
}

/// Shows an app on a terminal and passes on what the user does.
@MainActor
public final class TerminalInterface {
  private let host: any ElementHost
  private let title: String
  private let settings: TerminalSettings
  private let input: Descriptor
  private let output: Descriptor
  private let complain: (String) -> Void

  /// Creates an interface between the app and two file descriptors, which stay open. Where nobody sits at the input, which
  /// line could not be done and why goes to `complain`.
  public init(
    host: any ElementHost, title: String, settings: TerminalSettings, input: Int32 = 0, output: Int32 = 1,
    complain: @escaping (String) -> Void = { _ in }
  ) {
    self.host = host
    self.title = title
    self.settings = settings
    self.input = Descriptor(borrowing: input)
    self.output = Descriptor(borrowing: output)
    self.complain = complain
  }

  /// Talks to the user until they quit, or until input or output ends. A terminal is left as it was found.
  public func run() async -> TerminalExit {
    switch settings.mode {
    case .fullScreen: await listening(by: runFullScreen)
    case .lines: await listening(by: runLines)
    }
  }

  private func listening(by run: (InputReader) async -> TerminalExit) async -> TerminalExit {
    let reader: InputReader
    do throws(SystemError) {
      reader = try InputReader(input: input)
    } catch {
      return .cannotRead(reason: "\(error)")
    }
    defer { reader.stop() }
    return await run(reader)
  }

  private func runLines(_ reader: InputReader) async -> TerminalExit {
    let conversation = LineConversation(host: host)
    let prompt = settings.showsPrompt ? "> " : ""
    var splitter = LineSplitter()
    var (number, refused) = (0, false)
    let printer = LinePrinter(output: output, usesUnicode: settings.usesUnicode)
    // A program that reads answers is not to find others among them.
    let watch = settings.showsPrompt ? ChangeWatch { reader.askForBeat() } : nil
    watch.map(host.attach)
    defer { watch.map(host.detach) }

    if let end = printer.print(await conversation.begin() + prompt) { return end }
    reader.readMore()
    for await event in reader.events {
      var lines: [LineSplitter.Line] = []
      switch event {
      case .bytes(let bytes): lines = splitter.split(bytes)
      // A terminal that was hung up has only ended.
      case .ended(let error?) where !settings.showsPrompt || !error.isDeviceFailure:
        return .cannotRead(reason: "\(error)")
      case .ended: lines = splitter.finish().map { [$0] } ?? []
      case .beat:
        watch?.takeBeat()
        if host.isBusy {
          watch?.askForBeat()
        } else if let news = conversation.news(), let end = printer.print("\n" + news + prompt) {
          return end
        }
        continue
      case .pause, .resized, .resumed: continue
      }
      for line in lines {
        let answer = await conversation.answer(line)
        number += 1
        if answer.isRefusal, !settings.showsPrompt {
          refused = true
          complain("line \(number)\(line.quoted): \(answer.text.dropLast())")
          continue
        }
        if let end = printer.print(answer.text + (answer.isLast ? "" : prompt)) { return end }
        if answer.isLast { return refused ? .refusedLines : .userQuit }
      }
      if case .ended = event {
        // A person may go on typing after Ctrl-D; a pipe has nothing more to say.
        guard settings.showsPrompt else { return refused ? .refusedLines : .endOfInput }
        let answer = conversation.end(by: "Ctrl-D")
        if let end = printer.print("\n" + answer.text + (answer.isLast ? "" : prompt)) { return end }
        if answer.isLast { return .endOfInput }
      }
      reader.readMore()
    }
    return .endOfInput
  }

  private func runFullScreen(_ reader: InputReader) async -> TerminalExit {
    guard let device = TerminalDevice(input: input, output: output, wake: reader.wake) else {
      return .terminalGone
    }
    defer { device.leave() }

    let painter = FramePainter(device, settings) { reader.reportEnd() }
    let screen = FullScreen(
      host: host, title: title, size: device.shownSize, usesUnicode: settings.usesUnicode,
      present: { painter.show($0) },
      askForBeat: { reader.askForBeat() })
    host.attach(screen)
    defer { host.detach(screen) }

    var decoder = KeyDecoder()
    reader.readMore()
    for await event in reader.events {
      reader.hears(event)
      var keys: [Key] = []
      switch event {
      case .bytes(let bytes): keys = decoder.decode(bytes)
      case .pause: keys = decoder.pause()
      case .beat: screen.takeBeat()
      case .resized, .resumed:
        // A terminal that became smaller and then larger again has lost what was at its edges.
        painter.forget()
        screen.resize(to: device.shownSize)
      case .ended: return .terminalGone
      }
      for key in keys {
        switch screen.handle(key) {
        case .nothing: break
        case .quit: return .userQuit
        case .suspend: device.suspend()
        case .repaint:
          painter.forget()
          screen.resize(to: device.shownSize)
        }
      }
      if case .bytes = event { reader.readMore() }
    }
    return .terminalGone
  }
}

/// Asks for a beat when the app is drawn, and for no other before it.
@MainActor
private final class ChangeWatch: ElementDisplay {
  private let ask: () -> Void
  private var isAsked = false

  init(ask: @escaping () -> Void) { self.ask = ask }

  func draw(_ tree: Element) { askForBeat() }

  func askForBeat() {
    if !isAsked { ask() }
    isAsked = true
  }

  func takeBeat() { isAsked = false }
}

/// Brings frames to the terminal, sending only what has changed.
@MainActor
private final class FramePainter {
  private let device: TerminalDevice
  private let settings: TerminalSettings
  private let onFailure: () -> Void
  private var shown: (frame: Frame, turn: Int)?

  init(_ device: TerminalDevice, _ settings: TerminalSettings, onFailure: @escaping () -> Void) {
    self.device = device
    self.settings = settings
    self.onFailure = onFailure
  }

  func show(_ frame: Frame) {
    var frame = frame
    if !settings.usesUnicode { frame.buffer.reduceToASCII() }
    let turn = device.turn()
    let old = shown?.turn == turn ? shown?.frame : nil
    let bytes = FrameDiff.bytes(from: old, to: frame, inColour: settings.usesColour)
    switch device.write(bytes, in: turn) {
    case .done: shown = (frame, turn)
    case .interrupted: break  // Another turn has begun, for which everything is painted.
    case .failed: onFailure()
    }
  }

  /// Draws everything the next time.
  func forget() { shown = nil }
}

extension TerminalDevice {
  /// The size to draw for; a default if the terminal reports none, and no more than any screen has.
  fileprivate var shownSize: Size {
    size.map { Size(columns: min($0.columns, 2_000), rows: min($0.rows, 1_000)) }
      ?? Size(columns: 80, rows: 24)
  }
}
