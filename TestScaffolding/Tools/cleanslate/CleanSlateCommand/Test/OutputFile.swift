import Foundation
import OperatingSystem
import Records
import ToolOptions

/// A file that the run writes in the end; whether that can be is known before anything is built.
struct OutputFile {
  let path: String

  init(_ path: String, of option: String, from folder: String) throws(UsageError) {
    let url = URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory))
      .standardizedFileURL
    self.path = url.path
    let parent = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder), isFolder.boolValue else {
      throw UsageError(description: "'\(option) \(path)': there is no folder '\(parent)'.")
    }
    do {
      try tryOut()
    } catch {
      throw UsageError(description: "'\(option) \(path)' cannot be written: \(error.reason).")
    }
  }

  /// A file whose name nobody has to check.
  init(existing path: String) { self.path = path }

  /// Opens the file, and leaves everything as it is.
  private func tryOut() throws(SystemError) {
    switch try Descriptor.status(atPath: path)?.kind {
    case nil:
      _ = try Descriptor.open(path, .appending)
      try Descriptor.unlink(atPath: path)
    case .file, .folder: _ = try Descriptor.open(path, .appending)
    // To open a pipe or a device may do something.
    default: break
    }
  }

  /// A file of an earlier run must not be taken for one of this run.
  func removeOld() throws(SystemError) {
    if try Descriptor.status(atPath: path)?.kind == .file { try Descriptor.unlink(atPath: path) }
  }

  func write(_ text: String) throws {
    do {
      let file = try Descriptor.open(path, .replacing)
      try file.writeAll(Array(text.utf8))
    } catch {
      throw ToolFailure("'\(path)' could not be written: \(error)")
    }
  }
}

extension OutputFile {
  /// What was there stays until the new contents are all written.
  func writeWhole(_ bytes: some Collection<UInt8>, followsLink: Bool = false) throws {
    do {
      try WholeFile.write(bytes, to: path, followsLink: followsLink)
    } catch {
      throw ToolFailure("\(error)")
    }
  }
}
