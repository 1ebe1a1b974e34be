/// Why the app's data could not be reached, read or changed.
public enum AppDataError: Error, Equatable, Sendable {
  /// An app's or group's id cannot name a container.
  case invalidIdentifier(String, reason: String)
  /// A base directory cannot hold containers.
  case invalidBaseDirectory(variable: String, value: String, reason: String)
  /// Another open container, usually of another process, has the app's data in use.
  case containerInUse(folder: String, by: Int32?)
  /// A folder has contents but no marker, so it is somebody else's.
  case unmarkedFolder(String)
  /// A folder's marker names something else.
  case foreignMarker(folder: String, expected: String, found: String)
  /// A folder's marker is not a plain file.
  case markerNotAFile(folder: String)
  /// A folder belongs to another user.
  case foreignOwner(folder: String, owner: UInt32)
  /// The container's folder is no longer the one that was opened.
  case containerReplaced(folder: String, reason: String)
  /// A symbolic link or a file stands where a folder belongs.
  case notAFolder(String)
  /// Another file system is mounted inside the container.
  case mountPoint(String)
  /// A folder was moved while it was visited.
  case movedMeanwhile(String)
  /// A path does not name a place inside a file area.
  case invalidPath(String, reason: String)
  /// There is no file at a path.
  case noSuchFile(String)
  /// Something other than a plain file stands at a path.
  case notAFile(String)
  /// The app is not in the group.
  case undeclaredGroup(String, declared: [String])
  /// A value has another type than the one asked for.
  case wrongType(key: String, expected: String, found: String)
  /// A value cannot be kept.
  case invalidValue(key: String, reason: String)
  /// A file of values cannot be read as what it should be.
  case damagedFile(String, reason: String)
  /// Others than the user may read the secrets.
  case secretsReadableByOthers(path: String, permissions: UInt32, right: UInt32)
  /// A call of the operating system failed.
  case systemFailure(action: String, place: String, code: Int32)
}
