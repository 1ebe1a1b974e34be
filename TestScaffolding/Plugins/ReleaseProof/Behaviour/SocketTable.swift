internal import Foundation

/// The sockets that a process has open, as the kernel lists them below `/proc`.
enum SocketTable {
  /// Returns a line about each open socket of the process, by the number that the kernel has for the socket.
  static func sockets(of process: Int32) -> [String: String] {
    let folder = "/proc/\(process)/fd"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var sockets: [String: String] = [:]
    for descriptor in descriptors {
      guard
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)"),
        target.hasPrefix("socket:[")
      else { continue }
      let inode = String(target.dropFirst("socket:[".count).dropLast())
      sockets[inode] = "descriptor \(descriptor): \(origin(ofInode: inode, process: process) ?? target)"
    }
    return sockets
  }

  /// Returns the kernel's line about a socket, after the name of the table that has it.
  private static func origin(ofInode inode: String, process: Int32) -> String? {
    for table in ["unix", "tcp", "tcp6", "udp", "udp6", "netlink"] {
      // Files below /proc have no size, which `Data(contentsOf:)` relies on.
      guard let handle = FileHandle(forReadingAtPath: "/proc/\(process)/net/\(table)"),
        let data = try? handle.readToEnd()
      else { continue }
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      let line = lines.first { $0.split(separator: " ").contains { $0 == inode } }
      if let line { return "\(table) \(line.split(separator: " ").joined(separator: " "))" }
    }
    return nil
  }
}
