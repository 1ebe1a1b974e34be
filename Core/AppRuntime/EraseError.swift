package import AppData

/// Some data could not be erased.
package nonisolated struct EraseError: Error, CustomStringConvertible {
  package let failures: [ErasureFailure]

  package var description: String {
    "Not everything could be erased. Look at each place that is named here, then try again. "
      + failures.map(\.description).joined(separator: "; ")
  }
}
