extension Browser {
  /// Runs the body of a function in the page, with the arguments as `arguments`, and decodes what it returns.
  package func execute<Value: Decodable & Sendable>(
    _ script: String, _ arguments: JSONValue..., as type: Value.Type
  ) async throws -> Value {
    try await command(
      "POST", "/execute/sync", ["script": .string(script), "args": .array(arguments)], as: type)
  }

  /// Runs the body of a function in the page.
  package func execute(_ script: String, _ arguments: JSONValue...) async throws {
    try await perform(
      "POST", "/execute/sync", ["script": .string(script), "args": .array(arguments)])
  }

  /// Runs the body of a function in the page that calls its last argument with its result.
  package func execute<Value: Decodable & Sendable>(_ script: String, async type: Value.Type) async throws
    -> Value
  {
    try await command("POST", "/execute/async", ["script": .string(script), "args": []], as: type)
  }

  /// Returns when something on the page has changed, or soon: not all that a page shows is in its elements.
  func nextChange() async throws {
    let script = """
      const done = arguments[0], timer = setTimeout(finish, 50), observer = new MutationObserver(finish);
      observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
      function finish() { observer.disconnect(); clearTimeout(timer); done(null); }
      """
    try await perform("POST", "/execute/async", ["script": .string(script), "args": []])
  }

  /// Returns true once the element that the selector names is seen to have the text, and false after a while.
  func comesToShow(_ text: String, in css: String) async throws -> Bool {
    let script = """
      const [css, text, done] = arguments, plain = text => text.replace(/\\s+/g, ' ');
      const observer = new MutationObserver(look), ticks = setInterval(look, 50);
      const end = setTimeout(() => finish(false), 1000);
      observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
      function look() {
        const element = document.querySelector(css), box = element?.getBoundingClientRect();
        const isSeen = box?.width && box.height
          && element.checkVisibility({visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true});
        if (isSeen && plain(element.innerText).includes(plain(text))) finish(true);
      }
      function finish(isThere) { observer.disconnect(); clearInterval(ticks); clearTimeout(end); done(isThere); }
      look();
      """
    return try await command(
      "POST", "/execute/async", ["script": .string(script), "args": [.string(css), .string(text)]],
      as: Bool.self)
  }

  /// Sends a command of Chromium's own protocol, for what WebDriver has no word for.
  package func chromium(_ name: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
    try await chromium(name, parameters, as: JSONValue.self)
  }

  func chromium<Value: Decodable & Sendable>(
    _ name: String, _ parameters: JSONValue = [:], as type: Value.Type
  ) async throws -> Value {
    try await command(
      "POST", "/goog/cdp/execute", ["cmd": .string(name), "params": parameters], as: type)
  }
}
