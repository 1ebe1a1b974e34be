#if DEBUG
import ElementTree
import Snapshots

extension App {
  /// Expects that the app shows exactly this screen: a tree as text, an element a line, as `Element.treeDescription` writes it.
  ///
  /// ```swift
  /// try app.assertScreen("""
  ///   screen #basket "Basket"
  ///     cell #line-0 "2 × Shoyu ramen, large" value: "€34.80"
  ///     …
  ///     button #checkout "Check out"
  ///   """)
  /// ```
  ///
  /// A line `…` stands for any lines, `*` within a text for any characters, and `\*` for itself. `focused` counts only where
  /// the text has it. Where the screen differs, the test fails with the lines that do, and goes on. An empty text fails, too,
  /// and what is shown is suggested; `cleanslate accept` writes it here.
  public func assertScreen(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    let tree = try snapshot(at: CallPlace(file: file, line: line)).tree
    TreeComparison.compare(
      tree.screen ?? tree, with: text, call: "assertScreen", file: file, line: line)
  }
}

extension AppElement {
  /// Expects that the element and all in it are exactly this; see ``App/assertScreen(_:file:line:)``.
  public func assertTree(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    let tree = try query.app.snapshot(of: summary, at: CallPlace(file: file, line: line)).tree
    TreeComparison.compare(
      try resolve(in: tree), with: text, call: "assertTree", file: file, line: line)
  }
}
#endif
