import AppRuntime
import SampleAppKit
import ShopFeature
import URLSessionClient

@main
struct SampleShop {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "SampleShop", version: "0.1.0",
        summary: "The shop as an app: the menu, the basket and the checkout.",
        id: "net.cleanslate.sample-shop",
        linkScheme: "storefront", feature: ShopFeature(), network: .urlSession), startPage: true)
  }
}
