import AccountFeature
import AppRuntime
import SampleAppKit

@main
struct SampleAccount {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "SampleAccount", version: "0.1.0",
        summary: "The account as an app: signing in and out.",
        id: "net.cleanslate.sample-account",
        linkScheme: "storefront", feature: AccountFeature()), startPage: true)
  }
}
