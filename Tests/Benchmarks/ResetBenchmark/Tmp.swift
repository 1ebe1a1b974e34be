#if DEBUG
import AppDriver
import Foundation
import TestSupport
enum Tmp {
  static func run(_ name: String, _ rounds: Int) throws {
    var settings = AppSettings()
    settings.environment["CLEANSLATE_SPAWN"] = "1"
    let spawned = App(name, settings: settings), app = App(name)
    var a = Sample(), b = Sample(), c = Sample()
    try app.launch(); if rounds < 1000 { try spawned.launch() }
    for _ in 0..<rounds {
      try a.time { try app.relaunch(reason: "x") }
      if rounds < 1000 { try b.time { try spawned.relaunch(reason: "x") } }
      if rounds == 60 { c.time { app.terminate() } }
    }
    print(
      "served", a.median, a.p95, "spawn", b.median, b.p95, "terminate", c.median, "ratio",
      a.median / b.median, app.log.prefix(300))
    app.terminate(); spawned.terminate()
  }
}
#endif
