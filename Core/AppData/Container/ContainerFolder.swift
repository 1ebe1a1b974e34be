/// One folder of a container, and what belongs there. Anything else in it is in no part, and nothing erases it.
package struct ContainerFolder: Sendable {
  package let path: String
  /// The names of the parts that are kept in this folder.
  package let parts: Set<String>

  /// What the names begin with of what the container itself makes there: its marker, unfinished writes, erased data.
  package var ownPrefixes: [String] { MarkedFolder.ownPrefixes }
}
