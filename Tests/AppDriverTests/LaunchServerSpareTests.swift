import Foundation
import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import AppDriver

@Suite("The spare of a launch server")
struct LaunchServerSpareTests {
  private static func children(of server: Int32) -> [Int32] {
    let text = try? String(contentsOfFile: "/proc/\(server)/task/\(server)/children", encoding: .utf8)
    return (text ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  /// Launches twice: then there is a spare. Returns the second app with its server and the spare.
  private func launched(
    in world: LaunchWorld
  ) throws -> (app: LaunchWorld.Launched, server: Int32, spare: Int32) {
    let first = try world.start(["--wait"])
    let server = try #require(first.server)
    #expect(Self.children(of: server) == [first.process.identifier])
    first.process.signal(.kill)
    #expect(first.process.waitForExit(until: LaunchWorld.soon) == .signalled(SIGKILL))
    let app = try world.start(["--wait"])
    // Without letting other tests go first: where the server's patience is short, the spare is not there for long.
    let end = LaunchWorld.soon
    var spares: [Int32] = []
    while spares.count != 1, !end.hasPassed {
      spares = Self.children(of: server).filter {
        // The first app stays a child until the server has waited for it.
        $0 != app.process.identifier && $0 != first.process.identifier
      }
      sched_yield()
    }
    return (app, server, try #require(spares.first))
  }

  @Test("is launched as soon as it is ready, and is then an app like all others")
  func launch() async throws {
    let world = try LaunchWorld(patience: .seconds(600))
    let (app, server, spare) = try launched(in: world)
    defer { kill(server, SIGKILL) }
    let words = ["--view", "a b", ""]
    let spawned = try world.view(["a b", ""], ["MIRROR": "x"], spawning: true)
    var seen: [String: String] = [:]
    _ = await Waiting.until {
      guard let next = try? world.start(words, ["MIRROR": "x"]) else { return true }
      guard let text = try? next.text(), next.process.identifier == spare else { return false }
      seen = (try? JSONDecoder().decode([String: String].self, from: text)) ?? [:]
      return next.server == server || next.server == nil
    }
    #expect(seen.keys.sorted() == spawned.keys.sorted())
    for (name, value) in spawned { #expect(seen[name] == value, "\(name)") }
    withExtendedLifetime(app) {}
  }

  @Test("holds nothing of the app beside it, nor of the server but their line")
  func descriptors() async throws {
    let world = try LaunchWorld(patience: .seconds(600))
    let (app, server, spare) = try launched(in: world)
    defer { kill(server, SIGKILL) }
    var links: [Substring] = []
    _ = await Waiting.until {
      let folder = "/proc/\(spare)/fd"
      links = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))?
          .prefix { $0 != ":" }
      }.sorted()
      return links == ["/dev/null", "/dev/null", "/dev/null", "socket"]
    }
    #expect(links == ["/dev/null", "/dev/null", "/dev/null", "socket"])
    #expect(getpgid(spare) == spare)
    withExtendedLifetime(app) {}
  }

  @Test("ends with its server, whatever ends that")
  func killedServer() throws {
    let world = try LaunchWorld(patience: .seconds(600))
    let (app, server, spare) = try launched(in: world)
    let life = try LivingProcess(spare)
    kill(server, SIGKILL)
    #expect(try life.ends())
    #expect(app.process.isRunning)
  }

  @Test("ends when there is no launch for a while, although an app still runs")
  func patience() throws {
    let world = try LaunchWorld(patience: .seconds(3))
    let (app, server, spare) = try launched(in: world)
    let life = try LivingProcess(spare)
    #expect(try life.ends())
    #expect(app.process.isRunning)
    #expect(try world.start(["--wait"]).server == server)
  }

  @Test("costs no launch when somebody ends it")
  func killed() throws {
    let world = try LaunchWorld(patience: .seconds(600))
    let (app, server, spare) = try launched(in: world)
    defer { kill(server, SIGKILL) }
    let life = try LivingProcess(spare)
    kill(spare, SIGKILL)
    #expect(try life.ends())
    for _ in 0..<3 { #expect(try world.start(["--wait"]).server == server) }
    #expect(world.notes == [])
    withExtendedLifetime(app) {}
  }
}
