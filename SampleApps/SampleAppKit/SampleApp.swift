package import AppRuntime
import AppShell
import Foundation

/// The entry point that all sample apps share.
package enum SampleApp {
  /// Runs the app and ends the process.
  package static func main(_ definition: AppDefinition) async -> Never {
    let status = await AppShell(definition).run()
    exit(status.rawValue)
  }
}
