import Foundation
import OperatingSystem

/// Writes files that are never seen in part: what was there stays until the new contents are all on the disk.
enum WholeFile {
  /// - Parameter followsLink: Whether a symbolic link stays one, and the file that it leads to is written. Nobody has named
  ///   files of the folder of results, so what is there instead of one is replaced.
  static func write(_ data: Data, to path: String, followsLink: Bool = true) throws {
    let url = URL(filePath: followsLink ? target(of: path) : path)
    let new = ".\(url.lastPathComponent).\(UUID().uuidString)"
    do throws(SystemError) {
      let folder = try Descriptor.folder(atPath: url.deletingLastPathComponent().path)
      do throws(SystemError) {
        let file = try folder.newFile(FileName(new))
        try file.setMode(0o644)
        try file.writeAll(Array(data))
        try folder.rename(FileName(new), to: folder, as: FileName(url.lastPathComponent))
      } catch {
        try? folder.unlink(FileName(new))
        throw error
      }
    } catch {
      throw OutputFailure(description: "'\(path)' could not be written: \(error.reason).")
    }
  }

  /// Where the file is, if the path is that of a symbolic link, which stays one.
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
