import AppRuntime
import OrdersFeature
import SampleAppKit

/// Another app of the group, for tests that need two.
@main @MainActor
struct SecondOrdersApp {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "SecondOrdersApp", version: "0.1.0", id: "net.cleanslate.tests.second-orders-app",
        groups: [OrdersFeature.group], linkScheme: "storefront",
        feature: OrdersFeature(appName: "Second Orders")))
  }
}
