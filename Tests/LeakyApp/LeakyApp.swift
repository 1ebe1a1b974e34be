import AppRuntime
import SampleAppKit

/// An app that forgets things, for tests of what finds them.
@main
struct LeakyApp {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "LeakyApp", version: "1", id: "net.cleanslate.leaky-app", feature: LeakyFeature()),
      expectedToSurvive: [
        "descriptor */app.log": "a log is open for as long as the process lives",
        "file */app.log": "so is its file",
      ])
  }
}
