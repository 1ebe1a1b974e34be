import Foundation
import OperatingSystem
import Processes
import Records
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

@Suite("The words of cleanslate test")
struct TestOptionsTests {
  private func problem(_ words: String...) -> String? {
    do throws(UsageError) {
      _ = try TestOptions(words)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("its own are taken, the others go to SwiftPM")
  func sorts() throws {
    let options = try TestOptions([
      "--junit", "a.xml", "-c", "release", "--filter", "A", "--code-quality=q.json", "--parallel",
      "--num-workers", "3", "--skip=B", "--show-output", "-Xswiftc", "-g", "--scratch-path", "s",
    ])
    #expect(options.junit == "a.xml" && options.codeQuality == "q.json" && options.showsOutput)
    #expect(options.isParallel && options.scratchPath == "s")
    #expect(options.common == ["-c", "release", "-Xswiftc", "-g", "--scratch-path", "s"])
    #expect(options.testOnly == ["--parallel"] && options.workers == 3)
    #expect(options.filterWords == ["--filter", "A", "--skip", "B"])
  }

  @Test("what follows -- is none of its own")
  func dashes() throws {
    let options = try TestOptions(["--junit", "a.xml", "--", "--show-output", "--filter", "A"])
    #expect(!options.showsOutput && options.common == ["--show-output"])
    #expect(options.filterWords == ["--filter", "A"])
  }

  @Test("a later option goes before an earlier one, and words for a rerun are those that choose tests")
  func later() throws {
    #expect(try TestOptions(["--parallel", "--no-parallel"]).isParallel == false)
    let options = try TestOptions([
      "--package-path=p", "--skip-build", "--disable-xctest", "--enable-swift-testing", "--filter=A",
      "--junit=j",
    ])
    #expect(options.packagePath == "p" && options.skipsBuild && options.common == ["--package-path", "p"])
    #expect(
      options.wordsForAgain == ["--package-path", "p", "--disable-xctest", "--filter", "A"])
  }

  @Test("what stands behind -X… is no option here")
  func compilerOptions() throws {
    let words = ["-Xlinker", "-s", "-Xswiftc", "--show-output", "-Xcc", "--filter"]
    let options = try TestOptions(words)
    #expect(options.common == words && !options.showsOutput && options.filterWords.isEmpty)
    #expect(try TestOptions(["--"] + words).common == words)
    #expect(problem("-Xswiftc") == "Missing value after '-Xswiftc'.")
  }

  @Test("words for a rerun are also those with which tests are built, and run side by side or not")
  func wordsForAgain() throws {
    let options = try TestOptions([
      "-c", "release", "--no-parallel", "-Xswiftc", "-g", "--filter=A", "--skip-build",
    ])
    #expect(
      options.wordsForAgain == ["-c", "release", "-Xswiftc", "-g", "--no-parallel", "--filter", "A"])
  }

  @Test("what only 'swift test' knows of a build is told to the compiler")
  func testableImports() throws {
    let options = try TestOptions(["-c", "release", "--enable-testable-imports"])
    #expect(options.common == ["-c", "release", "-Xswiftc", "-enable-testing"] && options.testOnly.isEmpty)
  }

  @Test("a framework can be left out")
  func frameworks() throws {
    #expect(try TestOptions(["--disable-xctest"]).frameworks == [.swiftTesting])
    #expect(try TestOptions(["--disable-swift-testing"]).frameworks == [.xcTest])
    for name in ["xctest", "swift-testing"] {
      let words = ["--disable-\(name)", "--enable-\(name)"]
      #expect(try TestOptions(words).frameworks == [.xcTest, .swiftTesting])
      #expect(try TestOptions(words.reversed()).frameworks.count == 1)
    }
  }

  @Test("bad ones are refused, with what would be right")
  func refuses() {
    #expect(
      problem("--num-workers", "2")
        == "'--num-workers' needs '--parallel': without it, there is one process.")
    #expect(problem("--junit") == "Missing value after '--junit': expected '--junit FILE'.")
    #expect(problem("--junit", "--parallel") == "Missing value after '--junit': expected '--junit FILE'.")
    #expect(problem("--junit=") == "The value after '--junit' is empty: expected '--junit FILE'.")
    #expect(problem("--filter") == "Missing value after '--filter'.")
    #expect(problem("--filter", "(") == "'--filter (' is no regular expression.")
    #expect(
      problem("--xunit-output", "a") == "'--xunit-output' is not for 'cleanslate test': use '--junit FILE'.")
    #expect(
      problem("--show-bin-path") == "'--show-bin-path' is not for 'cleanslate test': use 'swift build'.")
    for option in ["--test-output", "--experimental-xunit-message-failure", "--disable-testable-imports"] {
      #expect(problem(option)?.hasPrefix("'\(option)' is not for 'cleanslate test': ") == true)
    }
    #expect(problem("soup") == "'soup' is no option. Tests are chosen by '--filter soup'.")
    #expect(problem("--parallel", "soup")?.hasPrefix("'soup' is no option.") == true)
    #expect(
      problem("--verbose", "soup") != nil && problem("--verbose", "--junit", "/tmp/a.xml", "soup") != nil)
    #expect(problem("-c", "release") == nil && problem("--sanitize", "thread", "--parallel") == nil)
    #expect(problem("--event-stream-output-path=a")?.contains("it reads the events itself") == true)
  }

  @Test("how often and in what order tests run")
  func flakes() throws {
    #expect(try TestOptions(["--retries", "2"]).flakes.retries == 2)
    #expect(try TestOptions(["--retries=2", "--fail-on-flaky"]).flakes.failsOnFlaky)
    let repeated = try TestOptions(["--until-failure", "--repeat", "500", "--filter", "A"])
    #expect(repeated.flakes.repetitions == 500 && repeated.flakes.untilFailure && repeated.flakes.isRepeated)
    #expect(repeated.filterWords == ["--filter", "A"])
    for words in [["--order", "random"], ["--repeat", "2"], ["--until-failure"]] {
      #expect(try TestOptions(words + ["--seed", "7"]).flakes.seed == 7)
      #expect(try TestOptions(["--seed=7"] + words).flakes.seed == 7)
      #expect(try TestOptions(words).flakes.seed == nil)
    }
    #expect(try TestOptions(["--order", "random"]).flakes.isRandom)
    #expect(try !TestOptions([]).flakes.isRandom)
    // What a CI engine reads says the same as the status.
    #expect(try TestOptions(["--retries", "2"]).flakes.flakyFails == false)
    #expect(try TestOptions(["--retries", "2", "--fail-on-flaky"]).flakes.flakyFails)
  }

  @Test(
    "what makes no sense together is refused, with what would be right",
    arguments: [
      (["--retries", "x"], "'--retries x' is no number from 0: expected '--retries 2'."),
      (["--retries", "-1"], "'--retries -1' is no number from 0: expected '--retries 2'."),
      (["--retries"], "Missing value after '--retries': expected '--retries 2'."),
      (["--repeat", "0"], "'--repeat 0' is no number from 1: expected '--repeat 500'."),
      (
        ["--until-failure", "--retries", "2"],
        "'--retries' hides what '--until-failure' is to find: use one of them."
      ),
      (
        ["--repeat", "3", "--retries", "2"],
        "'--retries' hides what '--repeat' is to find: use one of them."
      ),
      (
        ["--order", "random", "--retries", "2"],
        "'--retries' hides what '--order random' is to find: use one of them."
      ),
      (
        ["--fail-on-flaky"],
        "'--fail-on-flaky' is for tests that run again: expected '--retries 2 --fail-on-flaky'."
      ),
      (
        ["--seed", "7"],
        "'--seed' is for '--order random', '--repeat' and '--until-failure': use it with one of them."
      ),
      (["--order", "random", "--seed"], "Missing value after '--seed': expected '--seed 7'."),
      (
        ["--order", "random", "--seed", "x"],
        "'--seed x' is no seed: expected a number from 0, as in '--seed 7'."
      ),
      (
        ["--parallel", "--num-workers", "2", "--until-failure"],
        "'--num-workers' is not for tests that are repeated or in random order, of which up to 3 processes run at once: "
          + "leave it out, or give '--no-parallel' for one."
      ),
      (["--order", "sideways"], "'--order sideways' is no order: expected '--order random'."),
      (["--order"], "Missing value after '--order': expected '--order random'."),
    ])
  func contradictions(_ words: [String], _ expected: String) throws {
    let home = try TemporaryHome()
    var complaints = ""
    let surroundings = Surroundings(
      folder: home.path(.home), environment: [:], write: { complaints += $0 }, complain: { complaints += $0 })
    #expect(Command(in: surroundings).run(["test"] + words) == 64, "before it looks for a package")
    #expect(complaints == expected + " See 'cleanslate test --help'.\n")
  }

  @Test("a file that cannot be written is refused before anything is built")
  func files() throws {
    let home = try TemporaryHome()
    let folder = home.path(.home)
    try Data("this is no manifest".utf8).write(to: URL(filePath: "\(folder)/Package.swift"))
    func status(_ file: String) -> (Int32, String) {
      var complaints = ""
      let surroundings = Surroundings(
        folder: folder, environment: [:], write: { complaints += $0 }, complain: { complaints += $0 })
      return (Command(in: surroundings).run(["test", "--junit", file]), complaints)
    }
    #expect(
      status("none/j.xml") == (
        64, "'--junit none/j.xml': there is no folder '\(folder)/none'. See 'cleanslate test --help'.\n"
      ))
    #expect(
      status(".") == (
        64, "'--junit .' cannot be written: Is a directory. See 'cleanslate test --help'.\n"
      ))
    #expect(status("/proc/j.xml").0 == 64)
    #expect(try home.tree() == ["home/Package.swift"], "a file that can be written is not left behind")
  }

  @Test("a report that cannot be written in the end is an error")
  func fullDisk() throws {
    let file = try OutputFile("/dev/full", of: "--junit", from: "/")
    #expect(throws: ToolFailure("'/dev/full' could not be written: No space left on device.")) {
      try file.write("text")
    }
    try file.removeOld()
    #expect(FileManager.default.fileExists(atPath: "/dev/full"), "only files are removed")
  }

  @Test("a report that cannot be written takes no other along")
  func twoReports() throws {
    let home = try TemporaryHome()
    let folder = home.path(.home)
    let surroundings = Surroundings(folder: folder, environment: [:], write: { _ in }, complain: { _ in })
    let options = try TestOptions(["--junit", "/dev/full", "--code-quality", "q.json"])
    let reports = try TestReports(options, of: folder, in: surroundings)
    #expect(throws: ToolFailure.self) { try reports.write([], seconds: 1) }
    #expect(try String(contentsOfFile: "\(folder)/q.json", encoding: .utf8) == "[\n\n]\n")
  }

  @Test("two reports are not written to one file")
  func oneFile() throws {
    let home = try TemporaryHome()
    let folder = home.path(.home)
    let surroundings = Surroundings(folder: folder, environment: [:], write: { _ in }, complain: { _ in })
    let options = try TestOptions(["--junit", "x", "--code-quality", "./x"])
    let error = #expect(throws: UsageError.self) { try TestReports(options, of: folder, in: surroundings) }
    #expect(
      error?.description
        == "'--junit' and '--code-quality' both name '\(folder)/x': give each a file of its own.")
  }

  @Test("a report is never seen in part, and is written where a link leads, or into a pipe")
  func whole() throws {
    let home = try TemporaryHome()
    let (path, link) = (home.path(.home) + "/j.xml", home.path(.home) + "/link.xml")
    try Data("old and long".utf8).write(to: URL(filePath: path))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let reader = try FileHandle(forReadingFrom: URL(filePath: path))
    try OutputFile(link, of: "--junit", from: "/").write("new")
    #expect(try reader.readToEnd() == Data("old and long".utf8), "whoever reads it keeps what was there")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    let pipe = home.path(.home) + "/pipe"
    let reading = try Descriptor.namedPipe(at: pipe)
    try OutputFile(pipe, of: "--junit", from: "/").write("new")
    #expect(try reading.readSome() == Array("new".utf8))
  }
}
