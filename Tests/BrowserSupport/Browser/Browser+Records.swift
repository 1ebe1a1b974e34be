/// A line of the page's console, or what the browser itself has to say of the page.
package struct ConsoleLine: Decodable, Sendable, Equatable, CustomStringConvertible {
  package let level: String
  package let source: String
  package let message: String

  package var description: String { "\(level) \(source): \(message)" }
}

/// A cookie of the page.
package struct BrowserCookie: Decodable, Sendable, Equatable {
  package let name: String
  package let value: String
  package let httpOnly: Bool
  package let sameSite: String?
}

extension Browser {
  /// Takes what the console has gained since it was taken last.
  package func takeConsole() async throws -> [ConsoleLine] {
    try await command("POST", "/se/log", ["type": "browser"], as: [ConsoleLine].self)
  }

  /// Takes the errors of the console, with what the security policy has refused among them.
  package func takeConsoleErrors() async throws -> [ConsoleLine] {
    try await takeConsole().filter { $0.level == "SEVERE" }
  }

  package var cookies: [BrowserCookie] {
    get async throws { try await command("GET", "/cookie", as: [BrowserCookie].self) }
  }
}
