/// An element of the page, as it was found.
package struct BrowserElement: Sendable {
  let browser: Browser
  let reference: ElementReference

  /// The element as an argument for scripts.
  package var argument: JSONValue { [ElementReference.key: .string(reference.value)] }

  /// Scrolls to the element and clicks its middle, as a person does; an element that is covered refuses.
  package func click() async throws { try await perform("POST", "/click", [:]) }

  /// Types into the element, after what is in it.
  package func type(_ text: String) async throws {
    try await perform("POST", "/value", ["text": .string(text)])
  }

  /// Empties a field.
  package func clear() async throws { try await perform("POST", "/clear", [:]) }

  /// The text as it is shown.
  package var text: String { get async throws { try await get("/text", as: String.self) } }

  /// The role that assistive technology sees.
  package var role: String { get async throws { try await get("/computedrole", as: String.self) } }

  /// The name that assistive technology says.
  package var name: String { get async throws { try await get("/computedlabel", as: String.self) } }

  package var isEnabled: Bool { get async throws { try await get("/enabled", as: Bool.self) } }

  package var isDisplayed: Bool { get async throws { try await get("/displayed", as: Bool.self) } }

  package var isSelected: Bool { get async throws { try await get("/selected", as: Bool.self) } }

  /// Returns the attribute as the markup or a script has set it.
  package func attribute(_ name: String) async throws -> String? {
    try await get("/attribute/\(name)", as: String?.self)
  }

  /// Returns the property of the object in the page, such as the `value` of a field.
  package func property<Value: Decodable & Sendable>(_ name: String, as type: Value.Type) async throws
    -> Value
  {
    try await get("/property/\(name)", as: type)
  }

  /// Returns the computed value of a CSS property.
  package func style(_ property: String) async throws -> String {
    try await get("/css/\(property)", as: String.self)
  }

  /// Finds the first element inside this one.
  package func find(_ css: String) async throws -> BrowserElement {
    let body: JSONValue = ["using": "css selector", "value": .string(css)]
    let found = try await browser.command("POST", path("/element"), body, as: ElementReference.self)
    return BrowserElement(browser: browser, reference: found)
  }

  private func path(_ rest: String) -> String { "/element/\(reference.value)\(rest)" }

  private func get<Value: Decodable & Sendable>(_ rest: String, as type: Value.Type) async throws -> Value {
    try await browser.command("GET", path(rest), as: type)
  }

  private func perform(_ method: String, _ rest: String, _ body: JSONValue) async throws {
    try await browser.perform(method, path(rest), body)
  }
}

/// What stands for an element on the wire.
struct ElementReference: Decodable, Sendable {
  static let key = "element-6066-11e4-a52e-4f735466cecf"

  let value: String

  init(from decoder: any Decoder) throws {
    let fields = try decoder.singleValueContainer().decode([String: String].self)
    guard let value = fields[Self.key] else { throw BrowserError("No element in \(fields).") }
    self.value = value
  }
}

extension Browser {
  /// Finds the first element that the CSS selector names, or throws.
  package func find(_ css: String) async throws -> BrowserElement {
    let body: JSONValue = ["using": "css selector", "value": .string(css)]
    return BrowserElement(
      browser: self, reference: try await command("POST", "/element", body, as: ElementReference.self))
  }

  /// Finds all elements that the CSS selector names, in the order of the page.
  package func findAll(_ css: String) async throws -> [BrowserElement] {
    let body: JSONValue = ["using": "css selector", "value": .string(css)]
    return try await command("POST", "/elements", body, as: [ElementReference].self)
      .map { BrowserElement(browser: self, reference: $0) }
  }

  /// The element that has the keyboard.
  package var focused: BrowserElement {
    get async throws {
      BrowserElement(
        browser: self, reference: try await command("GET", "/element/active", as: ElementReference.self))
    }
  }
}
