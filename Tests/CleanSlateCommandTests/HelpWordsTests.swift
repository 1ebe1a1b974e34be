import Testing

@testable import CleanSlateCommand

@Suite("cleanslate is asked")
struct HelpWordsTests {
  private func ask(_ words: [String], columns: Int? = nil) -> SamplePackage.Outcome {
    var outcome = SamplePackage.Outcome()
    let surroundings = Surroundings(
      folder: "/", environment: [:], write: { outcome.output += $0 }, complain: { outcome.complaints += $0 },
      columns: { columns })
    outcome.status = Command(in: surroundings).run(words)
    return outcome
  }

  @Test("for help, as the other tools of Swift are", arguments: ["-h", "-help", "--help"])
  func help(_ word: String) {
    let all = ask([word])
    #expect(
      all.status == 0 && all.output.hasPrefix("USAGE: cleanslate SUBCOMMAND\n\nTests:\n  test"))
    #expect(all.output.contains("\n  --version   Prints "))
    #expect(all.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(
      all.output.hasSuffix(
        """

        'cleanslate' stands for 'swift run cleanslate' or '.build/debug/cleanslate'.

        'cleanslate help SUBCOMMAND' tells more, and 'cleanslate help agents' what an
        agent needs to know.

        """))
    #expect(ask(["help", "help"]).output == all.output)
    for words in [["test", word], ["test", "--filter", "Soup", word], ["merge", "a", word]] {
      let outcome = ask(words)
      #expect(
        outcome.status == 0 && outcome.output.hasPrefix("USAGE: cleanslate \(words[0])"),
        "\(outcome)")
    }
  }

  @Test("for help on a narrow terminal, which breaks no word")
  func narrow() {
    for words in [["--help"], ["help", "gallery"]] {
      let lines = ask(words, columns: 40).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
    }
  }

  @Test("for its version, as the other tools of Swift are", arguments: ["-version", "--version"])
  func version(_ word: String) {
    for words in [[word], ["test", word], ["test", "--filter", "Soup", word], ["tap", "x", word]] {
      let outcome = ask(words)
      #expect(
        outcome.status == 0 && outcome.output.wholeMatch(of: /cleanslate \d+\.\d+\.\d+\n/) != nil,
        "\(outcome)")
    }
  }

  @Test(
    "in words that are nearly right, and names the right ones",
    arguments: [
      (["--versoin"], "Unknown option '--versoin'. Did you mean '--version'? See 'cleanslate --help'.\n"),
      (["--hlep"], "Unknown option '--hlep'. Did you mean '--help'? See 'cleanslate --help'.\n"),
      (["-x"], "Unknown option '-x'. See 'cleanslate --help'.\n"),
      (
        ["tap", "x", "--hlep"],
        "Unknown option '--hlep'. Did you mean '--help'? See 'cleanslate tap --help'.\n"
      ),
      (["hlep"], "cleanslate has no 'hlep'; did you mean 'help'? See 'cleanslate --help'.\n"),
      (["help", "agent"], "cleanslate has no 'agent'; did you mean 'agents'? See 'cleanslate --help'.\n"),
    ])
  func nearMisses(_ words: [String], _ complaint: String) {
    let outcome = ask(words)
    #expect(outcome.status == 64 && outcome.complaints == complaint, "\(outcome)")
  }
}
