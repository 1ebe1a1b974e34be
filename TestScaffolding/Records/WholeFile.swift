import Foundation
import OperatingSystem

/// Writes files that are never seen in part: what was there stays until the new contents are all written beside it.
package enum WholeFile {
  /// - Parameter followsLink: Whether a symbolic link stays one, and the file that it leads to is written. Nobody has named
  ///   files of the folder of results, so what is there instead of one, such as a link or a pipe, is replaced.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: String, mode: UInt32 = 0o644, followsLink: Bool = false
  ) throws(RecordError) {
    let url = URL(filePath: followsLink ? target(of: path) : path)
    if followsLink { try expectFile(at: url.path, named: path) }
    let new = FileName(".\(url.lastPathComponent).\(UUID())")
    do throws(SystemError) {
      let folder = try Descriptor.folder(atPath: url.deletingLastPathComponent().path)
      do throws(SystemError) {
        let file = try folder.newFile(new)
        try file.setMode(mode)
        try file.writeAll(Array(bytes))
        try folder.rename(new, to: folder, as: FileName(url.lastPathComponent))
      } catch {
        try? folder.unlink(new)
        throw error
      }
    } catch {
      throw RecordError(description: "'\(path)' could not be written: \(error.reason).")
    }
  }

  /// Throws if there is something that is no file, such as a link or a device: what somebody has named is not to be replaced.
  package static func expectFile(at path: String, named name: String? = nil) throws(RecordError) {
    let status: FileStatus?
    do throws(SystemError) {
      status = try Descriptor.status(atPath: path)
    } catch {
      throw RecordError(description: "'\(name ?? path)' could not be written: \(error.reason).")
    }
    guard status == nil || status?.kind == .file else {
      throw RecordError(description: "'\(name ?? path)' could not be written: it is no file.")
    }
  }

  private static func target(of path: String) -> String {
    var target = path
    for _ in 0..<mostLinks {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else { break }
      let folder = URL(filePath: target).deletingLastPathComponent().path
      target = next.hasPrefix("/") ? next : "\(folder)/\(next)"
    }
    return target
  }

  /// As many as Linux follows.
  private static let mostLinks = 40
}
