#if DEBUG
import AppDriver
import ControlProtocol
import ElementTree
import ToolOptions

/// `cleanslate completion`: what a shell needs to complete the words of `cleanslate`, made from what the verbs declare.
struct CompletionCommand: Subcommand {
  static let name = "completion"
  static let summary = "prints what a shell needs to complete words: bash, zsh or fish"
  fileprivate static let shells = "bash|zsh|fish"
  private static let call = "cleanslate completion \(shells)"
  static let usage = ToolUsage(
    call, options: [],
    notes: [
      """
      In ~/.bashrc:                    eval "$(cleanslate completion bash)"
      In ~/.zshrc, after compinit:     eval "$(cleanslate completion zsh)"
      In ~/.config/fish/config.fish:   cleanslate completion fish | source
      """
    ])

  /// What a shell asks for while somebody types.
  enum Asked: String { case handles, elements }

  private let word: String

  init(_ words: [String]) throws(UsageError) {
    let words = try GivenWords(words, for: Self.usage, call: Self.call, operands: [Self.shells])
    word = words.operands[0]
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let verbs = Command.shownSubcommands.map(CompletedVerb.init)
    switch (word, Asked(rawValue: word)) {
    case ("bash", _): surroundings.write(bash(verbs))
    case ("zsh", _): surroundings.write("autoload -U bashcompinit && bashcompinit\n" + bash(verbs))
    case ("fish", _): surroundings.write(fish(verbs))
    case (_, .handles?): surroundings.write(Self.lines(try handles(surroundings)))
    case (_, .elements?): surroundings.write(Self.lines(elements(surroundings)))
    default:
      throw UsageError(description: "'\(word)' is no shell of which this knows: expected '\(Self.call)'.")
    }
    return Status.success
  }

  private func handles(_ surroundings: Surroundings) throws -> [String] {
    try RunningApps(environment: surroundings.environment).everywhere().apps.map(\.handle)
  }

  /// None if there is not one app: nobody asks for a reason in the middle of a word, which is kept for the next verb.
  private func elements(_ surroundings: Surroundings) -> [String] {
    let environment = surroundings.environment
    guard let apps = try? RunningApps(environment: environment).choose(nil).fitting, apps.count == 1,
      let tree = try? App(attachedTo: apps[0].address, settings: .driving(in: environment)).screen().tree
    else { return [] }
    return tree.allElements.compactMap(\.identifier)
  }

  private static func lines(_ words: [String]) -> String { words.map { $0 + "\n" }.joined() }

  private static func ask(_ asked: Asked) -> String { "cleanslate \(name) \(asked.rawValue) 2>/dev/null" }

  private func bash(_ verbs: [CompletedVerb]) -> String {
    let options = verbs.flatMap(\.options)
    func names(_ kind: CompletedVerb.Value) -> String {
      Set(options.filter { $0.value == kind }.map(\.name)).sorted().joined(separator: "|")
    }
    let cases = verbs.map { verb in
      let elements = verb.takesElement ? "; \(Self.ask(.elements))" : ""
      return "    \(verb.name)) _cleanslate_offer < <(\(Self.printed(verb.words))\(elements)) ;;"
    }
    // What an app shows may look like a command, so that each word is taken as it is, and quoted.
    return """
      _cleanslate_offer() {
        local line quoted
        while IFS= read -r line; do
          if [[ $line == -* && $word != -* ]]; then continue; fi
          printf -v quoted %q "$line"
          if [[ $line == "$word"* || $quoted == "$word"* ]]; then COMPREPLY+=("$quoted"); fi
        done
      }
      _cleanslate() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          _cleanslate_offer < <(\(Self.printed(verbs.map(\.name) + ["help"] + Command.usage.options.flatMap(\.longNames))))
          return
        fi
        case $before in
          \(names(.handle))) _cleanslate_offer < <(\(Self.ask(.handles))); return ;;
          \(names(.path))|\(names(.other))) return ;;
        esac
        case ${COMP_WORDS[1]} in
          help) _cleanslate_offer < <(\(Self.printed(Command.topics))) ;;
      \(cases.joined(separator: "\n"))
        esac
      }
      complete -o default -F _cleanslate cleanslate

      """
  }

  private static func printed(_ words: [String]) -> String {
    "printf '%s\\n' \(words.joined(separator: " "))"
  }

  private func fish(_ verbs: [CompletedVerb]) -> String {
    func quoted(_ text: String) -> String {
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
    func after(_ verb: String) -> String {
      "complete -c cleanslate -n 'contains -- \(verb) (commandline -opc)[2]'"
    }
    // Words of a verb are files where nothing else is known of them, as they are in bash.
    let topics = Command.topics.joined(separator: " ")
    var lines = [
      "complete -c cleanslate -n __fish_use_subcommand -f -a help",
      "\(after("help")) -f -a '\(topics)'",
    ]
    for option in Command.usage.options {
      for name in option.longNames {
        lines.append(
          "complete -c cleanslate -n __fish_use_subcommand -l \(name.dropFirst(2)) -d \(quoted(option.help))")
      }
    }
    for verb in verbs {
      lines.append(
        "complete -c cleanslate -n __fish_use_subcommand -a \(verb.name) -d \(quoted(verb.summary))")
      let here = after(verb.name)
      if verb.takesElement { lines.append("\(here) -f -a \(quoted("(\(Self.ask(.elements)))"))") }
      if !verb.choices.isEmpty {
        lines.append("\(here) -f -a \(quoted(verb.choices.joined(separator: " ")))")
      }
      for option in verb.options {
        let value =
          switch option.value {
          case .nothing: ""
          case .handle: " -x -a \(quoted("(\(Self.ask(.handles)))"))"
          case .path: " -r -F"
          case .other: " -x"
          }
        lines.append("\(here) -l \(option.name.dropFirst(2))\(value) -d \(quoted(option.help))")
      }
    }
    return Self.lines(lines)
  }
}

/// What a shell has to know of a verb.
private struct CompletedVerb {
  enum Value { case nothing, handle, path, other }

  let name: String
  let summary: String
  let options: [(name: String, value: Value, help: String)]
  let takesElement: Bool
  /// Words of which one has to follow, such as `start`.
  let choices: [String]

  init(_ verb: any Subcommand.Type) {
    (name, summary) = (verb.name, verb.summary)
    let passedOn = verb.name == TestCommand.name ? TestOptions.passedOn : []
    options = (verb.usage.options + passedOn).flatMap { option in
      option.longNames.map { ($0, Self.value(option.value), option.help) }
    }
    let isCompletion = verb.name == CompletionCommand.name
    let operands =
      isCompletion ? [CompletionCommand.shells] : (verb as? any AppVerb.Type)?.operands ?? []
    takesElement = operands.first == "ID"
    let first = operands.first?.filter { !"[]".contains($0) } ?? ""
    // What people choose has its name in capital letters.
    let words = verb.usage.options.map(\.name).filter { $0.first?.isLowercase == true }
      .map { String($0.prefix { $0 != " " }) }
    choices = words + (first.contains("|") ? first.split(separator: "|").map(String.init) : [])
  }

  private static func value(_ placeholder: String?) -> Value {
    guard let placeholder else { return .nothing }
    if placeholder == DriveOption.app.value { return .handle }
    return ["FILE", "DIRECTORY", "PATH"].contains(where: placeholder.contains) ? .path : .other
  }

  var words: [String] { options.map(\.name) + choices }
}
#endif
