import Testing

@testable import HeldResources

@Suite("A socket in a report")
struct SocketEndsTests {
  @Test(
    "is called by what stays the same when it is opened again",
    arguments: [
      (
        SocketEnds(own: "10.0.0.2:49152", peer: "10.0.0.1:5432", transport: "TCP"),
        "TCP socket to 10.0.0.1:5432"
      ),
      (SocketEnds(own: "[::1]:49152", peer: "[::1]:443", transport: "TCP"), "TCP socket to [::1]:443"),
      (
        SocketEnds(own: "10.0.0.2:8080", peer: "10.0.0.1:49152", transport: "TCP"),
        "TCP socket accepted at 10.0.0.2:8080"
      ),
      (
        SocketEnds(own: "127.0.0.1:8080", isListening: true, transport: "TCP"),
        "socket that listens at 127.0.0.1:8080"
      ),
      (SocketEnds(own: "0.0.0.0:0", transport: "TCP"), "TCP socket"),
      (SocketEnds(own: "0.0.0.0:5353", transport: "UDP"), "UDP socket at 0.0.0.0:5353"),
      (SocketEnds(peer: "/run/bus"), "socket to /run/bus"), (SocketEnds(own: "/run/me"), "socket at /run/me"),
      (SocketEnds(), "socket without a name"),
    ])
  func name(ends: SocketEnds, name: String) {
    #expect(ends.name(listening: ["0.0.0.0:8080"]) == name)
  }
}
