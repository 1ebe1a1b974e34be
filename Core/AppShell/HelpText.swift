import AppRuntime
import TerminalUI

/// The texts that `--help` and the options that list something print, in lines that are never too long.
@MainActor
struct HelpText {
  let definition: AppDefinition
  let options: [LaunchOption]
  let sections: [HelpSection]
  let columns: Int

  var lines: [String] {
    let sections = [examples] + [optionSection] + sections.filter { $0.option == nil } + [commands, statuses]
    let name = "\(definition.name) \(definition.version)"
    return [name] + wrapped(definition.summary)
      + ["", "USAGE: \(definition.name) [options]"]
      + sections.flatMap { [""] + lines(of: $0) } + [""]
      + wrapped("Keys: Tab and the arrows move, Enter selects, Esc goes back, Ctrl-C quits.")
      + wrapped(
        "Where input or output is not a terminal, screens are printed and commands are read line by line.")
  }

  /// The heading and the entries, the meanings in one column.
  func lines(of section: HelpSection) -> [String] {
    let entries = section.entries()
    // A longer term has a line of its own.
    let limit = columns / 2 - 4
    let lengths: [Int] = entries.map(\.term.count)
    let widest = lengths.filter { $0 <= limit }.max() ?? 0
    return ["\(section.title):"] + entries.flatMap { lines(of: $0, column: widest + 4) }
  }

  private func lines(of entry: HelpSection.Entry, column: Int) -> [String] {
    let margin = String(repeating: " ", count: column)
    let meaning = WordWrap.lines(entry.meaning, columns: max(20, columns - column)).map { margin + $0 }
    let term = "  \(entry.term)"
    guard term.count + 2 <= column, let first = meaning.first else { return [term] + meaning }
    return [term + first.dropFirst(term.count)] + meaning.dropFirst()
  }

  private func wrapped(_ text: String) -> [String] {
    text.isEmpty ? [] : WordWrap.lines(text, columns: columns)
  }

  private var optionSection: HelpSection {
    HelpSection("OPTIONS") { [options] in options.map { HelpSection.Entry($0.usage, $0.summary) } }
  }

  private var examples: HelpSection {
    let name = definition.name
    let place = definition.feature.linkedPlaces.first
    let link = definition.linkScheme.flatMap { scheme in place.map { "\(scheme)://\($0.place)" } }
    return HelpSection("EXAMPLES") {
      (link.map { [HelpSection.Entry("\(name) --open \($0)", "Starts on another screen than the first.")] }
        ?? [])
        + [
          HelpSection.Entry(
            "echo quit | \(name)", "Prints the first screen, does what the input says and ends.")
        ]
    }
  }

  private var commands: HelpSection {
    HelpSection("COMMANDS, one a line, in a pipe or with --plain") {
      PlainCommands.all.map { HelpSection.Entry($0.command, $0.effect) }
    }
  }

  private var statuses: HelpSection {
    HelpSection("EXIT STATUSES") {
      ExitCode.allCases.map { HelpSection.Entry("\($0.rawValue)", $0.meaning) } + [
        HelpSection.Entry(
          "130",
          "Ctrl-C in plain mode or in a pipe; so with other signals, 128 and the number of the signal.")
      ]
    }
  }
}
