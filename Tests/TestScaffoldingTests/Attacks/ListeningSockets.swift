import Foundation
import OperatingSystem
import Testing

/// The sockets of a process that somebody else can reach, as the kernel lists them below `/proc`.
enum ListeningSockets {
  /// Returns for each socket the kind and the address: `tcp 127.0.0.1:8080`, `unix listens /run/app.sock`.
  ///
  /// A socket that is in no table would be of a kind that nobody knows of here: it counts as reachable.
  static func reachable(of process: Int32) throws -> Set<String> {
    var sockets: [String: String?] = [:]
    for (name, isIPv6) in [("tcp", false), ("tcp6", true), ("udp", false), ("udp6", true)] {
      for fields in try table(name, of: process) where fields.count > 9 {
        // 01 is a connection: the other end is known, and nobody else can use it.
        sockets[fields[9]] = .some(fields[3] == "01" ? nil : "\(name) \(address(fields[1], isIPv6))")
      }
    }
    for fields in try table("unix", of: process) where fields.count > 6 {
      let listens = fields[3] == "00010000"
      let isConnected = fields[5] == "03"
      let path = fields.count > 7 ? fields[7] : "without a name"
      let isReachable = listens || fields.count > 7 && !isConnected
      sockets[fields[6]] = .some(isReachable ? "unix \(listens ? "listens" : "receives") \(path)" : nil)
    }
    let folder = "/proc/\(process)/fd"
    var reachable: Set<String> = []
    for number in try FileManager.default.contentsOfDirectory(atPath: folder) {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)"),
        target.hasPrefix("socket:[")
      else { continue }
      let inode = String(target.dropFirst("socket:[".count).dropLast())
      if let socket = sockets[inode, default: "unknown \(inode)"] { reachable.insert(socket) }
    }
    return reachable
  }

  private static func table(_ name: String, of process: Int32) throws -> [[String]] {
    // Where the kernel has no IPv6 there is no table of it.
    guard let handle = FileHandle(forReadingAtPath: "/proc/\(process)/net/\(name)") else { return [] }
    let text = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { $0.split(separator: " ").map(String.init) }
  }

  /// Reads `0100007F:1F90`, where the bytes of the address are in the order of the machine.
  private static func address(_ text: String, _ isIPv6: Bool) -> String {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let port = UInt16(parts[1], radix: 16), !isIPv6,
      let address = UInt32(parts[0], radix: 16)
    else { return text }
    let bytes = (0..<4).map { "\(address >> (8 * UInt32($0)) & 0xFF)" }
    return "\(bytes.joined(separator: ".")):\(port)"
  }
}
