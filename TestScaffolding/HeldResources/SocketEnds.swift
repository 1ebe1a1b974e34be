#if DEBUG
import Glibc

/// The addresses of the two ends of a socket, as far as it has any.
package struct SocketEnds: Equatable, Sendable {
  package var own: String?
  package var peer: String?
  package var isListening = false
  /// `TCP` or `UDP`; nil for a socket within the machine.
  package var transport: String?
}

extension SocketEnds {
  /// What the socket is called in a report. Connections to the same place have the same name: the port at this end,
  /// which the system picks anew for each, is not part of it.
  ///
  /// - Parameter listening: The addresses at which this process listens. A connection that was accepted there is named
  ///   by that address, because its other end has the random port.
  func name(listening: Set<String>) -> String {
    let sort = sort ?? "socket"
    if isListening { return "socket that listens at \(own ?? "?")" }
    if let own, peer != nil, isAccepted(at: own, listening) { return "\(sort) accepted at \(own)" }
    if let peer { return "\(sort) to \(peer)" }
    guard let own, !own.hasSuffix(":0") else { return transport == nil ? "socket without a name" : sort }
    return "\(sort) at \(own)"
  }

  /// The name of all sockets of this sort, for those whose ends may have a random port.
  var sort: String? { transport.map { "\($0) socket" } }

  private func isAccepted(at own: String, _ listening: Set<String>) -> Bool {
    guard transport != nil, let colon = own.lastIndex(of: ":") else { return listening.contains(own) }
    let port = own[colon...]
    return [own, "0.0.0.0\(port)", "[::]\(port)"].contains(where: listening.contains)
  }
}

extension SocketEnds {
  init(_ descriptor: Int32) {
    own = Self.address { getsockname(descriptor, $0, $1) }
    peer = Self.address { getpeername(descriptor, $0, $1) }
    isListening = Self.option(SO_ACCEPTCONN, of: descriptor) == 1
    let domain = Self.option(SO_DOMAIN, of: descriptor)
    if domain == AF_INET || domain == AF_INET6 {
      transport =
        Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_DGRAM.rawValue) ? "UDP" : "TCP"
    }
  }

  private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
  }

  private static func address(
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
        var address = base.assumingMemoryBound(to: sockaddr_in.self).pointee
        return text(AF_INET, &address.sin_addr).map { "\($0):\(UInt16(bigEndian: address.sin_port))" }
      case AF_INET6:
        var address = base.assumingMemoryBound(to: sockaddr_in6.self).pointee
        return text(AF_INET6, &address.sin6_addr).map { "[\($0)]:\(UInt16(bigEndian: address.sin6_port))" }
      default: return nil
      }
    }
  }

  private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
    var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, address, &room, socklen_t(room.count)) != nil else { return nil }
    return String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
#endif
