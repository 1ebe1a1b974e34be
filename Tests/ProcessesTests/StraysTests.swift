import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@Suite("What an app has left running")
struct StraysTests {
  /// Between two programs a process has neither words nor an environment.
  @Test("ends also if it begins with one program after the other, at each instant")
  func betweenPrograms() throws {
    let folder = try TemporaryHome()
    let script = folder.root + "/script"
    try Data("exec /bin/sh \"$0\"\n".utf8).write(to: URL(filePath: script))
    // A program takes over many variables more slowly.
    var variables = Dictionary(uniqueKeysWithValues: (1...3000).map { ("NUMBER_\($0)", "") })
    variables["PLACE"] = "\(folder.root)/home"
    for _ in 1...40 {
      let process = try Spawn("/bin/sh", [script], environment: variables).start()
      #expect(Strays.end(of: folder.root).count == 1)
      process.signal(.kill)
      #expect(process.waitForExit(until: nil) == .signalled(SIGKILL))
    }
  }
}
