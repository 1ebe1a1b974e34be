#if DEBUG
import Foundation
import Glibc

/// A bare echo over a Unix-domain socket: the least that a question to another process can cost.
enum Echo {
  /// About as long as the request for a reset and its receipt.
  static let requestSize = 160
  static let replySize = 900

  static func socket(at path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) throws
    -> Int32
  {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw EchoError(description: "\(path): \(String(cString: strerror(errno)))") }
    return descriptor
  }

  static func receive(_ count: Int, from descriptor: Int32, into buffer: inout [UInt8]) -> Bool {
    var received = 0
    while received < count {
      let part = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, count - received, 0) }
      guard part > 0 else { return false }
      received += part
    }
    return true
  }

  struct EchoError: Error, CustomStringConvertible { let description: String }
}

/// The side that answers, in a process of its own.
enum EchoServer {
  /// Makes ResetBenchmark itself the server, at the path that follows.
  static let option = "--serve-echo"

  static func serve(at path: String) throws {
    let listener = try Echo.socket(at: path) { bind($0, $1, $2) }
    listen(listener, 1)
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    let connection = accept(listener, nil, nil)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let reply = [UInt8](repeating: 1, count: Echo.replySize)
    while Echo.receive(Echo.requestSize, from: connection, into: &buffer) {
      send(connection, reply, reply.count, Int32(MSG_NOSIGNAL))
    }
  }
}

/// The side that asks.
final class EchoClient {
  private let process = Process()
  private let folder: URL
  private let connection: Int32
  private var buffer = [UInt8](repeating: 0, count: 4096)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cleanslate-echo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "s").path
    let output = Pipe()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [EchoServer.option, path]
    process.standardOutput = output
    try process.run()
    guard output.fileHandleForReading.availableData.starts(with: Data("ready".utf8)) else {
      throw Echo.EchoError(description: "The echo server did not start.")
    }
    connection = try Echo.socket(at: path) { connect($0, $1, $2) }
  }

  func ask() {
    let request = buffer[..<Echo.requestSize]
    _ = request.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    _ = Echo.receive(Echo.replySize, from: connection, into: &buffer)
  }

  func stop() {
    close(connection)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
#endif
