#if DEBUG
import Glibc
import OperatingSystem

/// The addresses of the two ends of a socket, as far as it has any.
package struct SocketEnds: Equatable {
  package var own: String?
  package var peer: String?
  package var isListening = false
}

extension Resource {
  static func descriptors(isOwnSocket: (SocketEnds) -> Bool) -> [Resource] {
    let all = openDescriptors(isOwnSocket: isOwnSocket)
    let pipes = Dictionary(grouping: all.filter { $0.name.hasPrefix("pipe:") }, by: \.name)
    return all.map { descriptor in
      guard pipes[descriptor.name]?.count ?? 0 > 1 else { return descriptor }
      // Both ends are in this process, as with the pipes by which event loops wake themselves.
      var descriptor = descriptor
      (descriptor.name, descriptor.judgement) = ("pipe from the app to itself", .suspicious)
      return descriptor
    }
  }

  private static func openDescriptors(isOwnSocket: (SocketEnds) -> Bool) -> [Resource] {
    guard let folder = try? Descriptor.folder(atPath: "/proc/self/fd") else { return [] }
    let names = (try? folder.entries().map(\.name)) ?? []
    return names.compactMap { name in
      // Skip the folder that is being listed, and descriptors that are closed by now.
      guard let number = Int32("\(name)"), number != folder.number,
        let target = ProcFolder.target(ofLink: name, in: folder),
        let status = try? Descriptor(borrowing: number).status()
      else { return nil }
      let (label, judgement) = describe(number, target, status, isOwnSocket)
      return Resource(
        kind: .descriptor, name: label,
        identity: "\(number) of \(status.identity.device):\(status.identity.inode)", judgement: judgement)
    }
  }

  private static func describe(
    _ number: Int32, _ target: String, _ status: FileStatus, _ isOwnSocket: (SocketEnds) -> Bool
  ) -> (String, Judgement) {
    if target.hasPrefix("/") { return (target, judge(path: target, status)) }
    if target.hasPrefix("anon_inode:") {
      let kind = target.dropFirst("anon_inode:".count)
      return ("\(kind)", libraryKinds.contains(String(kind)) ? .suspicious : .guilty)
    }
    guard target.hasPrefix("socket:") else { return (target, .guilty) }
    let ends = SocketEnds(number)
    if isOwnSocket(ends) { return (target, .innocent) }
    let names = [ends.own, ends.peer].compactMap(\.self)
    if ends.isListening { return ("socket that listens at \(names.first ?? "?")", .guilty) }
    // Whoever made the connection for the app may keep it for the next request.
    return (
      names.isEmpty ? "socket without a name" : "socket \(names.joined(separator: " -> "))", .suspicious
    )
  }

  /// Kinds of descriptors that event loops open once and keep.
  private static let libraryKinds: Set<String> = [
    "[eventfd]", "[eventpoll]", "[timerfd]", "[signalfd]", "[io_uring]",
  ]

  private static func judge(path: String, _ status: FileStatus) -> Judgement {
    if ["/dev/", "/proc/", "/sys/"].contains(where: path.hasPrefix) { return .innocent }
    // A container keeps its folders and markers open for as long as it exists.
    if path.hasSuffix("/.cleanslate-container") { return .innocent }
    return status.kind == .folder && (path + "/").contains("/cleanslate/") ? .innocent : .guilty
  }
}

extension SocketEnds {
  init(_ descriptor: Int32) {
    own = Self.name { getsockname(descriptor, $0, $1) }
    peer = Self.name { getpeername(descriptor, $0, $1) }
    var listens: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    if getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 { isListening = listens != 0 }
  }

  private static func name(
    _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> String? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes -> String? in
      guard let base = bytes.baseAddress else { return nil }
      guard call(base.assumingMemoryBound(to: sockaddr.self), &size) == 0 else { return nil }
      switch Int32(base.assumingMemoryBound(to: sockaddr.self).pointee.sa_family) {
      case AF_UNIX:
        let path = bytes[MemoryLayout<sa_family_t>.size..<max(Int(size), MemoryLayout<sa_family_t>.size)]
        let text = String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
      case AF_INET:
        let address = base.assumingMemoryBound(to: sockaddr_in.self).pointee
        let octets = withUnsafeBytes(of: address.sin_addr.s_addr) { $0.map(String.init) }
        return octets.joined(separator: ".") + ":\(UInt16(bigEndian: address.sin_port))"
      case AF_INET6:
        let address = base.assumingMemoryBound(to: sockaddr_in6.self).pointee
        return "[IPv6]:\(UInt16(bigEndian: address.sin6_port))"
      default: return nil
      }
    }
  }
}
#endif
