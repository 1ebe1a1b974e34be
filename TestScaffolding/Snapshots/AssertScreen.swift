#if DEBUG
public import AppRuntime
public import ElementTree

/// Expects that a session, without an app around it, shows exactly this screen: a tree as text, an element a line, as
/// `Element.treeDescription` writes it.
///
/// ```swift
/// assertScreen(of: session, """
///   screen #basket "Basket"
///     …
///     button #checkout "Check out"
///   """)
/// ```
///
/// A line `…` stands for any lines, `*` within a text for any characters, and `\*` for itself. `focused` counts only where the
/// text has it. Where the screen differs, the test fails with the lines that do, and goes on. An empty text fails, too, and what
/// is shown is suggested; `cleanslate accept` writes it here.
@MainActor
public func assertScreen(
  of session: some FeatureSession, _ text: String, file: StaticString = #filePath, line: UInt = #line
) {
  let body = session.body
  TreeComparison.compare(
    body.screen ?? body, with: text, call: "assertScreen", file: file, line: line)
}

/// Expects that a host shows exactly this screen; see `assertScreen(of:_:file:line:)` for a session.
@MainActor
public func assertScreen(
  of host: some ElementHost, _ text: String, file: StaticString = #filePath, line: UInt = #line
) {
  let tree = host.tree
  TreeComparison.compare(
    tree.screen ?? tree, with: text, call: "assertScreen", file: file, line: line)
}
#endif
