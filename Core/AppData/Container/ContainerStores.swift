import OperatingSystem

/// The roots of a container and the stores in each root, shared by all generations.
struct ContainerStores: Sendable {
  let data: Root
  /// Every root; those of the groups come last.
  let roots: [Root]
  let documents, library, caches: FileStore
  let preferences, properties: ValueFile
  let secrets: SecretFiles
  let groups: [String: GroupStores]

  init(_ identity: AppIdentity, in bases: BaseDirectories) {
    // Each is locked, since two processes may have one of them in common and not the others.
    var own: [Root] = []
    var known: [String: Root] = [:]
    func root(_ base: String) -> Root {
      let folder = Self.folder(of: base)
      if let root = known[folder] { return root }
      let root = Root(
        at: ContainerPlace(
          below: base, in: bases, ["cleanslate", identity.id], marker: .app(identity.id), use: .locked))
      own.append(root)
      known[folder] = root
      return root
    }
    data = root(bases.data)
    let (config, cache, state) = (root(bases.config), root(bases.cache), root(bases.state))
    documents = FileStore(name: "documents", root: data, folder: "Documents")
    library = FileStore(name: "library", root: data, folder: "Library")
    caches = FileStore(name: "caches", root: cache, folder: "Caches")
    preferences = ValueFile(name: "preferences", root: config, folder: "Preferences")
    properties = ValueFile(name: "properties", root: state, folder: "Properties")
    secrets = SecretFiles(in: data)
    groups = Dictionary(
      uniqueKeysWithValues: identity.groups.map { ($0, GroupStores($0, in: bases)) })
    roots = own + groups.sorted { $0.key < $1.key }.map(\.value.root)
  }

  /// What a path leads to, as far as it is there, and the steps that are missing: two paths, one of them over a link, may be
  /// those of one folder.
  private static func folder(of path: String) -> String {
    var steps = path.split(separator: "/")
    var missing: [Substring] = []
    while let last = steps.last {
      let place = "/" + steps.joined(separator: "/")
      if let status = try? Descriptor.status(atPath: place, followingLinks: true) {
        return (["\(status.identity)"] + missing.reversed()).joined(separator: "/")
      }
      missing.append(last)
      steps.removeLast()
    }
    return path
  }

  /// The stores of files that no other app writes.
  var ownFiles: [FileStore] { [documents, library, caches] }
  var ownValues: [ValueFile] { [preferences, properties] + SecretClass.allCases.map { secrets[$0] } }

  var parts: [any DataPart] {
    ownFiles + ownValues
      + groups.sorted { $0.key < $1.key }.flatMap { [$1.files, $1.preferences] as [any DataPart] }
  }
}

/// The root of a group's container, and the stores in it.
struct GroupStores: Sendable {
  let root: Root
  let files: FileStore
  let preferences: ValueFile

  init(_ id: String, in bases: BaseDirectories) {
    root = Root(
      at: ContainerPlace(
        below: bases.groups, in: bases, ["cleanslate", "groups", id], marker: .group(id), use: .shared))
    files = FileStore(name: "group.\(id).files", root: root, folder: "Files")
    preferences = ValueFile(name: "group.\(id).preferences", root: root, folder: "Preferences")
  }
}
