import Foundation
import LocalHTTP
import OperatingSystem
import TestSupport
import Testing

@testable import LocalHTTP

@Suite("The address of a control server")
struct ControlServerAddressTests {
  private func error(at address: SocketAddress) -> ControlServerError? {
    do throws(ControlServerError) {
      try ControlServer.start(at: address, token: .random()) { _ in HTTPResponse() }.stop()
      return nil
    } catch {
      return error
    }
  }

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0, "\(path) exists")
    return status.st_mode
  }

  @Test("is a socket file that is only ours, in a folder that is only ours and made if it is missing")
  func made() throws {
    let base = try SocketFolder()
    let path = base.path + "/new/app.sock"
    let server = try ControlServer.start(at: .unixSocket(path), token: .random()) { _ in HTTPResponse() }
    #expect(server.address == .unixSocket(path))
    #expect(try mode(base.path + "/new") == S_IFDIR | 0o700)
    #expect(try mode(path) == S_IFSOCK | 0o600)
    #expect(try TestClient(server.address).get("/").status == 200)
    server.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(error(at: .unixSocket(base.path + "/a/b/app.sock")) == .folderNotFound(base.path + "/a/b"))
  }

  @Test(
    "is refused in a folder that others may enter", arguments: [0o755, 0o710, 0o701, 0o1700, 0o770, 0o500])
  func openFolder(mode: Int) throws {
    let base = try SocketFolder()
    chmod(base.path, mode_t(mode))
    let error = error(at: base.socket)
    chmod(base.path, 0o700)
    #expect(error == .openFolder(base.path, mode: UInt32(mode)))
    let isForAll = [0o1700, 0o770].contains(mode)
    let remedy = isForAll ? "mkdir -m 700 '\(base.path)/mine'" : "chmod 700 '\(base.path)'"
    #expect(error?.description.hasSuffix(remedy) == true)
  }

  @Test("in a folder that all users share is not to be had by closing that folder to them")
  func sharedFolder() {
    #expect(
      ControlServerError.openFolder("/tmp", mode: 0o1777).description == """
        The folder of the control socket, /tmp, has mode 1777, and only its owner may enter it. Others use it, too, so \
        leave it as it is and make one of your own: mkdir -m 700 '/tmp/mine'
        """)
  }

  @Test("is refused in a folder that is a symbolic link or a file", arguments: ["link", "link/", "file"])
  func symlinkedFolder(name: String) throws {
    let base = try SocketFolder()
    mkdir(base.path + "/real", 0o700)
    symlink("real", base.path + "/link")
    try "".write(toFile: base.path + "/file", atomically: false, encoding: .utf8)
    let folder = name.hasSuffix("/") ? String(name.dropLast()) : name
    #expect(error(at: .unixSocket("\(base.path)/\(name)/app.sock")) == .notAFolder("\(base.path)/\(folder)"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: base.path + "/real") == [])
  }

  @Test("is refused in the folder of another user")
  func foreignFolder() throws {
    let base = try SocketFolder()
    // Only root can give a folder away; anybody else finds one of root's.
    let (folder, owner): (String, UInt32) =
      chown(base.path, 1234, 1234) == 0 ? (base.path, 1234) : ("/usr", 0)
    #expect(
      error(at: .unixSocket(folder + "/app.sock")) == .foreignFolder(folder, owner: owner, user: geteuid()))
  }

  @Test("is refused if the system cannot hold the path, or there is none")
  func path() throws {
    let base = try SocketFolder()
    let room = 107 - base.path.utf8.count - 1
    #expect(error(at: .unixSocket(base.path + "/" + String(repeating: "s", count: room))) == nil)
    let long = base.path + "/" + String(repeating: "s", count: room + 1)
    #expect(error(at: .unixSocket(long)) == .pathTooLong(long, bytes: 108, limit: 107))
    for path in ["", "/tmp/", "/tmp/a\0b"] { #expect(error(at: .unixSocket(path)) == .noSocketPath(path)) }
  }

  @Test("takes the place of a socket that nobody serves any more")
  func stale() throws {
    let base = try SocketFolder()
    try abandonSocket(at: base.path + "/app.sock")
    let server = try ControlServer.start(at: base.socket, token: .random()) { _ in HTTPResponse() }
    #expect(try TestClient(base.socket).get("/").status == 200)
    server.stop()
  }

  @Test("is refused while another server serves it, which notices nothing")
  func live() throws {
    let fixture = try ServerFixture()
    #expect(
      error(at: fixture.folder.socket) == .alreadyServed(fixture.folder.path + "/app.sock", pid: getpid()))
    #expect(try fixture.client().get("/").status == 200)
  }

  @Test("is refused while a server has it that is too busy to take connections")
  func busy() throws {
    let base = try SocketFolder()
    let path = base.path + "/app.sock"
    let server = try Descriptor.listener(at: base.socket, backlog: 0)
    let client = try TestClient(base.socket)
    #expect(error(at: base.socket) == .alreadyServed(path, pid: nil))
    withExtendedLifetime((server, client)) {}
  }

  @Test("is refused where a socket of another kind is")
  func otherKind() throws {
    let base = try SocketFolder()
    let path = base.path + "/app.sock"
    let datagrams = Descriptor(
      owning: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    try #require(TestClient.withAddress(sockaddr_un(path: path)) { bind(datagrams.number, $0, $1) } == 0)
    #expect(error(at: base.socket) == .system(SystemError(call: "connect", code: EPROTOTYPE), target: path))
    #expect(try mode(path) & S_IFMT == S_IFSOCK)
  }

  @Test("is refused where a file or a link is, which stays as it is")
  func notASocket() throws {
    let base = try SocketFolder()
    let path = base.path + "/app.sock"
    try "precious".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(error(at: base.socket) == .notASocket(path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")

    try abandonSocket(at: base.path + "/dead.sock")
    symlink("dead.sock", base.path + "/link.sock")
    #expect(error(at: .unixSocket(base.path + "/link.sock")) == .notASocket(base.path + "/link.sock"))
    #expect(try mode(base.path + "/dead.sock") & S_IFMT == S_IFSOCK)
  }

  @Test("is left alone at the stop if the file there is another one by then")
  func replaced() throws {
    let base = try SocketFolder()
    let server = try ControlServer.start(at: base.socket, token: .random()) { _ in HTTPResponse() }
    unlink(base.path + "/app.sock")
    try "other".write(toFile: base.path + "/app.sock", atomically: false, encoding: .utf8)
    server.stop()
    #expect(try String(contentsOfFile: base.path + "/app.sock", encoding: .utf8) == "other")
  }

  @Test("on the loopback interface is a free port, which no second server gets")
  func port() throws {
    let fixture = try ServerFixture(loopback: true)
    guard case .loopback(let port) = fixture.server.address else {
      Issue.record("\(fixture.server.address)")
      return
    }
    #expect(port != 0)
    #expect("\(fixture.server.address)" == "127.0.0.1:\(port)")
    #expect(error(at: .loopback(port: port)) == .portTaken(port))
    #expect(connecting(to: 0x7F00_0001, port: port) == 0)
    #expect(connecting(to: 0x7F00_0002, port: port) == ECONNREFUSED, "not on all interfaces")
  }

  @Test(
    "on the loopback interface serves those who show the token, and no web page",
    arguments: [
      ("Host: HOST\r\nAuthorization: Bearer TOKEN\r\n", 200),
      ("Host: HOST\r\nAuthorization: Bearer TOKEN\r\nOrigin: http://HOST\r\n", 200),
      ("Host: HOST\r\n", 401),
      ("Host: HOST\r\nAuthorization: Bearer 0000\r\n", 403),
      ("Host: evil.example\r\nAuthorization: Bearer TOKEN\r\n", 403),
      ("Host: HOST\r\nAuthorization: Bearer TOKEN\r\nOrigin: http://evil.example\r\n", 403),
      // Refused by its head: the body need not come.
      ("Host: HOST\r\nContent-Length: 1000000\r\n", 401),
    ])
  func guarded(fields: String, status: Int) throws {
    let fixture = try ServerFixture(loopback: true)
    let host = "\(fixture.server.address)"
    let client = try fixture.client()
    try client.send(
      "POST /a HTTP/1.1\r\n\(fields)\r\n".replacing("HOST", with: host).replacing(
        "TOKEN", with: fixture.token.text))
    let reply = try client.reply()
    #expect(reply.status == status)
    #expect(!reply.body.contains(fixture.token.text))
    #expect(fixture.router.seen == (status == 200 ? ["/a"] : []))
  }

  @Test("on a socket file serves no web page")
  func originOnSocket() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    try client.send("GET / HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n\r\n")
    #expect(try client.reply().status == 403)
    #expect(fixture.router.seen == [])
  }

  /// The error of connecting, or 0.
  private func connecting(to host: UInt32, port: UInt16) -> Int32 {
    let stream = Descriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    return TestClient.withAddress(address) { connect(stream.number, $0, $1) } == 0 ? 0 : errno
  }

  /// Leaves what a server leaves that was killed. A socket that has listened might live on for a moment in a process that
  /// another test is just starting.
  private func abandonSocket(at path: String) throws {
    let stream = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    try #require(TestClient.withAddress(sockaddr_un(path: path)) { bind(stream.number, $0, $1) } == 0)
  }
}
