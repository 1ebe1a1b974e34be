import Glibc
package import OperatingSystem

extension Descriptor {
  /// Makes a pipe with a name, and opens it for reading without waiting. It has no end: as long as the name is there, any
  /// process may write into it. Unlike a file, it does not depend on room on a disk.
  package static func namedPipe(at path: String) throws(SystemError) -> Descriptor {
    guard mkfifo(path, 0o600) == 0 else { throw .last("mkfifo \(path)") }
    let pipe = try Descriptor.open(path, .both)
    try pipe.makeNonBlocking()
    return pipe
  }
}
