/// What a monkey types: nothing, sense, and nonsense in many scripts.
enum TypedText {
  /// What gets further in some field of some app.
  private static let sensible: [String: [String]] = [
    "name": ["Ada", "山田 花子"],
    "email": ["ada@example.com", "hanako@example.jp", "alan@example.com", "nobody@example.com"],
    "password": ["analytical engine", "sakura mochi", "wrong"],
    "menu-search": ["noodles", "ramen", "haggis"],
    "search": ["ramen", "1001", "noodles"],
    "voucher-code": ["WELCOME10", "welcome10", "NONE"],
    "delivery-name": ["Ada Lovelace"], "delivery-street": ["Dorset Street 1"],
    "delivery-postcode": ["10997"], "delivery-city": ["London"],
    "note-text": ["More noodles, please."],
  ]

  private static let odd = [
    "", " ", "a", "0", "-1", "true", "é", "e\u{301}", "ß", "İ", "👩‍👩‍👧‍👦🏳️‍🌈", "🇩🇪🇯🇵", "שלום עולם", "مرحبا ١٢٣",
    "abc \u{202E}cba\u{202C}", "漢字かな", "\u{200B}\u{FEFF}", "Z\u{335}\u{321}\u{34F}\u{303}", "\"quoted\" \\ /",
    "{\"json\":[1]}", "\t\n\r", "\u{1B}[31mred\u{1B}[0m", "\u{0}\u{7}\u{7F}", "../../etc/passwd", "%00%2e%2e",
    "\u{FFFF}", "𝕬𝖇𝖈", "storefront://shop",
  ]

  static func random(
    for identifier: String, using generator: inout some RandomNumberGenerator
  ) -> String {
    if let known = sensible[identifier], Int.random(in: 0..<3, using: &generator) > 0 {
      return known.randomElement(using: &generator) ?? ""
    }
    if Int.random(in: 0..<8, using: &generator) == 0 {
      let unit = ["x", "🙂", "א", "é"].randomElement(using: &generator) ?? "x"
      return String(repeating: unit, count: Int.random(in: 81...3000, using: &generator))
    }
    return odd.randomElement(using: &generator) ?? ""
  }
}
