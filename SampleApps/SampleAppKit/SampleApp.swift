package import AppRuntime
import AppShell
import Foundation

#if DEBUG
import TestScaffolding
#endif

/// The entry point that all sample apps share.
package enum SampleApp {
  /// Runs the app and ends the process. A debug build includes the scaffolding.
  ///
  /// With a start page, the app opens on the list of its feature's situations. Without one, it opens as its users see
  /// it. Resets compare `values`, each with its name. What `expectedToSurvive` names of the process and of what it holds, each
  /// with a reason, is no leak.
  package static func main(
    _ definition: AppDefinition, startPage: Bool = false,
    comparing values: [String: @MainActor () -> String] = [:], expectedToSurvive: [String: String] = [:]
  ) async -> Never {
    let situations = startPage ? Situations(of: definition) : nil
    let definition = situations?.definition ?? definition
    #if DEBUG
    let scaffolding = Scaffolding(definition)
    for (name, value) in values { scaffolding.leaks.compare(name, value: value) }
    for (what, reason) in expectedToSurvive { scaffolding.leaks.expectedToSurvive(what, reason: reason) }
    let companion: (any AppCompanion)? = scaffolding
    #else
    let companion: (any AppCompanion)? = nil
    #endif
    let shell = AppShell(definition, companion: companion, observers: situations.map { [$0] } ?? [])
    exit(await shell.run().rawValue)
  }
}
