/// Which test it is, and which of its apps.
package struct TestIdentity: Codable, Equatable, Sendable {
  /// As `swift test list` or Swift Testing's events name it.
  package var id: String
  package var module: String
  package var suite: String
  package var name: String
  /// Whether it is one of the cases of a test with arguments.
  package var isCase: Bool
  /// Different for all cases of all processes that run at the same time.
  package var number: String?
  package var app: String
  /// What the test calls the app, if it has several: each has a record of its own.
  package var role: String?
  package var file: String?
  package var line: Int?

  package init(
    id: String, module: String, suite: String, name: String, isCase: Bool = false, number: String? = nil,
    app: String = "", role: String? = nil, file: String? = nil, line: Int? = nil
  ) {
    (self.id, self.module, self.suite, self.name) = (id, module, suite, name)
    (self.isCase, self.number, self.app, self.role) = (isCase, number, app, role)
    (self.file, self.line) = (file, line)
  }

  /// The id without the place that Swift Testing puts behind it.
  package var label: String {
    guard let slash = id.lastIndex(of: "/"), id[slash...].contains(".swift:") else { return id }
    return String(id[..<slash])
  }

  /// The folder of its evidence, below that of all results.
  package var folder: String {
    let names = [Self.fileName(name), number, role.map(Self.fileName)].compactMap(\.self)
    return [Self.fileName(module), Self.fileName(suite), names.joined(separator: " ")].joined(separator: "/")
  }

  /// Returns a name that is a valid path component on every system.
  private static func fileName(_ name: String) -> String {
    let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_ ".contains($0)) ? $0 : "_" }
    return String(safe.prefix(120))
  }
}
