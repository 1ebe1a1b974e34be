import AppRuntime
import OrdersFeature
import SampleAppKit

@main
struct SampleOrders {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "SampleOrders", version: "0.1.0",
        summary: "The orders as an app: their history, details, notes and ratings.",
        id: "net.cleanslate.sample-orders",
        groups: [OrdersFeature.group], linkScheme: "storefront",
        feature: OrdersFeature(appName: "SampleOrders")), startPage: true)
  }
}
