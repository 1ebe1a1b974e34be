import Foundation
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("The screens that sources declare")
struct DeclaredScreensTests {
  @Test("are the calls of Screen with a literal, in which a star stands for what only the app knows")
  func calls() {
    let source = #"""
      // Screen("comment", title: "") {}
      struct MenuScreen { let text = "Screen(\"text\")" }
      Screen("menu", title: "Menu") { Text("a") }
      Screen(
        "checkout-\(step(of: ("x")).rawValue)-now", title: "Checkout")
      Screen(identifier, title: "") {}
      LongScreen("long")
      Screen("menu", title: "Menu again") {}
      """#
    let screens = DeclaredScreen.all(in: Array(source.utf8), of: "Shop.swift")
    #expect(screens.map(\.screen) == ["menu", "checkout-*-now", "menu"])
    #expect(screens.map(\.line) == [3, 4, 8] && screens[0].file == "Shop.swift")
    #expect(screens[1].has("checkout-pay-now") && !screens[1].has("checkout") && !screens[0].has("menu-2"))
  }

  @Test("are looked for in all sources of the modules but those of debug builds")
  func files() throws {
    let home = try TemporaryHome()
    for (path, text) in [
      ("Features/Shop/Screens/Menu.swift", "Screen(\"menu\", title: \"\")"),
      ("Features/Shop/Debug.swift", "#if DEBUG\nScreen(\"debug\", title: \"\")\n#endif\n"),
      ("Features/Shop/notes.md", "Screen(\"notes\")"), ("Features/Other/A.swift", "Screen(\"other\")"),
    ] {
      let file = URL(filePath: "\(home.root)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let target = TeamGraph.Target(name: "Shop", folder: "Features/Shop", uses: [])
    #expect(
      DeclaredScreen.all(of: [target], in: home.root) == [
        DeclaredScreen(screen: "menu", file: "Features/Shop/Screens/Menu.swift", line: 1)
      ])
  }
}
