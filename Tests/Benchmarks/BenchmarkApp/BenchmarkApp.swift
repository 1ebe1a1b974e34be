import AppRuntime
import SampleAppKit

/// An app with as many elements on its screen and as many files in its documents as a measurement wants.
@main
struct BenchmarkApp {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "BenchmarkApp", version: "1", id: "net.cleanslate.benchmark-app", feature: BulkFeature()))
  }
}
