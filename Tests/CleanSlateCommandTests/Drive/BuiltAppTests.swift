import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("An app that is built before it is used")
struct BuiltAppTests {
  /// Has the folder be a package whose `swift` notes each build, in place of which it does something.
  private func makePackage(of product: String, in shell: DriveShell, building script: String) throws -> String
  {
    let dump = #"{"targets":[{"name":"\#(product)","type":"executable","dependencies":[]}]}"#
    return try shell.makePackage(
      swift: """
        case "$*" in
        *dump-package*) echo '\(dump)';;
        *) echo "$*" >> '\(shell.home.root)/builds'; mkdir -p .build/debug; \(script);;
        esac
        """)
  }

  private func builds(of shell: DriveShell) throws -> [String] {
    try String(contentsOfFile: shell.home.root + "/builds", encoding: .utf8).split(separator: "\n").map(
      String.init)
  }

  @Test("is built for each gallery, although there is an executable of it")
  func gallery() async throws {
    try await DriveShell.use { shell in
      let app = try BuiltProduct.path("SampleOnboarding")
      let path = try makePackage(
        of: "SampleOnboarding", in: shell, building: "ln -sf '\(app)' .build/debug/SampleOnboarding")
      let build = "build --scratch-path \(shell.home.root)/.build --product SampleOnboarding"
      for count in 1...2 {
        let outcome = try await shell.run(
          ["gallery", "SampleOnboarding", "--widths", "40"], more: ["PATH": path])
        #expect(outcome.status == .exited(0), "\(outcome)")
        #expect(try builds(of: shell) == Array(repeating: build, count: count))
      }
      // What cannot be built is not drawn as it was.
      let broken = try makePackage(of: "SampleOnboarding", in: shell, building: "echo no soup; exit 1")
      let outcome = try await shell.run(["gallery", "SampleOnboarding"], more: ["PATH": broken])
      #expect(outcome.status == .exited(1) && outcome.text == "")
      #expect(
        outcome.complaints.hasSuffix("\"SampleOnboarding\" could not be built:\nno soup\n"), "\(outcome)")
      // The base is read before anything is built.
      try Data("<html>".utf8).write(to: URL(filePath: shell.home.root + "/base"))
      let against = try await shell.run(
        ["gallery", "SampleOnboarding", "--against", "base"], more: ["PATH": broken])
      #expect(against.complaints.contains("/base' is no page of 'cleanslate gallery'."), "\(against)")
      #expect(try builds(of: shell).count == 3)
    }
  }

  @Test("is told in a sentence where its name or the folder of its build are mistyped")
  func mistyped() async throws {
    try await DriveShell.use { shell in
      let path = try makePackage(
        of: "SampleShop", in: shell,
        building: "echo 'warning: soup'; echo \"error: no product named 'SampleShopp'\"; exit 1")
      let product = try await shell.run(["run", "SampleShopp"], more: ["PATH": path])
      #expect(product.status == .exited(1))
      #expect(
        product.complaints == """
          There is no executable "SampleShopp" yet; building it.
          cleanslate run: The package has no product "SampleShopp". Nearest: "SampleShop".

          """)
      let folder = try await shell.run(["run", "SampleShop", "--scratch-path", "nope"], more: ["PATH": path])
      #expect(folder.status == .exited(64))
      #expect(
        folder.complaints.hasPrefix("'--scratch-path nope': there is no folder '\(shell.home.root)/nope'."),
        "\(folder)")
      #expect(try builds(of: shell).count == 1)
    }
  }

  @Test("is said to be older than its sources when it runs")
  func older() async throws {
    try await DriveShell.use { shell in
      let builds = shell.home.root + "/builds/debug"
      for folder in ["SampleOnboarding.product", "Kitchen.build"] {
        try FileManager.default.createDirectory(
          atPath: "\(builds)/\(folder)", withIntermediateDirectories: true)
      }
      let (app, source) = ("\(builds)/SampleOnboarding", "\(shell.home.root)/Soup.swift")
      try FileManager.default.createSymbolicLink(
        atPath: app, withDestinationPath: try BuiltProduct.path("SampleOnboarding"))
      for (file, text) in [
        ("\(app).product/Objects.LinkFileList", "\(builds)/Kitchen.build/Soup.swift.o\n"),
        ("\(builds)/Kitchen.build/sources", source + "\n"), (source, ""),
      ] { try Data(text.utf8).write(to: URL(filePath: file)) }
      for (age, remark) in [
        (-900, ""),
        (
          900,
          "SampleOnboarding was built before Soup.swift was changed. To build it: swift build --product SampleOnboarding "
            + "--scratch-path '\(shell.home.root)/builds'\n"
        ),
      ] {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: Double(age))], ofItemAtPath: source)
        let outcome = try await shell.run("run", "SampleOnboarding", "--scratch-path", "builds")
        #expect(outcome.status == .exited(0) && outcome.complaints == remark)
        try await shell.does("stop")
      }
    }
  }

  @Test("is not waited for after Ctrl-C when it starts, either")
  func interruptedStart() async throws {
    try await DriveShell.use { shell in
      // It presses Ctrl-C itself, as it were, for the tool that has started its keeper, so that nothing depends on when
      // this test has its turn.
      try ExecutableScript.write(
        "#!/bin/sh\nread -r _ _ _ tool _ < /proc/$PPID/stat\nkill -INT \"$tool\"\nexec sleep 1000\n",
        to: shell.home.root + "/slow")
      let path = try makePackage(of: "Slow", in: shell, building: "cp slow .build/debug/Slow")
      let run = try ChildProcess(
        try BuiltProduct.path("cleanslate"), ["run", "Slow"],
        environment: shell.environment.merging(["PATH": path]) { $1 }, workingDirectory: shell.home.root)
      #expect(try await run.waitForExit() == .exited(130))
      #expect(
        run.standardError.text.hasSuffix("cleanslate run: Interrupted; the app has not started.\n"),
        "\(run.standardError.text)")
      #expect(await Waiting.until { shell.processes.isEmpty }, "\(shell.processes)")
    }
  }

  @Test("has a manifest that nobody goes on reading after Ctrl-C", arguments: ["teams", "gallery"])
  func interruptedDump(_ verb: String) async throws {
    let shell = try DriveShell()
    let dump = try EndlessBuild(in: shell)
    let command = try ChildProcess(
      try BuiltProduct.path("cleanslate"), [verb],
      environment: shell.environment.merging(["PATH": dump.path]) { $1 }, workingDirectory: shell.home.root)
    #expect(await dump.waitUntilBegun())
    command.terminate(SIGINT)
    #expect(try await command.waitForExit() == .exited(130))
    #expect(command.standardError.text == "cleanslate \(verb): Interrupted while the manifest was read.\n")
    #expect(try !dump.isRunning)
  }

  @Test(
    "is no build of a commit that outlives a gallery which is ended, nor is the copy of its files",
    arguments: [SIGINT, SIGKILL])
  func endedGallery(_ signal: Int32) async throws {
    let shell = try DriveShell()
    let (note, temporary) = (shell.home.root + "/begun", shell.home.root + "/copies")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    let path = try shell.makePackage(
      swift: """
        case "$*" in
        *copies*dump-package*) echo '{"targets":[{"name":"SampleOnboarding","type":"executable","dependencies":[]}]}'; exit;;
        *dump-package*) echo '{"targets":[]}'; exit;;
        esac
        echo $$ > '\(note).new'; mv '\(note).new' '\(note)'; exec sleep 1000
        """)
    for words in [
      ["init", "--quiet", "--initial-branch=main"], ["add", "Package.swift"],
      ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "-m", "a"],
    ] { try Subprocess.run(["git"] + words, in: shell.home.root, readsOutput: true) }
    let command = try ChildProcess(
      try BuiltProduct.path("cleanslate"), ["gallery", "SampleOnboarding", "--against", "main"],
      environment: shell.environment.merging(["PATH": path, "TMPDIR": temporary]) { $1 },
      workingDirectory: shell.home.root)
    #expect(
      await Waiting.until { FileManager.default.fileExists(atPath: note) }, "\(command.standardError.text)")
    let build = try String(contentsOfFile: note, encoding: .utf8).trimmingCharacters(in: .newlines)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).count == 1)
    command.terminate(signal)
    let status = try await command.waitForExit()
    if signal == SIGINT {
      let last = "cleanslate gallery: Interrupted while 'main' was built and drawn; there is no new page.\n"
      #expect(status == .exited(130) && command.standardError.text.hasSuffix(last))
    }
    #expect(
      await Waiting.until {
        (try? FileManager.default.contentsOfDirectory(atPath: temporary)) == []
          && (FileManager.default.contents(atPath: "/proc/\(build)/cmdline") ?? Data()).isEmpty
      })
  }

  @Test(
    "has a history that nobody goes on asking for after Ctrl-C",
    arguments: [["teams", "--changed-since", "main"], ["gallery", "--against", "main"], ["test"]])
  func interruptedGit(_ words: [String]) async throws {
    let shell = try DriveShell()
    let git = try EndlessBuild(in: shell, program: "git")
    let command = try ChildProcess(
      try BuiltProduct.path("cleanslate"), words,
      environment: shell.environment.merging(["PATH": git.path]) { $1 }, workingDirectory: shell.home.root)
    #expect(await git.waitUntilBegun())
    command.terminate(SIGINT)
    #expect(try await command.waitForExit() == .exited(130))
    let complaint = "cleanslate \(words[0]): Interrupted while git was asked.\n"
    #expect(command.standardError.text.hasSuffix(complaint), "\(command.standardError.text)")
    #expect(try !git.isRunning)
  }
}

extension TestRunTests {
  @Test("Ctrl-C while the coverage is counted ends that, and the run is an interrupted one")
  func interruptedCoverage() async throws {
    let sample = try Self.sample.get()
    let (bin, note) = ("\(sample.folder)/tools", "\(sample.folder)/counting")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    defer { for path in [bin, note] { try? FileManager.default.removeItem(atPath: path) } }
    let products = URL(filePath: sample.folder + "/.build/debug").resolvingSymlinksInPath().path
    try ExecutableScript.write("#!/bin/sh\necho '\(products)/codecov/Sample.json'\n", to: bin + "/swift")
    try ExecutableScript.write(
      "#!/bin/sh\necho $$ > '\(note).new'; mv '\(note).new' '\(note)'; exec sleep 1000\n",
      to: bin + "/llvm-profdata")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let command = try ChildProcess(
      try BuiltProduct.path("cleanslate"),
      ["test", "--skip-build", "--enable-code-coverage", "--filter", "NewTests/passes"],
      environment: sample.environment(["PATH": "\(bin):\(path)"]), workingDirectory: sample.folder)
    #expect(await Waiting.until { FileManager.default.fileExists(atPath: note) })
    command.terminate(SIGINT)
    #expect(try await command.waitForExit() == .exited(130))
    #expect(command.standardError.text == "cleanslate test: Interrupted.\n")
    #expect(command.standardOutput.text.contains(": 1 passed.\n"))
    let counter = try String(contentsOfFile: note, encoding: .utf8).trimmingCharacters(in: .newlines)
    #expect((FileManager.default.contents(atPath: "/proc/\(counter)/cmdline") ?? Data()).isEmpty)
  }
}
