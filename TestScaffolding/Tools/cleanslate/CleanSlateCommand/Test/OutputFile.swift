import Foundation
import OperatingSystem
import Records
import ToolOptions

/// A file that the run writes in the end; whether that can be is known before anything is built.
struct OutputFile {
  let path: String

  init(_ path: String, of option: String, from folder: String) throws(UsageError) {
    let url = URL(path, seenFrom: folder)
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

  /// Makes a folder for such files, and those around it.
  static func makeFolder(_ folder: String) throws(ToolFailure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ToolFailure("'\(folder)' could not be made: \(error.systemReason).")
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
  func removeOld() throws(ToolFailure) {
    do {
      if try Descriptor.status(atPath: path)?.kind == .file { try Descriptor.unlink(atPath: path) }
    } catch {
      throw ToolFailure("'\(path)' is of an earlier run and cannot be removed: \(error.reason).")
    }
  }

  /// What was there stays until the new contents are all written, unless it is a pipe or a device.
  func write(_ text: String) throws {
    do {
      if try isStream {
        try Descriptor.open(path, .appending).writeAll(Array(text.utf8))
      } else {
        try WholeFile.write(text.utf8, to: path, followsLink: true)
      }
    } catch let error as SystemError {
      throw ToolFailure("'\(path)' could not be written: \(error.reason).")
    } catch {
      throw ToolFailure("\(error)")
    }
  }

  /// Whether it leads to a pipe, a device or the like. What `/dev/stdout` leads to is open elsewhere, be it a file.
  private var isStream: Bool {
    get throws(SystemError) {
      if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return true }
      guard let status = try Descriptor.status(atPath: path, followingLinks: true) else { return false }
      return status.kind == .other
    }
  }
}
