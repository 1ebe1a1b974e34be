import Foundation

/// The menus that come with the app.
nonisolated enum BundledCatalog: String, CaseIterable, Sendable {
  case bundled, empty, broken, slow, long, japanese

  /// How long the menu takes to load.
  var delay: Duration { self == .slow ? .seconds(8) : .zero }

  func read() throws(CatalogError) -> Catalog {
    // Each of the larger menus is parsed once, however often the app is built anew.
    switch self {
    case .bundled, .slow: try Self.kitchens.get()
    case .japanese: try Self.ramenYa.get()
    case .long: try Self.banquet.get()
    case .empty: try CatalogReader.read(Data(CatalogText.empty.utf8))
    case .broken: try CatalogReader.read(Data(CatalogText.broken.utf8))
    }
  }

  private static let kitchens = reading(CatalogText.kitchens)
  private static let ramenYa = reading(CatalogText.japanese)
  private static let banquet = reading(CatalogText.long)

  private static func reading(_ text: String) -> Result<Catalog, CatalogError> {
    Result { () throws(CatalogError) in try CatalogReader.read(Data(text.utf8)) }
  }
}

/// The menus that come with the app, as JSON.
nonisolated enum CatalogText {
  static let kitchens = """
    {
      "version": 1,
      "currency": "EUR",
      "delivery": {"fee": 290, "freeFrom": 2500, "minimum": 1000},
      "categories": [
        {"id": "noodles", "name": "Noodles"},
        {"id": "pizza", "name": "Pizza"},
        {"id": "bowls", "name": "Bowls and salads"},
        {"id": "small", "name": "Small plates"},
        {"id": "sweet", "name": "Sweet things"}
      ],
      "items": [
        {"id": "ramen", "category": "noodles", "name": "Shoyu ramen", "price": 1290,
         "text": "Wheat noodles in a clear soy broth with leek, nori and a marinated egg.",
         "options": [
           {"name": "Size", "kind": "one", "choices": [
             {"id": "regular", "name": "regular", "price": 0}, {"id": "large", "name": "large", "price": 300}]},
           {"name": "Extras", "kind": "many", "choices": [
             {"id": "egg", "name": "another egg", "price": 150},
             {"id": "tofu", "name": "smoked tofu", "price": 220},
             {"id": "chilli", "name": "chilli oil", "price": 0}]}]},
        {"id": "udon", "category": "noodles", "name": "Curry udon", "price": 1180,
         "text": "Thick noodles in a mild curry with carrots and peas."},
        {"id": "dandan", "category": "noodles", "name": "Dan dan noodles", "price": 1240,
         "text": "With minced mushrooms, sesame and Sichuan pepper. Hot."},
        {"id": "margherita", "category": "pizza", "name": "Margherita", "price": 950,
         "text": "Tomato, mozzarella, basil.",
         "options": [
           {"name": "Extras", "kind": "many", "choices": [
             {"id": "basil", "name": "extra basil", "price": 0},
             {"id": "buffalo", "name": "buffalo mozzarella", "price": 250}]}]},
        {"id": "funghi", "category": "pizza", "name": "Funghi", "price": 1120,
         "text": "Chestnut mushrooms, garlic, parsley and a little lemon."},
        {"id": "diavola", "category": "pizza", "name": "Diavola", "price": 1190,
         "text": "Spicy salami, tomato, black olives."},
        {"id": "falafel", "category": "bowls", "name": "Falafel bowl", "price": 890,
         "text": "Chickpea fritters, bulgur, cucumber, pickled radish, tahini."},
        {"id": "lentils", "category": "bowls", "name": "Warm lentil salad", "price": 840,
         "text": "Green lentils with mustard, celery and roasted carrots."},
        {"id": "gyoza", "category": "small", "name": "Gyoza", "price": 580,
         "text": "Five dumplings with cabbage and ginger, fried on one side."},
        {"id": "bread", "category": "small", "name": "Flatbread", "price": 350,
         "text": "From the oven, with olive oil and za'atar."},
        {"id": "tiramisu", "category": "sweet", "name": "Tiramisù", "price": 490,
         "text": "Mascarpone, espresso, cocoa."},
        {"id": "mochi", "category": "sweet", "name": "Mochi", "price": 420,
         "text": "Two rice cakes with black sesame."}
      ],
      "vouchers": [
        {"code": "WELCOME10", "percent": 10, "minimum": 1500},
        {"code": "FIVEOFF", "amount": 500, "minimum": 3000},
        {"code": "SUMMER24", "percent": 25, "minimum": 0, "expires": 1725141600}
      ]
    }
    """

  static let empty = """
    {"version": 1, "currency": "EUR", "delivery": {"fee": 290, "freeFrom": 2500, "minimum": 1000},
     "categories": [], "items": [], "vouchers": []}
    """

  static let broken = """
    {"version": 1, "currency": "EUR", "delivery": {"fee": 290, "freeFrom": 2500, "minimum": 1000},
     "categories": [{"id": "pizza", "name": "Pizza"}],
     "items": [{"id": "margherita", "category": "pizza", "name": "Margherita", "text": "", "price": "9.50"}],
     "vouchers": []}
    """

  static let japanese = """
    {
      "version": 1,
      "currency": "JPY",
      "delivery": {"fee": 300, "freeFrom": 3000, "minimum": 1000},
      "categories": [{"id": "ramen", "name": "ラーメン"}, {"id": "side", "name": "一品料理"}],
      "items": [
        {"id": "ramen", "category": "ramen", "name": "醤油ラーメン", "price": 980,
         "text": "鶏がらと昆布の澄んだスープに、細麺、味玉、海苔をのせて。",
         "options": [
           {"name": "麺の量", "kind": "one", "choices": [
             {"id": "regular", "name": "並盛", "price": 0}, {"id": "large", "name": "大盛", "price": 150}]},
           {"name": "トッピング", "kind": "many", "choices": [
             {"id": "egg", "name": "味玉", "price": 130}, {"id": "nori", "name": "海苔", "price": 100}]}]},
        {"id": "miso", "category": "ramen", "name": "味噌ラーメン", "price": 1050,
         "text": "北海道の味噌とバター、とうもろこし。"},
        {"id": "gyoza", "category": "side", "name": "焼き餃子", "price": 480, "text": "五個。パリッと焼き上げました。"},
        {"id": "rice", "category": "side", "name": "ご飯", "price": 150, "text": "新潟県産コシヒカリ。"}
      ],
      "vouchers": [{"code": "HAJIMETE", "percent": 10, "minimum": 1500}]
    }
    """

  /// Sixty dishes with long names, in one category that also has a long name.
  static var long: String {
    let name =
      "Slow-roasted aubergine with pomegranate molasses, toasted walnuts, mint and a soft flatbread, No."
    let text = String(repeating: "It is cooked for as long as it takes to describe it. ", count: 8)
    let items = (1...60).map { number in
      """
      {"id": "dish-\(number)", "category": "all", "name": "\(name) \(number)", "text": "\(text)",
       "price": \(number * 12_345)}
      """
    }
    return """
      {"version": 1, "currency": "EUR", "delivery": {"fee": 290, "freeFrom": 2500, "minimum": 1000},
       "categories": [{"id": "all", "name": "Everything that the season, the garden and the patience of the \
      kitchen allow"}],
       "items": [\(items.joined(separator: ","))], "vouchers": []}
      """
  }
}
