#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where processes of one machine connect: a socket file, or a port of 127.0.0.1.
package enum SocketAddress: Sendable, Hashable, CustomStringConvertible {
  case unixSocket(String)
  case loopback(port: UInt16)

  /// The longest possible path of a socket, in bytes.
  package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  package var description: String {
    switch self {
    case .unixSocket(let path): path
    case .loopback(let port): "127.0.0.1:\(port)"
    }
  }

  fileprivate var domain: Int32 {
    switch self {
    case .unixSocket: AF_UNIX
    case .loopback: AF_INET
    }
  }

  /// Makes a system call that takes a pointer to an address, with this address.
  fileprivate func passed(
    to call: (UnsafePointer<sockaddr>, socklen_t) -> Int32, named name: String
  ) throws(SystemError) {
    switch self {
    case .unixSocket(let path):
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard path.utf8.count <= Self.longestPath else { throw SystemError(call: name, code: ENAMETOOLONG) }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      try Self.pass(address, to: call, named: name)
    case .loopback(let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      try Self.pass(address, to: call, named: name)
    }
  }

  private static func pass<Address>(
    _ address: Address, to call: (UnsafePointer<sockaddr>, socklen_t) -> Int32, named name: String
  ) throws(SystemError) {
    try SystemError.check(name) {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          call($0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
  }
}

/// The process at the other end of a connection over a socket file, as the system knows it.
package struct Peer: Equatable, Sendable {
  package let process: Int32
  package let user: UInt32
}

/// Connections between processes of one machine. Only `connection` may wait.
extension Descriptor {
  /// Listens at an address; a socket file can be used by its user alone.
  package static func listener(at address: SocketAddress, backlog: Int32) throws(SystemError) -> Descriptor {
    let listener = try socket(address.domain)
    switch address {
    // The file that `bind` makes gets the mode of the socket.
    case .unixSocket: try listener.setMode(0o600)
    case .loopback: try listener.switchOn(SO_REUSEADDR, at: SOL_SOCKET)
    }
    try address.passed(to: { bind(listener.number, $0, $1) }, named: "bind")
    try SystemError.check("listen") { listen(listener.number, backlog) }
    return listener
  }

  /// Connects to an address. With a deadline, waits until then for a slow listener; without one, does not wait.
  package static func connection(
    to address: SocketAddress, until deadline: Deadline?
  ) throws(SystemError) -> Descriptor {
    let connection = try socket(address.domain, isNonBlocking: deadline == nil)
    if let deadline {
      // Zero would mean no limit.
      let milliseconds = max(1, deadline.millisecondsToNextLook)
      var limit = timeval()
      limit.tv_sec = milliseconds / 1000
      limit.tv_usec = .init(milliseconds % 1000 * 1000)
      try SystemError.check("setsockopt") {
        setsockopt(
          connection.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
    }
    do throws(SystemError) {
      try address.passed(to: { connect(connection.number, $0, $1) }, named: "connect")
    } catch {
      guard let deadline, error.wouldWait, !deadline.hasPassed else { throw error }
      return try Self.connection(to: address, until: deadline)
    }
    if deadline != nil { try connection.makeNonBlocking() }
    return connection
  }

  private static func socket(_ domain: Int32, isNonBlocking: Bool = true) throws(SystemError) -> Descriptor {
    #if canImport(Darwin)
    let socket = Descriptor(owning: try SystemError.check("socket") { makeSocket(domain, SOCK_STREAM) })
    try socket.keepFromChildren()
    if isNonBlocking { try socket.makeNonBlocking() }
    try socket.switchOn(SO_NOSIGPIPE, at: SOL_SOCKET)
    return socket
    #else
    // The flags are set with the call itself, or a child process that another thread starts at that moment would
    // inherit the socket.
    let type = streamSocket | closeOnExec | (isNonBlocking ? nonBlocking : 0)
    return Descriptor(owning: try SystemError.check("socket") { makeSocket(domain, type) })
    #endif
  }

  /// Accepts a waiting connection; nil when there is none.
  package func accepted() throws(SystemError) -> Descriptor? {
    let accepted =
      acceptAtOnce.map { $0(number, nil, nil, closeOnExec | nonBlocking) } ?? accept(number, nil, nil)
    guard accepted >= 0 else {
      if errno == EAGAIN || errno == EINTR || errno == ECONNABORTED { return nil }
      throw .last("accept")
    }
    let connection = Descriptor(owning: accepted)
    if acceptAtOnce == nil {
      try connection.keepFromChildren()
      try connection.makeNonBlocking()
    }
    return connection
  }

  /// Sends what can be sent without waiting, and returns the number of bytes. No signal is raised if the other side
  /// is gone.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    return try SystemError.check("send") { sendBytes(number, bytes, flags) }
  }

  /// Sends what can be sent without waiting, and returns the number of bytes, which may be zero.
  package func sendNow(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(SystemError) in try send(bytes) } }
    if case .failure(let error) = result, error.wouldWait { return 0 }
    return try result.get()
  }

  /// Whether the connection is open and no unread input has arrived.
  package var hasNoInput: Bool {
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_PEEK)) < 0 && errno == EAGAIN
  }

  /// Tells the other side that nothing more will be sent.
  package func endSending() { shutdown(number, Int32(SHUT_WR)) }

  /// Ends the connection for both sides. The number is not free until this descriptor is closed.
  package func endConnection() { shutdown(number, Int32(SHUT_RDWR)) }

  /// Sends small pieces over TCP at once, instead of collecting them.
  package func sendAtOnce() throws(SystemError) { try switchOn(TCP_NODELAY, at: Int32(IPPROTO_TCP)) }

  /// The port of a loopback listener; the one that the system has picked if it was opened with port 0.
  package func port() throws(SystemError) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try SystemError.check("getsockname") {
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The process at the other end; nil if the system does not tell.
  package var peer: Peer? {
    #if canImport(Darwin)
    var (user, group, process) = (uid_t(), gid_t(), pid_t())
    var length = socklen_t(MemoryLayout<pid_t>.size)
    guard getpeereid(number, &user, &group) == 0,
      getsockopt(number, SOL_LOCAL, LOCAL_PEERPID, &process, &length) == 0
    else { return nil }
    return Peer(process: process, user: user)
    #else
    // The layout of the system's `struct ucred` (process, user, group), which Swift does not import.
    var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
    return Peer(process: credentials.process, user: credentials.user)
    #endif
  }

  private func switchOn(_ option: Int32, at level: Int32) throws(SystemError) {
    var isOn: Int32 = 1
    try SystemError.check("setsockopt") {
      setsockopt(number, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
  }
}

// Wrappers: inside of a type, a method would hide the C function of the same name.
#if canImport(Glibc)
private let streamSocket = Int32(SOCK_STREAM.rawValue)
private let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
private let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)
#elseif canImport(Musl)
private let (streamSocket, closeOnExec, nonBlocking) = (SOCK_STREAM, SOCK_CLOEXEC, SOCK_NONBLOCK)
#else
private let (closeOnExec, nonBlocking): (Int32, Int32) = (0, 0)
#endif
private typealias AcceptAtOnce = @convention(c) (Int32, OpaquePointer?, OpaquePointer?, Int32) -> Int32
/// `accept4`, which Swift does not import, keeps a connection from a child process that is started meanwhile.
private let acceptAtOnce: AcceptAtOnce? = dlsym(nil, "accept4").map {
  unsafeBitCast($0, to: AcceptAtOnce.self)
}
private func makeSocket(_ domain: Int32, _ type: Int32) -> Int32 { socket(domain, type, 0) }
private func sendBytes(_ number: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  send(number, bytes.baseAddress, bytes.count, flags)
}
