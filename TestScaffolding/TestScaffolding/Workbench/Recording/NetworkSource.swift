#if DEBUG
import ControlProtocol

/// Writes how requests are answered as the source of a test.
enum NetworkSource {
  /// A call such as `reply(to: .get("/menu"), with: .text("{}").delayed(by: .seconds(2)))`.
  static func reply(_ route: NetworkRoute) -> String {
    let once = route.once == true ? ", once: true" : ""
    return "reply(to: \(target(route.to)), with: \(answer(route))\(once))"
  }

  private static func target(_ text: String) -> String {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    let address = SwiftText.literal(words.last ?? "")
    let shorthands = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    guard let method = words.first else { return address }
    if method == "*" { return ".any(\(address))" }
    return shorthands.contains(method)
      ? ".\(method.lowercased())(\(address))" : "NetworkTarget(\(SwiftText.literal(method)), \(address))"
  }

  private static func answer(_ route: NetworkRoute) -> String {
    var calls: [String] = []
    if let failure = route.fails {
      calls.append(".failure(.\(failure.rawValue))")
    } else if let text = route.text {
      calls.append(".text(\(SwiftText.literal(text)))")
    } else if let text = route.base64 {
      calls.append(".base64(\(SwiftText.literal(text)))")
    } else {
      calls.append(".status(\(route.status ?? 200))")
    }
    if let status = route.status, calls[0].hasPrefix(".status(") == false {
      calls.append(".status(\(status))")
    }
    for (name, value) in (route.headers ?? [:]).sorted(by: { $0.key < $1.key }) {
      calls.append(".header(\(SwiftText.literal(name)), \(SwiftText.literal(value)))")
    }
    if let seconds = route.delaySeconds { calls.append(".delayed(by: .seconds(\(seconds)))") }
    if let bytes = route.trickleBytes, let seconds = route.trickleSeconds {
      calls.append(".trickling(\(bytes), every: .seconds(\(seconds)))")
    }
    if let end = route.breaksOffAfter { calls.append(".breakingOff(after: \(end))") }
    return calls.joined()
  }
}
#endif
