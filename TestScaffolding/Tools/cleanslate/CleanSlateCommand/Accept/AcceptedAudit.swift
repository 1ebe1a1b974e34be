import Foundation
import Records

/// What the audits of a run found, for the lists of the test targets: `Tests/TARGET/Accessibility.json`.
struct AcceptedAudit {
  /// The findings of each screen, by target and app.
  private(set) var targets: [String: [String: [String: [JudgedScreen.Finding]]]] = [:]

  var screens: Int { targets.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } } }

  init(_ tests: [TestRecord]) {
    for test in tests {
      for judged in test.audit ?? [] {
        targets[test.test.module, default: [:]][test.test.app, default: [:]][judged.screen, default: []] +=
          judged.findings
      }
    }
  }

  /// The lists with what was found, each at its path; those that stay as they are are left out.
  func lists(in package: PackageFolder) -> (changed: [(path: String, data: Data)], problems: [String]) {
    var (changed, problems) = ([(path: String, data: Data)](), [String]())
    for (target, apps) in targets.sorted(by: { $0.key < $1.key }) {
      let path = AccessibilityList.path(for: target, in: "\(package.path)/Tests")
      let folder = URL(filePath: path).deletingLastPathComponent().path
      guard FileManager.default.fileExists(atPath: folder) else {
        problems.append(
          "There is no folder '\(folder)' for the list of the screens that \(target) has drawn.")
        continue
      }
      do {
        var list = try AccessibilityList.read(at: path) ?? AccessibilityList()
        let old = list
        for (app, screens) in apps {
          for (screen, findings) in screens { list.take(findings, on: screen, of: app) }
        }
        if list != old { changed.append((path, try list.json())) }
      } catch {
        problems.append("\(error)")
      }
    }
    return (changed, problems)
  }
}
