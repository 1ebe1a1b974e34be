package import AppRuntime
import AppShell
import Foundation

#if DEBUG
import TestScaffolding
#endif

/// The entry point that all sample apps share.
package enum SampleApp {
  /// Runs the app and ends the process; in a debug build with the scaffolding around it.
  package static func main(_ definition: AppDefinition) async -> Never {
    #if DEBUG
    let shell = AppShell(definition, companion: Scaffolding(definition))
    #else
    let shell = AppShell(definition)
    #endif
    exit(await shell.run().rawValue)
  }
}
