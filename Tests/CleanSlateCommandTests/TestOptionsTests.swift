import Foundation
import TestSupport
import Testing

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
    #expect(options.testOnly == ["--filter", "A", "--parallel", "--num-workers", "3", "--skip", "B"])
  }

  @Test("what follows -- is none of its own")
  func dashes() throws {
    let options = try TestOptions(["--junit", "a.xml", "--", "--show-output", "--filter", "A"])
    #expect(!options.showsOutput && options.common == ["--show-output"])
    #expect(options.testOnly == ["--filter", "A"])
  }

  @Test("a framework can be left out")
  func frameworks() throws {
    #expect(try TestOptions(["--disable-xctest"]).frameworks == [.swiftTesting])
    #expect(try TestOptions(["--disable-swift-testing"]).frameworks == [.xcTest])
  }

  @Test("bad ones are refused, with what would be right")
  func refuses() {
    #expect(problem("--junit") == "Missing value after '--junit': expected '--junit FILE'.")
    #expect(problem("--junit", "--parallel") == "Missing value after '--junit': expected '--junit FILE'.")
    #expect(problem("--junit=") == "Missing value after '--junit': expected '--junit FILE'.")
    #expect(problem("--filter") == "Missing value after '--filter'.")
    #expect(problem("--filter", "(") == "'--filter (' is no regular expression.")
    #expect(
      problem("--xunit-output", "a") == "'--xunit-output' is not for 'cleanslate test': use '--junit FILE'.")
    #expect(problem("--event-stream-output-path=a")?.contains("it reads the events itself") == true)
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
    #expect(throws: OutputFailure.self) { try file.write("text") }
    try file.removeOld()
    #expect(FileManager.default.fileExists(atPath: "/dev/full"), "only files are removed")
  }
}
