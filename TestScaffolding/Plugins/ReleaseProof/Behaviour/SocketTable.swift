internal import Foundation

/// The sockets that a process has open, as the kernel lists them below `/proc`.
enum SocketTable {
  /// Returns a line about each open socket of the process.
  static func sockets(of process: Int32) -> [String] {
    let folder = "/proc/\(process)/fd"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return descriptors.compactMap { descriptor -> String? in
      guard
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)"),
        target.hasPrefix("socket:[")
      else { return nil }
      let inode = target.dropFirst("socket:[".count).dropLast()
      return "descriptor \(descriptor): \(origin(ofInode: String(inode), process: process) ?? target)"
    }.sorted()
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
