#if DEBUG
/// Where a control server serves.
package enum ControlAddress: Sendable, Equatable, CustomStringConvertible {
  /// A socket file, in a folder that only its owner may enter.
  case unixSocket(_ path: String)
  /// A port of 127.0.0.1; 0 asks for a free one.
  case loopback(port: UInt16)

  package var description: String {
    switch self {
    case .unixSocket(let path): path
    case .loopback(let port): "http://127.0.0.1:\(port)"
    }
  }
}
#endif
