import OperatingSystem

/// The roots of a container and what is kept in each, shared by all generations.
struct ContainerStores: Sendable {
  let data: Root
  let config: Root
  let cache: Root
  let state: Root

  let documents: FileStore
  let library: FileStore
  let caches: FileStore
  let preferences: ValueFile
  let properties: ValueFile
  let secrets: SecretFiles
  let groups: [String: GroupStores]

  init(_ identity: AppIdentity, in bases: BaseDirectories) {
    func root(_ base: String, _ use: Root.Use) -> Root {
      Root(base: base, levels: ["cleanslate", identity.id], marker: Marker(.app(identity.id)), use: use)
    }
    data = root(bases.data, .locked)
    config = root(bases.config, .underLockOfAnother)
    cache = root(bases.cache, .underLockOfAnother)
    state = root(bases.state, .underLockOfAnother)
    documents = FileStore(name: "documents", root: data, folder: "Documents")
    library = FileStore(name: "library", root: data, folder: "Library")
    caches = FileStore(name: "caches", root: cache, folder: "Caches")
    preferences = ValueFile(name: "preferences", root: config, folder: "Preferences")
    properties = ValueFile(name: "properties", root: state, folder: "Properties")
    secrets = SecretFiles(in: data)
    groups = Dictionary(
      uniqueKeysWithValues: identity.groups.map { ($0, GroupStores($0, in: bases)) })
  }

  var ownRoots: [Root] { [data, config, cache, state] }
  var sortedGroups: [GroupStores] { groups.sorted { $0.key < $1.key }.map(\.value) }
  var roots: [Root] { ownRoots + sortedGroups.map(\.root) }
  var ownFiles: [FileStore] { [documents, library, caches] }
  var ownValues: [ValueFile] { [preferences, properties] + SecretClass.allCases.map { secrets[$0] } }

  var parts: [any DataPart] {
    ownFiles
      + [ValuePart(values: preferences), ValuePart(values: properties)]
      + SecretClass.allCases.map { ValuePart(values: secrets[$0], key: SecretKey.label(for:)) }
      + sortedGroups.flatMap { [$0.files, ValuePart(values: $0.preferences)] as [any DataPart] }
  }
}

/// The root of a group's container and what is kept in it.
struct GroupStores: Sendable {
  let root: Root
  let files: FileStore
  let preferences: ValueFile

  init(_ id: String, in bases: BaseDirectories) {
    root = Root(
      base: bases.data, levels: ["cleanslate", "groups", id], marker: Marker(.group(id)), use: .shared)
    files = FileStore(name: "group.\(id).files", root: root, folder: "Files")
    preferences = ValueFile(name: "group.\(id).preferences", root: root, folder: "Preferences")
  }
}
