import AppRuntime
import OnboardingFeature
import SampleAppKit

@main
struct SampleOnboarding {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "SampleOnboarding", version: "0.1.0", id: "net.cleanslate.sample-onboarding",
        linkScheme: "onboarding", feature: OnboardingFeature()))
  }
}
