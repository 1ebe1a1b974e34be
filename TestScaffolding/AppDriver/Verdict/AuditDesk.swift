#if DEBUG
import Audit
import ControlProtocol
import Dispatch
import ElementTree
import Foundation
import Records
import Synchronization

/// Judges the screens that the tests of a process draw: each once, however many tests draw it.
final class AuditDesk: Sendable {
  /// What was found in what one test has drawn.
  struct Verdict: Sendable {
    var judged: [JudgedScreen] = []
    /// What fails no test, once for each screen and rule.
    var remarks: [String] = []
    /// What is worse than the list of the test's target says.
    var complaints: [String] = []

    /// That of a test whose drawings nobody keeps.
    static let unseen = Self(remarks: ["No audit of the screens: CLEANSLATE_TRACE=off keeps none of them"])
  }

  /// A verdict that is under way.
  final class Pending: Sendable {
    private let found = Mutex<Verdict?>(nil)
    private let done = DispatchSemaphore(value: 0)

    fileprivate func end(with verdict: Verdict) {
      found.withLock { $0 = verdict }
      done.signal()
    }

    /// Call it once.
    func verdict() -> Verdict {
      done.wait()
      return found.withLock { $0.take() } ?? Verdict()
    }
  }

  private struct Contents {
    var findings: [String: [AuditFinding]] = [:]
    /// Those of changes, by the texts of both screens; the latest few, as tests of one app make the same ones.
    var changes: [[String]: (old: Element, new: Element, findings: [AuditFinding])] = [:]
    var reported: Set<String> = []
    /// By module, app, screen and rule.
    var told: Set<[String]> = []
    var lists: [String: Result<AccessibilityList?, RecordError>] = [:]
  }

  private let contents = Mutex(Contents())
  /// Judges what tests look at while they wait for their apps.
  private let queue = DispatchQueue(label: "CleanSlate.audit", qos: .utility)
  /// The folder of the package's test targets.
  private let tests: String

  init(tests: String) { self.tests = tests }

  /// Begins to judge a screen that a test looks at, so that the end of the test need not wait for it.
  func prepare(_ tree: Element) { queue.async { [self] in _ = findings(in: tree) } }

  /// Begins to judge what a test of the module has drawn, while its app is reset.
  ///
  /// - Parameter run: The run of all processes that tell of a finding once.
  func begin(
    _ drawings: Drawings, of app: String, for module: String, in run: RunFolder?
  ) -> Pending {
    let pending = Pending()
    guard !drawings.screens.isEmpty || !drawings.changes.isEmpty || drawings.missed > 0 else {
      pending.end(with: Verdict())
      return pending
    }
    queue.async { [self] in pending.end(with: judge(drawings, of: app, for: module, in: run)) }
    return pending
  }

  private func findings(in tree: Element) -> (screen: String, [AuditFinding]) {
    let looks = tree.withoutWhatUsersDo
    let screen = looks.treeDescription
    if let known = contents.withLock({ $0.findings[screen] }) { return (screen, known) }
    let findings = AccessibilityAudit.judge(looks)
    contents.withLock { $0.findings[screen] = findings }
    return (screen, findings)
  }

  private func findings(from old: Element, to new: Element) -> [AuditFinding] {
    let change = [old.treeDescription, new.treeDescription]
    // A text does not say all, such as what an image shows.
    if let known = contents.withLock({ $0.changes[change] }), known.old == old, known.new == new {
      return known.findings
    }
    let findings = AccessibilityAudit.judge(from: old, to: new)
    contents.withLock {
      if $0.changes.count == Self.mostChanges { $0.changes = [:] }
      $0.changes[change] = (old, new, findings)
    }
    return findings
  }

  private static let mostChanges = 500

  /// Judges what a test of the module has drawn.
  func judge(
    _ drawings: Drawings, of app: String, for module: String, in run: RunFolder? = nil
  ) -> Verdict {
    var found: [String: (findings: [AuditFinding], notJudged: [String])] = [:]
    var screens: [String] = []
    func add(_ findings: [AuditFinding], _ notJudged: [String], to screen: String) {
      if found[screen] == nil { screens.append(screen) }
      let old = found[screen] ?? ([], [])
      found[screen] = (
        old.findings + findings.filter { !old.findings.contains($0) },
        old.notJudged + notJudged.filter { !old.notJudged.contains($0) }
      )
    }
    for tree in drawings.screens {
      let (screen, findings) = findings(in: tree)
      guard contents.withLock({ $0.reported.insert("\(module)\n\(app)\n\(screen)").inserted }) else {
        continue
      }
      add(findings, AccessibilityAudit.notJudged, to: tree.screen?.identifier ?? "")
    }
    for change in drawings.changes {
      let findings = findings(from: change.old, to: change.new)
      if !findings.isEmpty { add(findings, [], to: change.new.screen?.identifier ?? "") }
    }
    var verdict = Verdict()
    if drawings.missed > 0 { verdict.remarks.append(Self.missed(drawings.missed)) }
    for screen in screens {
      guard let (findings, notJudged) = found[screen] else { continue }
      let judged = JudgedScreen(
        screen: screen,
        findings: findings.map { .init(rule: $0.rule.rawValue, element: $0.element, message: $0.message) },
        notJudged: notJudged)
      verdict.judged.append(judged)
      sort(judged, of: app, for: module, in: run, into: &verdict)
    }
    return verdict
  }

  private static func missed(_ count: Int) -> String {
    "No audit of \(count) drawing\(count == 1 ? "" : "s"): "
      + "an app keeps \(TraceReply.mostDrawings) of its latest two generations"
  }

  private func isUntold(
    _ rule: String, _ screen: String, _ app: String, _ module: String, in run: RunFolder? = nil
  ) -> Bool {
    let words = [module, app, screen, rule]
    guard contents.withLock({ $0.told.insert(words).inserted }) else { return false }
    return (try? run?.tell(words)) ?? true
  }

  private func sort(
    _ judged: JudgedScreen, of app: String, for module: String, in run: RunFolder?,
    into verdict: inout Verdict
  ) {
    guard !judged.findings.isEmpty else { return }
    var list: AccessibilityList?
    do {
      list = try self.list(for: module)
    } catch {
      if isUntold("list", "", "", module) { verdict.complaints.append(error.description) }
    }
    let isListed = list?.names(judged.screen, of: app) == true
    let open = judged.findings.filter { list?.allows($0, on: judged.screen, of: app) != true }
    for (rule, group) in Dictionary(grouping: open, by: \.rule).sorted(by: { $0.key < $1.key }) {
      // What fails a test fails it in each process, as it does when the test is tried again.
      guard isUntold(rule, judged.screen, app, module, in: isListed ? nil : run), let first = group.first
      else { continue }
      let more = group.count > 1 ? " So have \(group.count - 1) more there." : ""
      let text =
        "Accessibility of the screen \"\(judged.screen)\", \(rule) of \"\(first.element)\": \(first.message)\(more)"
      if isListed {
        verdict.complaints.append(
          "\(text)\nThe screen had no such finding before, says \(path(for: module)). Mend it, or list it there with "
            + "a reason.")
      } else {
        verdict.remarks.append(text)
      }
    }
  }

  private func path(for module: String) -> String { AccessibilityList.path(for: module, in: tests) }

  private func list(for module: String) throws(RecordError) -> AccessibilityList? {
    if let known = contents.withLock({ $0.lists[module] }) { return try known.get() }
    let path = path(for: module)
    let read = Result { () throws(RecordError) in try AccessibilityList.read(at: path) }
    contents.withLock { $0.lists[module] = read }
    return try read.get()
  }
}

extension Element {
  /// The screen wherever the keyboard is, and whatever was typed: each of both is judged by itself.
  fileprivate var withoutWhatUsersDo: Element {
    mapElements { element in
      element.isFocused = false
      if element.role.isEditable { element.value = "" }
    }
  }
}
#endif
