import Foundation
import OperatingSystem

/// Writes files that are never seen in part: what was there stays until the new contents are all on the disk.
enum WholeFile {
  static func write(_ data: Data, to path: String) throws {
    let url = URL(filePath: path)
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
}
