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
  func lists(in package: PackageFolder) -> (changed: [SourceChange], problems: [String]) {
    var (found, changed, problems) = (
      [String: [String: [String: [JudgedScreen.Finding]]]](), [SourceChange](), [String]()
    )
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
      for (app, screens) in apps {
        found[path, default: [:]][app, default: [:]].merge(screens, uniquingKeysWith: +)
      }
    }
    for (path, apps) in found.sorted(by: { $0.key < $1.key }) {
      // What is edited from here on is seen when the change is written.
      var change = SourceChange(path: path, Array(FileManager.default.contents(atPath: path) ?? Data()))
      do {
        let old = try AccessibilityList.read(at: path) ?? AccessibilityList()
        var list = old
        for (app, screens) in apps {
          for (screen, findings) in screens { list.take(findings, on: screen, of: app) }
        }
        guard list != old else { continue }
        let newline: [UInt8] = Array((change.old.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n").utf8)
        let bytes = try list.json().flatMap { $0 == UInt8(ascii: "\n") ? newline : [$0] }
        change.replace([(0..<change.old.count, bytes)])
        changed.append(change)
      } catch {
        problems.append("\(error)")
      }
    }
    return (changed, problems)
  }
}
