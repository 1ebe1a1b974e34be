import AppRuntime
import SampleAppKit

/// An app that changes what only its process has, and shows it, for monkeys that compare resets with fresh launches.
@main
struct MeddlingApp {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "MeddlingApp", version: "1", id: "net.cleanslate.meddling-app", feature: MeddlingFeature()))
  }
}
