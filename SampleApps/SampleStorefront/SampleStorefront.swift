import AppRuntime
import SampleAppKit
import StorefrontComposition

@main
struct SampleStorefront {
  static func main() async {
    await SampleApp.main(
      .storefront(name: "SampleStorefront", id: "net.cleanslate.sample-storefront"), startPage: true)
  }
}
