import ElementTree
import Foundation
import Glibc
import Processes
import Records
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

/// Compares with a commit of a package that is a folder of its repository.
@Suite("The base of a gallery")
struct BaseGalleryTests {
  private let shell: GalleryShell
  private let package: String
  private let commit: String

  init() throws {
    let home = try TemporaryHome()
    let repository = home.root + "/repository"
    package = repository + "/shop"
    try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: true)
    shell = try GalleryShell(home, package: package)
    let folder = URL(filePath: package)
    func write(_ text: String, to file: String = "Package.swift") throws {
      try Data(text.utf8).write(to: folder.appending(path: file))
    }
    let manifest =
      "// swift-tools-version: 6.3\nimport PackageDescription\nlet package = Package(name: \"Shop\")\n"
    try write(manifest)
    func git(_ words: String...) throws -> String {
      let person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
      let output = try Subprocess.run(
        ["HOME=\(repository)", "git"] + person + words, in: repository, readsOutput: true)
      return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    _ = try git("init", "--quiet", "--initial-branch=main")
    _ = try git("add", "--all")
    _ = try git("commit", "--quiet", "-m", "the beginning")
    _ = try git("branch", "early")
    let app = "targets: [.executableTarget(name: \"SampleOnboarding\")])"
    try write(manifest.replacing("\"Shop\")", with: "\"Shop\", \(app)"))
    try write("old", to: "menu.txt")
    _ = try git("add", "--all")
    _ = try git("commit", "--quiet", "-m", "an app")
    commit = try git("rev-parse", "HEAD")
    try write(manifest)
    try write("new", to: "menu.txt")
  }

  @Test("is the files of the commit, in a folder of their own")
  func copy() throws {
    let folder = try PackageFolder(at: nil, from: package)
    #expect(try folder.commit("main") == commit)
    #expect(try folder.commit("none") == nil && folder.commit("--help") == nil)
    let copy = shell.home.root + "/copy"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    #expect(try folder.copy(of: "main", to: copy) == "\(copy)/shop/")
    #expect(try String(contentsOfFile: "\(copy)/shop/menu.txt", encoding: .utf8) == "old")
    #expect(try String(contentsOfFile: package + "/menu.txt", encoding: .utf8) == "new")
  }

  @Test("is the page that is kept of a commit, if that has all that is asked for")
  func kept() throws {
    let page = "\(shell.results)/gallery-\(commit.prefix(12)).html"
    try FileManager.default.createDirectory(atPath: shell.results, withIntermediateDirectories: true)
    let words = ["SampleOnboarding", "--widths", "40"]
    #expect(try shell.draw(words + ["--output", page]).status == 0)
    let outcome = try shell.draw(words + ["--against", "main"])
    #expect(outcome.status == 0 && outcome.text.hasSuffix("All is as in main (\(page)).\n"))
    // One that lacks something would lack it again.
    try shell.change(#""problems":[]"#, to: #""problems":["It hangs."]"#, in: page)
    let cut = try shell.draw(words + ["--against", "main"])
    #expect(cut.status == 0 && cut.text.hasSuffix("All is as in main (\(page)), which is not whole.\n"))
    #expect(cut.complaints == "cleanslate gallery: main (\(page)) is not whole: It hangs.\n")
    // So would one in which nothing of an app could be drawn.
    let both = ["SampleOnboarding", "/bin/true", "--widths", "40"]
    #expect(try shell.draw(both + ["--output", page]).status == 1)
    let again = try shell.draw(both + ["--against", "main"])
    #expect(again.status == 1 && again.text.hasSuffix("All is as in main (\(page)), which is not whole.\n"))
    // One of named apps is none of all.
    var order = GalleryCommand.Order()
    order.isWhole = true
    order.widths = [40]
    let nowhere = Surroundings(folder: package, environment: [:], write: { _ in }, complain: { _ in })
    #expect(throws: ToolFailure.self) {
      try BaseGallery.commit("main", page: page).gallery(for: order, nil, in: nowhere)
    }
    // This one has to be drawn, and the commit has nothing to draw it with.
    let other = try shell.draw("SampleOnboarding", "--widths", "40,80", "--against", "main")
    #expect(other.status == 1)
    #expect(
      other.complaints.contains(
        "Building and drawing 'main' in a temporary folder; the page of it is kept as \(page)."))
    #expect(
      other.complaints.contains(
        "'main' could not be drawn; a commit without 'cleanslate gallery' cannot be:\n"))
    #expect(other.complaints.contains("cleanslate"), "\(other.complaints)")
    let path = try shell.draw(BuiltProduct.path("SampleOnboarding"), "--against", "main")
    #expect(
      path.status == 64 && path.complaints.contains("the apps of a commit have names: expected one such as"))
  }

  @Test("is drawn of the apps that the commit has, and an app that it does not have is new")
  func newApp() throws {
    let outcome = try shell.draw("SampleOnboarding", "--widths", "40", "--against", "early")
    #expect(outcome.complaints == "" && outcome.text.contains("\n7 screens not as in early:\n"))
    #expect(outcome.text.hasSuffix("\n  new: SampleOnboarding storefront://home en_US\n"))
    let tool = shell.home.root + "/swift"
    try ExecutableScript.write("#!/bin/sh\necho team=$CLEANSLATE_TEAM $*\nexit 1\n", to: tool)
    let surroundings = Surroundings(
      folder: package,
      environment: ["PATH": "\(shell.home.root):/usr/bin:/bin", "CLEANSLATE_TEAM": "Loyalty"],
      write: { _ in }, complain: { _ in })
    let order = GalleryCommand.Order(apps: ["SampleLoyalty", "SampleOnboarding"])
    let failure = try #require(throws: ToolFailure.self) {
      let package = try PackageFolder(at: nil, from: package)
      _ = try BaseGallery.commit("main", page: shell.page).gallery(for: order, package, in: surroundings)
    }
    #expect(failure.description.contains("\nteam= run cleanslate gallery "), "\(failure)")
    #expect(failure.description.hasSuffix("/gallery.html SampleOnboarding"), "\(failure)")
  }

  @Test("is kept of the latest commits")
  func pruned() throws {
    let (tool, drawn) = (shell.home.root + "/swift", shell.home.root + "/drawn.html")
    let script = "#!/bin/sh\nwhile [ $1 != --output ]; do shift; done\nexec cp '\(drawn)' \"$2\"\n"
    try ExecutableScript.write(script, to: tool)
    let order = GalleryCommand.Order(apps: ["SampleOnboarding"])
    let gallery = Gallery(isWhole: false, widths: order.widths, locales: order.locales, clock: "")
    try GalleryPage(gallery: gallery, pictures: []).data().write(to: URL(filePath: drawn))
    try FileManager.default.createDirectory(atPath: shell.results, withIntermediateDirectories: true)
    let others = (0..<6).map { "gallery-00000000000\($0).html" }
    for (age, name) in (others + ["gallery-of-my-own.html"]).enumerated() {
      let path = "\(shell.results)/\(name)"
      try Data().write(to: URL(filePath: path))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -100 * Double(age + 1))], ofItemAtPath: path)
    }
    let surroundings = Surroundings(
      folder: package, environment: ["PATH": "\(shell.home.root):/usr/bin:/bin"], write: { _ in },
      complain: { _ in })
    let page = "gallery-ffffffffffff.html"
    _ = try BaseGallery.commit("main", page: "\(shell.results)/\(page)")
      .gallery(for: order, PackageFolder(at: nil, from: package), in: surroundings)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shell.results).sorted()
        == others.prefix(4) + [page, "gallery-of-my-own.html"])
    // That it cannot be kept is no fault of the base.
    #expect(throws: ToolFailure.self) {
      try BaseGallery.commit("main", page: "\(shell.results)/none/\(page)")
        .gallery(for: order, PackageFolder(at: nil, from: package), in: surroundings)
    }
  }

  @Test("is not drawn when Ctrl-C comes first, and no page is left")
  func interrupted() throws {
    let outcome = try shell.draw(
      "SampleOnboarding", "--against", "main", interruptAt: "Building and drawing 'main'")
    #expect(outcome.status == 130)
    #expect(
      outcome.complaints.hasSuffix(
        "Interrupted while 'main' was built and drawn; there is no new page.\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: shell.results) == [])
  }

  @Test("finds the screens that neither a scene nor a test has drawn")
  func undrawn() throws {
    let source = ["home", "done", "summary", "tour-\\(number)"].map { "Screen(\"\($0)\", title: \"\") {}\n" }
    let file = URL(filePath: package + "/SampleApps/SampleOnboarding/Screens.swift")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(source.joined().utf8).write(to: file)
    let run = RunFolder(path: shell.results + "/runs/one")
    var test = TestIdentity(framework: .xcTest, id: "M.C/t", name: "t")
    test.app = "SampleOnboarding"
    let record = TestRecord(
      test: test, date: 0, summary: TestSummary(outcome: "passed", seconds: 0),
      audit: [JudgedScreen(screen: "done", findings: [], notJudged: [])])
    try run.add(TraceLine.bytes("test", Array(JSONEncoder().encode(record))))
    var order = GalleryCommand.Order()
    order.widths = [40]
    var drawing = GalleryDrawing(
      order, in: Surroundings(folder: package, environment: [:], write: { _ in }, complain: { _ in }))
    try drawing.draw([("SampleOnboarding", BuiltProduct.path("SampleOnboarding"))])
    let target = TeamGraph.Target(name: "SampleOnboarding", folder: "SampleApps/SampleOnboarding", uses: [])
    drawing.findUndrawn(
      of: ["SampleOnboarding"], try PackageFolder(at: nil, from: package), TeamGraph([target]), run: run)
    #expect(drawing.gallery.run == "one")
    #expect(
      drawing.gallery.undrawn == [
        DeclaredScreen(screen: "summary", file: "SampleApps/SampleOnboarding/Screens.swift", line: 3)
      ])
  }
}
