import OperatingSystem

/// Visits everything below a folder except the folders, at any depth, with one open folder at a time.
struct TreeWalk {
  private struct Level {
    let identity: FileIdentity
    let name: FileName?
    var left: [Descriptor.Entry]
  }

  private let top: Descriptor
  private let place: String
  private var current: Descriptor
  private var levels: [Level]

  init(_ top: Descriptor, place: String) throws {
    self.top = top
    self.place = place
    current = top
    levels = [Level(identity: try top.status().identity, name: nil, left: try top.entries())]
  }

  /// The relative path of the folder that is visited now, with a slash at its end; empty for the top.
  var folderPath: String { levels.compactMap(\.name).map { "\($0)/" }.joined() }

  /// Returns the next entry and the folder that holds it, or nil at the end.
  mutating func next() throws -> (folder: Descriptor, entry: Descriptor.Entry)? {
    while let level = levels.indices.last {
      if let entry = levels[level].left.popLast() {
        guard entry.kind == .folder else { return (current, entry) }
        try descend(into: entry.name)
      } else if level == 0 {
        return nil
      } else {
        try ascend()
      }
    }
    return nil
  }

  private mutating func descend(into name: FileName) throws {
    guard let child = try current.folderIfThere(name) else { return }
    let identity = try child.status().identity
    guard identity.device == levels[0].identity.device else {
      throw AppDataError.mountPoint("\(place)/\(folderPath)\(name)")
    }
    levels.append(Level(identity: identity, name: name, left: try child.entries()))
    current = child
  }

  private mutating func ascend() throws {
    levels.removeLast()
    current = levels.count == 1 ? top : try current.parentFolder()
    guard try current.status().identity == levels[levels.count - 1].identity else {
      throw AppDataError.movedMeanwhile("\(place)/\(folderPath)")
    }
  }
}
