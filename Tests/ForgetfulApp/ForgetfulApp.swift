import AppRuntime
import SampleAppKit

/// An app whose resets are not quite fresh launches, for tests of what finds that.
@main
struct ForgetfulApp {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "ForgetfulApp", version: "1", id: "net.cleanslate.forgetful-app", feature: ForgetfulFeature()))
  }
}
