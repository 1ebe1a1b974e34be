/// The stores that the tests write to, each of which has to be whole on its own.
package enum Store: String, CaseIterable, Sendable {
  case documents, library, caches, preferences, properties, passwords, keys, groupFiles, groupPreferences

  package static let group = "net.example.crash-group"
}
