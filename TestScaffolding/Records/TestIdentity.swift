/// Which test it is, as its framework names it, and which of its apps.
package struct TestIdentity: Codable, Equatable, Sendable {
  package enum Framework: String, CaseIterable, Codable, Sendable {
    case xcTest = "XCTest"
    case swiftTesting = "Swift Testing"
  }

  package var framework: Framework
  /// What the framework's reports and filters call it: `Module.Class/test`, or `Module.Suite/test()/File.swift:1:2`.
  package var id: String
  package var module: String
  /// The class or the suites, with dots between them; empty if there is none.
  package var suite: String
  /// What it is called within its class or suite; empty if it is a suite itself.
  package var name: String
  /// Whether it is one of the cases of a test with arguments.
  package var isCase = false
  /// Different for all cases of all processes that run at the same time.
  package var number: String?
  package var app = ""
  /// What the test calls the app, if it has several: each has a record of its own.
  package var role: String?
  /// Where it is written, as far as that is known.
  package var file: String?
  package var line: Int?

  /// The module of the target that has this folder: signs that no name in Swift may have are `_` there.
  package static func module(ofFolder name: String) -> String {
    let signs = name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    return String(signs.first?.isNumber == true ? ["_"] + signs.dropFirst() : signs)
  }

  package init(framework: Framework, id: String, module: String, suite: String, name: String) {
    (self.framework, self.id, self.module, self.suite, self.name) = (framework, id, module, suite, name)
  }

  /// Takes module and suite from the id.
  package init(framework: Framework, id: String, name: String, place: SourcePlace? = nil) {
    self.init(framework: framework, id: id, module: "", suite: "", name: name)
    let around = name.isEmpty ? label : String(label.dropLast(name.count + 1)).replacing("/", with: ".")
    let parts = around.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    (module, suite) = (parts[0], parts.count > 1 ? parts[1] : "")
    self.place = place
  }

  package var place: SourcePlace? {
    get { SourcePlace(file: file, line: line) }
    set { (file, line) = (newValue?.file, newValue?.line) }
  }

  /// The id without the place that Swift Testing puts behind it.
  package var label: String {
    // Most have none and end with a parenthesis; to search for it takes long where many tests are listed.
    guard framework == .swiftTesting, id.utf8.last != UInt8(ascii: ")"), let slash = id.lastIndex(of: "/"),
      id[slash...].contains(".swift:")
    else {
      return id
    }
    return String(id[..<slash])
  }

  /// The label, and what the test calls the app if it has several.
  package var labelWithRole: String { [label, role].compactMap(\.self).joined(separator: " ") }

  /// The module with the class or the suites, with dots between them.
  package var suiteName: String { suite.isEmpty ? module : "\(module).\(suite)" }

  /// A regular expression for this test that stays the same when its lines move.
  package var filter: String { "^\(Self.escaped(label))\(framework == .xcTest ? "$" : "")" }

  /// A regular expression that nothing but this test matches: two files may have private tests of the same name.
  package var exactFilter: String { "^\(Self.escaped(id))$" }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      if "\\^$.|?*+()[]{}".contains(character) { text += "\\" }
      text.append(character)
    }
  }

  /// What is read first of a failure, in the folder of its evidence.
  package static let failureFile = "failure.md"

  /// The folder of its evidence, below that of all results.
  package var folder: String {
    let names = [Self.fileName(name), number, role.map { Self.fileName($0, most: 60) }].compactMap(\.self)
    return [
      Self.fileName(module), Self.fileName(suite.isEmpty ? "Tests" : suite), names.joined(separator: " "),
    ]
    .joined(separator: "/")
  }

  /// Returns a name that is a valid path component on every system. Names that differ in more than what each function has
  /// around its words have different ones.
  private static func fileName(_ name: String, most: Int = 120) -> String {
    var (safe, isWhole) = ("", true)
    for character in name {
      let isWithin = character == "." && !safe.isEmpty
      let isValid = isWithin || character.isLetter || character.isNumber || "-_ ".contains(character)
      let next = isValid ? character : "_"
      if !isValid, !"().:`".contains(character) { isWhole = false }
      guard safe.utf8.count + next.utf8.count <= most else {
        isWhole = false
        break
      }
      safe.append(next)
    }
    return isWhole ? safe : "\(safe) \(Fingerprint(of: name.utf8).text.prefix(8))"
  }
}

extension String {
  /// The text as one word of a shell.
  package var asShellWord: String { "'" + replacing("'", with: "'\\''") + "'" }
}
