import Foundation
import OperatingSystem

extension Root {
  /// Checks that the path still leads to the folder as it was opened.
  func verifyPlace(_ opened: Opened) throws {
    try naming("check the container", path) {
      guard let folder = try Descriptor.status(atPath: path) else { throw replaced("nothing is there") }
      guard folder.kind == .folder else { throw replaced("a symbolic link or a file took its place") }
      guard folder.identity == opened.identity else { throw replaced("another folder took its place") }
    }
  }

  /// Checks that the path still leads to the folder as it was opened, and that its marker is untouched.
  func verify(_ opened: Opened) throws {
    try verifyPlace(opened)
    try naming("check the container", path) {
      guard let file = try opened.folder.status(of: Marker.fileName) else {
        throw replaced("its marker is gone")
      }
      guard file.kind == .file else { throw replaced("its marker is not a plain file") }
      guard file.identity == opened.markerIdentity, file.size == marker.contents.count,
        try opened.marker.readAll(expecting: file.size) == marker.contents
      else { throw replaced("its marker was changed") }
    }
  }

  private func replaced(_ reason: String) -> AppDataError {
    .containerReplaced(folder: path, reason: reason)
  }
}
