import Foundation
import Testing

@testable import ShopFeature

@Suite("A catalogue")
struct CatalogTests {
  private func problem(_ change: (inout String) -> Void) -> String? {
    var text = CatalogText.empty
    change(&text)
    do throws(CatalogError) {
      _ = try CatalogReader.read(Data(text.utf8))
      return nil
    } catch {
      return error.problem
    }
  }

  @Test(
    "comes with the app in several kinds, all but one sound",
    arguments: [(BundledCatalog.bundled, 12), (.empty, 0), (.long, 60), (.japanese, 4), (.slow, 12)])
  func bundled(catalog: BundledCatalog, items: Int) throws {
    #expect(try catalog.read().items.count == items)
  }

  @Test("that is broken says what is wrong, and where")
  func broken() {
    #expect(throws: CatalogError("items[0].price is not a whole number")) { try BundledCatalog.broken.read() }
    #expect(
      "\(CatalogError("it is not JSON"))" == "The menu cannot be read: it is not JSON.")
  }

  @Test(
    "is checked before anything of it is shown",
    arguments: [
      ("{", "", "it is not JSON"),
      ("\"version\": 1", "\"version\": 2", "its version is 2, and this app reads version 1"),
      ("\"currency\": \"EUR\", ", "", "\"currency\" is missing in the catalogue"),
      ("EUR", "euro", "\"euro\" is not a currency; a good one looks like \"EUR\""),
      ("\"fee\": 290", "\"fee\": -1", "delivery.fee is -1, which is not a price"),
      ("\"fee\": 290, ", "", "\"fee\" is missing in delivery"),
      (
        "\"categories\": []", "\"categories\": [{\"id\": \"a b\", \"name\": \"\"}]",
        "\"a b\" in categories is not an identifier; a good one looks like \"shoyu-ramen\""
      ),
      (
        "\"items\": []",
        "\"items\": [{\"id\": \"a\", \"category\": \"b\", \"name\": \"\", \"text\": \"\", \"price\": 1}]",
        "items[0].category is \"b\", which is not among the categories"
      ),
      (
        "\"vouchers\": []", "\"vouchers\": [{\"code\": \"a\", \"minimum\": 0, \"amount\": 1}]",
        "vouchers[0].code is \"a\"; codes are capital letters and digits"
      ),
      (
        "\"vouchers\": []", "\"vouchers\": [{\"code\": \"A\", \"minimum\": 0}]",
        "vouchers[0] needs either a percent or an amount"
      ),
      (
        "\"vouchers\": []",
        "\"vouchers\": [{\"code\": \"A\", \"minimum\": 0, \"amount\": 1}, {\"code\": \"A\", \"minimum\": 0, \"amount\": 1}]",
        "\"A\" is twice in vouchers"
      ),
    ])
  func checked(part: String, replacement: String, expected: String) {
    #expect(problem { $0 = $0.replacing(part, with: replacement, maxReplacements: 1) } == expected)
  }

  @Test("finds dishes by all words of a search, whatever the case and accents")
  func search() throws {
    let catalog = try BundledCatalog.bundled.read()
    let locale = Locale(identifier: "en_US")
    #expect(catalog.items(matching: "tiramisu", locale: locale).map(\.id) == ["tiramisu"])
    #expect(catalog.items(matching: " SOY   ramen ", locale: locale).map(\.id) == ["ramen"])
    #expect(catalog.items(matching: "ramen haggis", locale: locale).isEmpty)
    #expect(catalog.items(matching: "", locale: locale).count == 12)
  }

  @Test("has dishes of which one size and any extras can be chosen")
  func choices() throws {
    let ramen = try #require(try BundledCatalog.bundled.read().item("ramen"))
    #expect(ramen.firstChoices == ["regular"])
    #expect(ramen.choosing("large", from: ["regular", "egg"]) == ["large", "egg"])
    #expect(ramen.choosing("egg", from: ["large"]) == ["large", "egg"])
    #expect(ramen.choosing("egg", from: ["large", "egg"]) == ["large"])
    #expect(ramen.choosing("gold", from: ["large"]) == ["large"])
    #expect(ramen.price(with: ["large", "egg"]) == 1290 + 300 + 150)
    #expect(ramen.name(with: ["regular"]) == "Shoyu ramen")
    #expect(ramen.name(with: ["large", "egg"]) == "Shoyu ramen, large, another egg")
    #expect(ramen.choices(["egg"]) == nil, "a size is missing")
    #expect(ramen.choices(["regular", "large"]) == nil, "two sizes")
    #expect(ramen.choices(["regular", "gold"]) == nil, "unknown")
  }
}
