#if DEBUG
import ElementTree
import Testing

/// An app for the monkey, and what is to be known of it.
struct Subject: Sendable {
  let name: String
  /// What every launch needs, so that the app opens on its first own screen.
  var baseArguments: [String] = []
  /// Links that lead somewhere in the app, and some that do not.
  var links: [String] = []
  /// Whether the monkey may touch an element.
  var mayTouch: @Sendable (Element) -> Bool = { _ in true }

  static let all = [
    Subject(
      name: "SampleOnboarding",
      links: ["onboarding://tour/2", "onboarding://notifications", "onboarding://nowhere", "nowhere"]),
    Subject(
      name: "SampleAccount", baseArguments: ["--from", "here"],
      links: ["storefront://account", "storefront://account/help", "storefront://account/moon"]),
    Subject(
      name: "SampleShop", baseArguments: ["--from", "here"],
      links: ["storefront://shop", "storefront://shop/basket", "shop://cart"]),
    Subject(
      name: "SampleOrders", baseArguments: ["--from", "here"],
      links: ["storefront://orders/1001", "storefront://orders/1001/notes", "storefront://orders/42"]),
    Subject(
      name: "SampleStorefront",
      links: [
        "storefront://shop", "storefront://orders/1001", "storefront://account", "storefront://settings",
        "storefront://nowhere",
      ]),
  ]
}

extension Subject: CustomTestStringConvertible {
  var testDescription: String { name }
}
#endif
