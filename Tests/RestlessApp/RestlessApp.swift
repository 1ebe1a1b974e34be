import AppRuntime
import SampleAppKit

/// An app that other threads, tasks and actors change all the time, also while it is reset.
@main
struct RestlessApp {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "RestlessApp", version: "1", id: "net.cleanslate.restless-app", feature: RestlessFeature()))
  }
}
