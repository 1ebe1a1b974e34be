import Foundation
import Processes
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

@Suite("cleanslate completes")
struct CompletionTests {
  @Test("what the page about driving lists")
  func page() throws {
    let page = URL(filePath: "\(#filePath)").appending(path: "../../../docs/driving.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    for verb in Command.shownSubcommands where verb is any AppVerb.Type {
      #expect(text.contains("`\(verb.name)"), "\(verb.name) is not in docs/driving.md")
      #expect(verb.usage.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(verb.name)")
    }
  }

  @Test("files, where nothing else fits")
  func files() async throws {
    let shell = try DriveShell()
    #expect(
      try await shell.does("completion", "bash").hasSuffix(
        "\ncomplete -o default -F _cleanslate cleanslate\n"))
    let lines = try await shell.does("completion", "fish").split(separator: "\n")
    let folders = lines.filter { $0.contains(" -l package-path ") }
    #expect(!folders.isEmpty && folders.allSatisfy { $0.contains(" -l package-path -r -F ") }, "\(folders)")
  }

  @Test("verbs, options and what an app has")
  func bash() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      let script = """
        eval "$(cleanslate completion bash)"
        try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cleanslate; echo "${COMPREPLY[@]}"; }
        try cleanslate st
        try cleanslate help scr
        try cleanslate tap rem
        try cleanslate tap --app Sam
        try cleanslate record st
        try cleanslate type --
        try cleanslate completion ""
        try cleanslate help ag
        try cleanslate trace testPays s
        try cleanslate trace ""
        try cleanslate test --fil
        try cleanslate test --package-path Pack
        try cleanslate --ver
        """
      let folder = URL(filePath: try BuiltProduct.path("cleanslate")).deletingLastPathComponent().path
      let path = "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
      let outcome = try await ChildProcess.run(
        "/usr/bin/env", ["bash", "-c", script], environment: shell.environment.merging(["PATH": path]) { $1 })
      #expect(
        outcome.standardOutput.text == """
          states stop
          screen
          remove-voucher
          SampleShop
          start stop
          --append --enter --app --json --help
          bash zsh fish
          agents
          step screen
          step screen requests log leaks
          --filter

          --version

          """, "\(outcome.standardError.text)")
      let fish = try await shell.does("completion", "fish")
      #expect(
        fish.contains(
          "complete -c cleanslate -n 'contains -- tap (commandline -opc)[2]' -f -a '(cleanslate completion elements 2>/dev/null)'\n"
        ))
      #expect(
        fish.contains("complete -c cleanslate -n __fish_use_subcommand -a clock -d 'shows an app\\'s clock;"))
      for line in [
        "complete -c cleanslate -n 'contains -- trace (commandline -opc)[2]' -f -a 'step screen requests log leaks'\n",
        "complete -c cleanslate -n 'contains -- test (commandline -opc)[2]' -l filter -x -d ",
        "complete -c cleanslate -n 'contains -- test (commandline -opc)[2]' -l package-path -r -F -d ",
        "complete -c cleanslate -n __fish_use_subcommand -l version -d ",
      ] { #expect(fish.contains(line), "\(line)") }
      #expect(fish.contains(/contains -- help \(commandline -opc\)\[2\]' -f -a '[^']* agents'\n/))
      #expect(
        try await shell.does("completion", "zsh").hasPrefix("autoload -U bashcompinit && bashcompinit\n"))
      #expect(try await shell.does("help", "tap") == shell.does("tap", "--help"))
      let shells = try await shell.run("completion", "csh")
      #expect(
        shells.status == .exited(64) && shells.complaints.contains("'csh' is no shell of which this knows"))
    }
  }

  @Test("in bash, takes what an app shows for words, whatever they look like, and quotes them")
  func identifiers() async throws {
    let home = try TemporaryHome()
    let script = """
      eval "$('\(try BuiltProduct.path("cleanslate"))' completion bash)"
      cleanslate() { printf '%s\\n' 'order-$(>made)' 'order `>made`' 'order-*' other; }
      COMP_WORDS=(cleanslate tap ord); COMP_CWORD=2; _cleanslate; printf '%s\\n' "${COMPREPLY[@]}"
      COMP_WORDS=(cleanslate tap 'order\\ '); _cleanslate; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", ["bash", "-c", script], environment: ProcessInfo.processInfo.environment,
      workingDirectory: home.root)
    let words = outcome.standardOutput.text.split(separator: "\n")
    #expect(
      words == [#"order-\$\(\>made\)"#, #"order\ \`\>made\`"#, #"order-\*"#, #"order\ \`\>made\`"#],
      "\(outcome.standardError.text)")
    #expect(!FileManager.default.fileExists(atPath: home.root + "/made"))
  }

  @Test(
    "in fish: verbs, their choices, and files for all others",
    .enabled("There is no fish in PATH.") { await isThere("fish") })
  func fish() async throws {
    func completions(_ words: String) async throws -> [String] {
      let outcome = try await besideFile([
        "fish", "--no-config", "-c",
        "'\(try BuiltProduct.path("cleanslate"))' completion fish | source; complete -C '\(words)'",
      ])
      #expect(outcome.standardError.text == "")
      return outcome.standardOutput.text.split(whereSeparator: \.isNewline).map {
        String($0.prefix { $0 != "\t" })
      }
    }
    #expect(try await completions("cleanslate merge rec") == ["record.json"])
    #expect(try await completions("cleanslate rec") == ["record"])
    #expect(try await completions("cleanslate help st") == ["states", "stop"])
    #expect(try await completions("cleanslate help ag") == ["agents"])
    #expect(try await completions("cleanslate trace lo") == ["log"])
    #expect(try await completions("cleanslate test --filt") == ["--filter"])
    // A verb's name is no verb where it is another word.
    #expect(try await completions("cleanslate trace screen --a") == [])
    #expect(try await completions("cleanslate help log --") == [])
    #expect(try await completions("cleanslate record ") == ["start", "stop"])
    #expect(try await completions("cleanslate completion ") == ["bash", "fish", "zsh"])
    #expect(try await completions("cleanslate test --junit rec") == ["record.json"])
  }

  @Test(
    "in zsh: verbs, their choices, and files for all others",
    .enabled("There is no zsh in PATH.") { await isThere("zsh") })
  func zsh() async throws {
    let folder = URL(filePath: try BuiltProduct.path("cleanslate")).deletingLastPathComponent().path
    // Each word is typed into a terminal of its own, until the shell has written the rest of it.
    let script = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      read_until() { zpty -r shell seen "*$1*" || { print -r -- "no $1 in: $seen"; exit 1; } }
      zpty -w shell 'PS1=; PATH=\(folder):$PATH; autoload -U compinit; compinit -u -D; print begi"ns"'
      read_until begins
      zpty -w shell 'eval "$(cleanslate completion zsh)"; print lear"nt"'
      read_until learnt
      complete() { zpty -w -n shell "cleanslate $1"$'\\t'; read_until "$2"; zpty -w -n shell $'\\x15'; print -r -- "$2" }
      complete 'rec' 'cleanslate record'
      complete 'help scr' 'screen'
      complete 'record sto' 'stop'
      complete 'test --filt' '--filter'
      complete 'merge rec' 'record.json'
      complete 'test --package-path rec' 'path record.json'
      zpty -d shell
      """
    let outcome = try await besideFile(["timeout", "600", "zsh", "-f", "-c", script])
    #expect(
      outcome.standardOutput.text.split(separator: "\n") == [
        "cleanslate record", "screen", "stop", "--filter", "record.json", "path record.json",
      ], "\(outcome.standardError.text)")
  }

  /// Runs the words in a folder with a file.
  private func besideFile(_ words: [String]) async throws -> ChildProcess.Outcome {
    let shell = try DriveShell()
    try Data().write(to: URL(filePath: shell.home.root + "/record.json"))
    return try await ChildProcess.run(
      "/usr/bin/env", words,
      environment: shell.environment.merging(ProcessInfo.processInfo.environment) { $1 },
      workingDirectory: shell.home.root, timeout: .seconds(660))
  }

  private static func isThere(_ shell: String) async -> Bool {
    let outcome = try? await ChildProcess.run(
      "/usr/bin/env", [shell, "--version"], environment: ProcessInfo.processInfo.environment)
    return outcome?.status == .exited(0)
  }
}
