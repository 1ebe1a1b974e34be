import Foundation
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

/// Runs the command in a workspace of its own, which git knows.
@Suite("cleanslate teams", .serialized)
struct TeamsCommandTests {
  private let home: TemporaryHome
  private let folder: String

  init() throws {
    home = try TemporaryHome()
    folder = home.path(.home) + "/workspace"
    try write("Package.swift", Self.manifest)
    for (name, layer) in [("ShopFeature", "Features"), ("OrdersFeature", "Features"), ("Screens", "Core")] {
      try write("\(layer)/\(name)/\(name).swift", "")
    }
    try git("init", "--quiet", "--initial-branch=main")
    try commit("the beginning")
  }

  private static let manifest = """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "Workspace",
      targets: [
        .target(name: "Screens", path: "Core/Screens"),
        .target(name: "ShopFeature", dependencies: ["Screens"], path: "Features/ShopFeature"),
        .target(name: "OrdersFeature", path: "Features/OrdersFeature"),
      ])

    """

  private func write(_ path: String, _ text: String) throws {
    let file = URL(filePath: "\(folder)/\(path)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func git(_ words: String...) throws {
    let person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    try Subprocess.run(["HOME=\(home.path(.home))", "git"] + person + words, in: folder, readsOutput: true)
  }

  private func commit(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "-m", message)
  }

  /// What a call wrote, and its exit status.
  private func teams(_ words: String..., below path: String = "") -> (
    output: String, errors: String, status: Int32
  ) {
    let (output, errors) = (Pages(), Pages())
    let surroundings = Surroundings(
      folder: folder + path, environment: [:], write: { output.text += $0 }, complain: { errors.text += $0 })
    let status = Command(in: surroundings).run(["teams"] + words)
    return (output.text, errors.text, status)
  }

  private final class Pages { var text = "" }

  @Test("lists all teams, from any folder of the workspace")
  func list() {
    #expect(teams() == ("Shop\nOrders\n", "", 0))
    #expect(teams(below: "/Features/ShopFeature") == ("Shop\nOrders\n", "", 0))
    #expect(teams("--package-path", folder, below: "/..") == ("Shop\nOrders\n", "", 0))
  }

  @Test("says what a team would be where there is none")
  func noTeams() throws {
    try write("Package.swift", Self.manifest.replacing("Feature\", ", with: "Library\", "))
    let errors =
      "no teams: a team's code is a target NAMEFeature below Features/, or NAMEComposition below SampleApps/\n"
    #expect(teams() == ("", errors, 0))
  }

  @Test("lists the teams that a branch touches, by what is committed, changed, new, moved and removed")
  func changes() throws {
    #expect(teams("--changed-since", "main") == ("", "", 0))
    try git("checkout", "--quiet", "-b", "work")
    try write("Features/ShopFeature/Basket with a space.swift", "")
    #expect(teams("--changed-since", "main") == ("Shop\n", "", 0))
    try commit("a basket")
    #expect(teams("--changed-since", "main") == ("Shop\n", "", 0))
    #expect(teams("--changed-since", "HEAD") == ("", "", 0))
    // What others have done on the main branch since is no change of this one.
    try git("checkout", "--quiet", "main")
    try write("Features/OrdersFeature/OrdersFeature.swift", "// anew")
    try commit("orders")
    try git("checkout", "--quiet", "work")
    #expect(teams("--changed-since", "main") == ("Shop\n", "", 0))
    try git("mv", "Features/OrdersFeature/OrdersFeature.swift", "Features/ShopFeature/Orders.swift")
    #expect(teams("--changed-since", "main") == ("Shop\nOrders\n", "", 0))
  }

  @Test("lists all teams where a file may matter to everybody, and says which")
  func all() throws {
    try write("toolchain.txt", "6.3.1")
    #expect(
      teams("--changed-since", "HEAD") == (
        "Shop\nOrders\n", "all teams: toolchain.txt is part of no target\n", 0
      ))
  }

  @Test("lists all teams where a package beside the workspace may have changed, and says which file has")
  func beside() throws {
    let shop = "/apps/shop"
    for (name, layer) in [("ShopFeature", "Features"), ("OrdersFeature", "Features"), ("Screens", "Core")] {
      try write("apps/shop/\(layer)/\(name)/\(name).swift", "")
    }
    try write("apps/shop/Package.swift", Self.manifest)
    try write("libs/Soup/Package.swift", Self.manifest)
    try commit("a workspace in a folder")
    try write("libs/Soup/New.swift", "")
    try write("apps/shop/Features/ShopFeature/Basket.swift", "")
    #expect(teams("--changed-since", "HEAD", below: shop) == ("Shop\n", "", 0), "nothing beside it is used")
    let dependency = "name: \"Workspace\", dependencies: [.package(path: \"../../libs/Soup\")],"
    try write("apps/shop/Package.swift", Self.manifest.replacing("name: \"Workspace\",", with: dependency))
    try git("add", "apps")
    try git("commit", "--quiet", "-m", "uses a package beside it")
    let all = ("Shop\nOrders\n", "all teams: ../../libs/Soup/New.swift is part of no target\n", Int32(0))
    #expect(teams("--changed-since", "HEAD", below: shop) == all)
    try commit("soup")
    #expect(teams("--changed-since", "HEAD", below: shop) == ("", "", 0))
    #expect(teams("--changed-since", "HEAD~1", below: shop) == all)
  }

  @Test("says what is wrong, and lists nothing")
  func mistakes() throws {
    let unknown = teams("--changed-since", "origin/nowhere")
    #expect(unknown.output == "" && unknown.status == 65)
    #expect(unknown.errors.contains("git knows no commit 'origin/nowhere'"))
    #expect(teams("--changed-since").errors.contains("Missing value after '--changed-since'"))
    #expect(teams("--changed-since").status == 64)
    #expect(teams("--wat").errors == "Unknown option '--wat'. See 'cleanslate teams --help'.\n")
    #expect(
      teams("--package-path", "nowhere").errors == "cleanslate teams: 'nowhere' has no Package.swift.\n")
    try git("checkout", "--quiet", "--orphan", "other")
    try commit("another beginning")
    #expect(teams("--changed-since", "main").errors.contains("have no commit in common"))
    try FileManager.default.removeItem(atPath: "\(folder)/.git")
    #expect(teams("--changed-since", "main").errors.contains("is in no git repository"))
  }

  @Test("is found by its name, and explains itself")
  func help() {
    #expect(teams("--help").output.hasPrefix("USAGE: cleanslate teams"))
    let pages = Pages()
    let command = Command(
      in: Surroundings(
        folder: folder, environment: [:], write: { pages.text += $0 }, complain: { pages.text += $0 }))
    #expect(command.run([]) == 64 && command.run(["--help"]) == 0)
    #expect(command.run(["team"]) == 64)
    #expect(
      pages.text.hasSuffix(
        "cleanslate has no 'team'; did you mean 'teams'? See 'cleanslate --help'.\n"
      ))
  }
}
