import AppRuntime
import OnboardingFeature
import SampleAppKit

@main
struct SampleOnboarding {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "SampleOnboarding", version: "0.1.0",
        summary: "Onboarding as an app: greets new users, shows them around, asks for what it needs to know.",
        id: "net.cleanslate.sample-onboarding",
        linkScheme: "storefront", feature: OnboardingFeature()))
  }
}
