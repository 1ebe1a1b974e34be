import Glibc
import OperatingSystem
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("Another user of the machine", .enabled(if: geteuid() == 0, "only root can become somebody else"))
struct StrangerTests {
  @Test(
    "does not get to the socket, neither past the folder nor past the file, and is served by neither door")
  func stranger() async throws {
    let app = try await AttackedApp()
    guard case .unixSocket(let path) = app.address(.socket) else { return }
    guard case .loopback(let port) = app.address(.port) else { return }
    // The exit test's process can reach what lies above the folder.
    try app.openRootOfHome()
    await OwnThread.run {
      await #expect(processExitsWith: .success) { [path = path as String, port = port as UInt16] in
        let folder = path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        func asNobody(_ expected: String, _ attempt: @escaping () throws -> String) throws {
          // Only the effective user changes, so that this process can change back.
          seteuid(65534)
          defer { seteuid(0) }
          let found: String
          do {
            found = try attempt()
          } catch let error as TestClient.Failure {
            found = "\(error.call) \(error.code)"
          }
          #expect(found == expected)
        }
        func ask() throws -> String {
          let client = try TestClient(.unixSocket(path))
          let reply = try client.get("/status")
          return "\(reply.status) \(reply.body)"
        }
        try asNobody("connect \(EACCES)", ask)
        chmod(folder, 0o755)
        try asNobody("connect \(EACCES)", ask)
        chmod(path, 0o666)
        try asNobody(
          #"403 {"code":"forbidden","message":"The app runs as user 0 and serves no other; you are user 65534."}"#,
          ask)
        try asNobody("401") {
          let client = try TestClient(.loopback(port: port))
          try client.send("GET /status HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
          return "\(try client.reply().status)"
        }
      }
    }
    #expect(try await app.serves())
  }
}
