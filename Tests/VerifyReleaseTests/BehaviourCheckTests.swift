import Foundation
import TestSupport
import Testing

@testable import ReleaseProof

@Suite("The behaviour of a release")
struct BehaviourCheckTests {
  /// An app that keeps data, draws, and reads lines to the end; with options, it does what the test says.
  private static func app(withOptions script: String, atStart start: String = "") -> String {
    """
    #!/bin/bash
    if [ $# -gt 0 ]; then
      \(script)
    fi
    \(start)
    mkdir -p "$XDG_DATA_HOME/app" && echo kept > "$XDG_DATA_HOME/app/data"
    echo drawn
    while read -r line; do :; done
    """
  }

  private static let refusal = #"echo "Unknown option '$1'." >&2; exit 64"#

  private func findings(
    _ script: String, options: [[String]], patience: Double = 120, refusalPatience: Double = 120
  ) throws -> [String] {
    let folder = try TestFolder()
    let app = try folder.write(script, to: "app", executable: true)
    var rules = ReleaseRules()
    rules.refusedOptions = options
    let check = BehaviourCheck(
      rules: rules, workFolder: folder.path, patience: patience, refusalPatience: refusalPatience)
    let found = try check.findings(for: app).map { "\($0.what), in \($0.place)" }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["app"])
    return found
  }

  @Test("is right if every option of a debug build is refused by name and nothing is touched")
  func honest() throws {
    #expect(try findings(Self.app(withOptions: Self.refusal), options: RepositoryOptions.declared) == [])
  }

  @Test("is wrong if an option is taken, and its deeds are listed")
  func erasing() throws {
    let script = Self.app(withOptions: #"rm -r "$XDG_DATA_HOME/app"; echo new > "$HOME/new"; exit 0"#)
    #expect(
      try findings(script, options: [["--ResetData"]])
        == [
          "--ResetData is not refused: the app exited with status 0; it should have exited with status 64, "
            + "in a run with '--ResetData'",
          "--ResetData touches data: .local/share is changed, .local/share/app is gone, "
            + ".local/share/app/data is gone, .local/share/app/planted is gone, new is new, "
            + "in a run with '--ResetData'",
        ])
  }

  @Test("is wrong if a refused option has touched data all the same")
  func erasingRefusal() throws {
    let script = Self.app(withOptions: #"echo more >> "$XDG_DATA_HOME/app/data"; "# + Self.refusal)
    #expect(
      try findings(script, options: [["--ResetData"]])
        == ["--ResetData touches data: .local/share/app/data is changed, in a run with '--ResetData'"])
  }

  @Test("is wrong if the message does not name the option")
  func unnamed() throws {
    #expect(
      try findings(Self.app(withOptions: "echo Sorry. >&2; exit 64"), options: [["--control-port", "0"]])
        == [
          "--control-port is refused without being named and the message \"Sorry.\", "
            + "in a run with '--control-port 0'"
        ])
  }

  @Test("is wrong if the app runs on with the option, and then it is stopped")
  func running() throws {
    let found = try findings(
      Self.app(withOptions: "exec sleep 600"), options: [["--headless"]], refusalPatience: 2)
    #expect(
      found.last
        == "--headless is not refused: the app still runs after 2.0 seconds, in a run with '--headless'")
  }

  @Test("is wrong if the app ends or crashes before anything can be seen of it")
  func early() throws {
    #expect(
      try findings("#!/bin/sh\necho No terminal. >&2; exit 3", options: [])
        == [
          "ends before anything could be seen of it: it exited with status 3 and the message \"No terminal.\", "
            + "in a run without options"
        ])
  }

  @Test("is right if the app asks a server, or draws elsewhere and runs on after the end of its input")
  func otherApps() throws {
    let window = "#!/bin/bash\nif [ $# -gt 0 ]; then \(Self.refusal); fi\nexec sleep 600"
    #expect(try findings(window, options: [["--headless"]], patience: 1) == [])

    let listener = try LoopbackListener()
    let script = Self.app(withOptions: Self.refusal, atStart: "exec 9<>/dev/tcp/127.0.0.1/\(listener.port)")
    #expect(try findings(script, options: [["--headless"]]) == [])
  }

  @Test("is wrong if the app serves others, as with its control server")
  func server() throws {
    let app = try BuiltProduct.path("SampleOnboarding")
    let script =
      "#!/bin/bash\nif [ $# -gt 0 ]; then \(Self.refusal); fi\nexec '\(app)' --headless --control-port 0"
    let found = try findings(script, options: [["--headless"]])
    #expect(
      found.contains { $0.hasPrefix("listens on a socket, descriptor ") && $0.contains(": tcp ") }, "\(found)"
    )
  }

  @Test("sees the sockets on which a process listens, and no others")
  func socket() throws {
    let listener = try LoopbackListener()
    let port = String(listener.port, radix: 16, uppercase: true)
    let sockets = SocketTable.listeningSockets(of: getpid()).values
    let own = sockets.filter { $0.contains(": tcp ") && $0.contains(":\(port) 00000000:0000 0A ") }
    #expect(own.count == 1, "\(sockets)")
    #expect(sockets.allSatisfy { $0.contains(" 0A ") || $0.contains(" 00010000 ") })
  }
}
