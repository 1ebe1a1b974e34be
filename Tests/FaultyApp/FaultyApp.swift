import AppRuntime
import SampleAppKit

/// An app that is not well, for tests of what happens to its driver then.
@main
struct FaultyApp {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "FaultyApp", version: "1", id: "net.cleanslate.faulty-app", feature: FaultyFeature()))
  }
}
