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

  /// The lists with what was found, each at its path; those that stay as they are are left out. Links may lead several targets to
  /// one.
  func lists(in package: PackageFolder) -> (changed: [(path: String, data: Data)], problems: [String]) {
    var (lists, old, problems) = ([String: AccessibilityList](), [String: AccessibilityList](), [String]())
    for (target, apps) in targets.sorted(by: { $0.key < $1.key }) {
      let place = AccessibilityList.path(for: target, in: "\(package.path)/Tests")
      let folder = URL(filePath: place).deletingLastPathComponent().path
      guard FileManager.default.fileExists(atPath: folder) else {
        problems.append(
          "There is no folder '\(folder)' for the list of the screens that \(target) has drawn.")
        continue
      }
      // What is not there yet leads nowhere.
      let real = "\(URL(filePath: folder).resolvingSymlinksInPath().path)/\(AccessibilityList.fileName)"
      let path = URL(filePath: real).resolvingSymlinksInPath().path
      do {
        var list = try lists[path] ?? AccessibilityList.read(at: path) ?? AccessibilityList()
        if lists[path] == nil { old[path] = list }
        for (app, screens) in apps {
          for (screen, findings) in screens { list.take(findings, on: screen, of: app) }
        }
        lists[path] = list
      } catch {
        problems.append("\(error)")
      }
    }
    var changed: [(path: String, data: Data)] = []
    for (path, list) in lists.sorted(by: { $0.key < $1.key }) where list != old[path] {
      do { changed.append((path, try list.json())) } catch { problems.append("\(error)") }
    }
    return (changed, problems)
  }
}
