import Testing
import ToolOptions

@Suite("The words of a tool")
struct ToolWordsTests {
  private let usage = ToolUsage(
    "swift run tool FILE… [options]", about: ["What it does.", "EXAMPLE:\n  swift run tool a"],
    options: [
      ToolOption("FILE", help: "What is read."),
      ToolOption(
        "--depth", "N", example: "3",
        help: "How far it looks into what it reads, which is not so far that nobody would wait for it."),
      ToolOption("--seed", "N", help: "The seed.", repeats: true),
      ToolOption("--all", help: "All of it."),
      ToolOption("--say", "TEXT", help: "What it says.", repeats: true),
      ToolOption("--a-name-longer-than-its-column", "FOLDER", help: "Where."),
    ], notes: ["The end."])

  private func read(_ words: String...) throws -> [ToolWords.Word] {
    var (rest, found) = (ToolWords(words, for: usage), [ToolWords.Word]())
    while let word = try rest.next() { found.append(word) }
    return found
  }

  @Test("are its options with their values, in both ways to write them, and all others")
  func mixed() throws {
    #expect(
      try read(
        "a", "FILE", "--depth=-1", "--seed", "7", "--all", "--seed=8", "-", "--other=x", "--")
        == [
          .other("a"), .other("FILE"), .option("--depth", value: "-1"),
          .option("--seed", value: "7"), .option("--all", value: nil), .option("--seed", value: "8"),
          .other("-"),
          .other("--other=x"), .other("--"),
        ])
  }

  @Test("are taken as they are where a text is expected, also if there is nothing in it")
  func texts() throws {
    #expect(
      try read("--say", "", "--say", "-€5.04", "--say", "--all", "--say=")
        == [
          .option("--say", value: ""), .option("--say", value: "-€5.04"), .option("--say", value: "--all"),
          .option("--say", value: ""),
        ])
  }

  @Test(
    "are refused where a value is missing or too much",
    arguments: [
      (["--depth"], "Missing value after '--depth': expected '--depth 3'."),
      (["--depth=1", "--depth", "2"], "'--depth' is given more than once. Keep one of them."),
      (["--depth", "--all"], "Missing value after '--depth': expected '--depth 3'."),
      (["--depth="], "The value after '--depth' is empty: expected '--depth 3'."),
      (["--depth", ""], "The value after '--depth' is empty: expected '--depth 3'."),
      (
        ["--depth", "-x"],
        "Missing value after '--depth': expected '--depth 3'. A value that begins with a dash is written '--depth=-x'."
      ),
      (["--say"], "Missing value after '--say': expected '--say TEXT'."),
      (["--all=yes"], "'--all' takes no value."),
    ])
  func refused(words: [String], problem: String) {
    #expect(throws: UsageError(description: problem)) {
      var rest = ToolWords(words, for: usage)
      while try rest.next() != nil {}
    }
  }

  @Test("that nobody declares are compared with those that somebody does")
  func unknown() {
    let words = ToolWords([], for: usage)
    #expect(words.unknown("--dept=3").description == "Unknown option '--dept'. Did you mean '--depth'?")
    #expect(words.unknown("--x").description == "Unknown option '--x'.")
    #expect(words.unknown("b").description == "Unknown word 'b'.")
  }

  @Test("are explained in lines of at most 80 columns, each beside its name")
  func help() {
    #expect(
      usage.text == """
        USAGE: swift run tool FILE… [options]

        What it does.

        EXAMPLE:
          swift run tool a

          FILE        What is read.
          --depth N   How far it looks into what it reads, which is not so far that
                      nobody would wait for it.
          --seed N    The seed.
          --all       All of it.
          --say TEXT  What it says.
          --a-name-longer-than-its-column FOLDER
                      Where.
          -h, --help  Shows this help and ends.

        The end.
        """)
  }
}
