import AppRuntime
import Foundation
import SampleAppKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app that forgets things, for tests of what finds them.
@main
struct LeakyApp {
  static func main() async {
    await SampleApp.main(
      AppDefinition(
        name: "LeakyApp", version: "1", id: "net.cleanslate.leaky-app", feature: LeakyFeature()),
      comparing: [
        "shared cookies": { "\(HTTPCookieStorage.shared.cookies?.count ?? 0)" },
        "shared cache": { "\(URLCache.shared.currentMemoryUsage) bytes" },
        "shared credentials": { "\(URLCredentialStorage.shared.allCredentials.count)" },
      ],
      expectedToSurvive: [
        "signal handler SIGUSR2": "the app prints its statistics with it",
        "descriptor */app.log": "a log is open for as long as the process lives",
        "file */app.log": "so is its file",
      ])
  }
}
