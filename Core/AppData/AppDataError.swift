import OperatingSystem

/// Why the app's data could not be reached, read or changed.
public enum AppDataError: Error, Equatable, Sendable {
  /// An app's or group's id cannot name a container.
  case invalidIdentifier(String, reason: String)
  /// A base directory cannot hold containers.
  case invalidBaseDirectory(variable: String, value: String, reason: String)
  /// A folder does not let the containers be made or opened in it; other variables can name another one.
  case baseDirectoryRefused(folder: String, variables: [String], code: Int32)
  /// Another open container, usually of another process, has the app's data in use.
  case containerInUse(folder: String, by: Int32?)
  /// A folder has contents but no marker, so it belongs to somebody else.
  case unmarkedFolder(String)
  /// A folder's marker names another owner.
  case foreignMarker(folder: String, expected: String, found: String)
  /// A folder's marker is not a plain file.
  case markerNotAFile(folder: String)
  /// A folder belongs to another user.
  case foreignOwner(folder: String, owner: UInt32)
  /// The permissions of a container's folder let other users write to it.
  case writableByOthers(folder: String, permissions: UInt32)
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
  /// A value cannot be stored.
  case invalidValue(key: String, reason: String)
  /// A file of values does not have the expected form.
  case damagedFile(String, reason: String)
  /// The permissions of a file or folder let other users reach the secrets.
  case secretsReadableByOthers(path: String, permissions: UInt32, right: UInt32)
  /// Some data could not be erased.
  case notErased([ErasureFailure])
  /// A call of the operating system failed.
  case systemFailure(action: String, place: String, code: Int32)
}

extension AppDataError: CustomStringConvertible {
  /// What went wrong and where, and what to do about it.
  public var description: String {
    switch self {
    case .invalidIdentifier(let id, let reason):
      "The id \"\(id)\" cannot name a container: \(reason). A good one looks like \"net.example.sample\"."
    case .invalidBaseDirectory(let variable, let value, let reason):
      "\(variable)=\"\(value)\" cannot be used as a base directory: \(reason). Set it to an absolute path of a folder."
    case .baseDirectoryRefused(let folder, let variables, let code):
      "The app's data cannot be kept in \(folder): \(SystemError.text(of: code)). "
        + "Set \(variables.joined(separator: " or ")) to a folder that you may write."
    case .containerInUse(let folder, let process):
      "\(folder) is in use by \(process.map { "process \($0)" } ?? "another process"). End that one first."
    case .unmarkedFolder(let folder):
      "\(folder) has contents but no marker of a container, so it is left alone. Move it away."
    case .foreignMarker(let folder, let expected, let found):
      "\(folder) is marked \"\(found)\", not \"\(expected)\", so it is left alone. Move it away."
    case .markerNotAFile(let folder):
      "The marker in \(folder) is not a plain file of its own, so the folder is left alone. Move it away."
    case .foreignOwner(let folder, let owner):
      "\(folder) belongs to user \(owner), not to the user of this process, so it is left alone. "
        + (FileStatus.currentUser == 0
          ? "Start the app as that user."
          : "If it is yours, run: sudo chown -R \(FileStatus.currentUser) \"\(folder)\"")
    case .writableByOthers(let folder, let permissions):
      """
      Others may write to \(folder): its permissions are \(String(permissions, radix: 8)). \
      Look at what is in it, then run: chmod 700 "\(folder)"
      """
    case .containerReplaced(let folder, let reason):
      "\(folder) is not the container that was opened: \(reason). Nothing was erased; open it again."
    case .notAFolder(let place):
      "A symbolic link or a file stands at \(place), where a folder belongs. It is left alone; "
        + "choose another folder, or move it away."
    case .mountPoint(let place):
      "Another file system is mounted at \(place), or that came with a container's image. It is left alone; unmount it."
    case .movedMeanwhile(let place):
      "\(place) was moved while it was visited. Try again."
    case .invalidPath(let path, let reason):
      "\"\(path)\" is not a path in a file area: \(reason). A good one looks like \"letters/first.txt\"."
    case .noSuchFile(let place):
      "There is no file at \(place)."
    case .notAFile(let place):
      "What stands at \(place) is not a plain file. Choose another path, or move it away."
    case .undeclaredGroup(let group, let declared):
      "The app is not in the group \"\(group)\"; its identity names \(declared)."
    case .wrongType(let key, let expected, let found):
      "The value for \"\(key)\" is \(found.withArticle), not \(expected.withArticle). "
        + "Read it as \(found.withArticle) or set it anew."
    case .invalidValue(let key, let reason):
      "The value for \"\(key)\" cannot be kept: \(reason)."
    case .damagedFile(let place, let reason):
      "\(place) is damaged: \(reason). It is kept as it is; erase the part or put a good file in its place."
    case .secretsReadableByOthers(let path, let permissions, let right):
      """
      Others may reach the secrets at \(path): its permissions are \(String(permissions, radix: 8)). \
      Run: chmod \(String(right, radix: 8)) "\(path)"
      """
    case .notErased(let failures):
      "Not everything could be erased. Look at each place that is named here, then try again. "
        + failures.map(\.description).joined(separator: "; ")
    case .systemFailure(let action, let place, let code):
      "Could not \(action) \(place): \(SystemError.text(of: code))."
    }
  }
}

extension String {
  /// The name of a type, as it stands in a sentence.
  fileprivate var withArticle: String {
    switch self {
    case "data": self
    case "integer": "an \(self)"
    default: "a \(self)"
    }
  }
}

/// Runs `body`. If a system call in it fails, throws an `AppDataError` that names the action and the place, or one
/// that says that the place is a mount point.
package func naming<Result>(
  _ action: String, _ place: @autoclosure () -> String, _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch let error as SystemError where error.isMountPoint {
    throw AppDataError.mountPoint(place())
  } catch let error as SystemError {
    throw AppDataError.systemFailure(action: action, place: place(), code: error.code)
  }
}

/// Opens a folder with `body`; throws `AppDataError.notAFolder` if a link or a file is in its place.
func openingFolder<Result>(at place: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result
{
  do {
    return try body()
  } catch let error as SystemError where error.isNotAFolder {
    throw AppDataError.notAFolder(place())
  }
}
