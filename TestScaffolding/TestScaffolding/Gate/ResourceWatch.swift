#if DEBUG
import HeldResources
import Leaks

/// Compares the resources of the process from one reset to the next, and reports those that a generation has left
/// behind.
///
/// It looks while no generation exists, so that everything new must have been left behind. It looks again at the end of
/// the reset, so that resources which are merely closed late are not reported.
///
/// Most resources are reported at the first reset. Some of a kind that a library may open and keep are reported when
/// generation after generation leaves another one; see ``ResourceGrowth``.
@MainActor
final class ResourceWatch {
  private struct Group: Hashable {
    var kind: Resource.Kind
    var name: String
  }

  private var survey: ResourceSurvey
  /// What was there while no generation existed, each with the generation that it came with; 0 is accepted.
  private var arrivals: [Resource.Kind: [Resource: Int]] = [:]
  private var growths: [Group: ResourceGrowth<Resource>] = [:]
  private var reported: [Resource: Leak] = [:]
  private var reportedGroups: [Group: (leak: Leak, members: Set<Resource>)] = [:]
  private var hasBegun = false
  private let gap: String?
  /// The latest generation after which something had changed, and the latest one that has been judged.
  private var (changed, judged) = (0, 0)
  /// Whether the app's data was erased in the stop that is under way. Data that is kept may be in files anywhere, so
  /// these are compared only after an erasure.
  var dataIsErased = false

  init(_ survey: ResourceSurvey, gap: String? = ResourceSurvey.gap()) {
    (self.survey, self.gap) = (survey, gap)
  }

  /// What nobody can list on this system, or what could not be listed at the latest look.
  var notListed: [String] {
    let reason = "the system does not list them now; are too many files open?"
    return gap.map { [$0] } ?? survey.unlisted.map { "\($0.rawValue)s (\(reason))" }.sorted()
  }

  /// Accepts everything that exists now.
  func begin() {
    for (kind, list) in survey.look() { note(list, of: kind, after: 0) }
    hasBegun = true
  }

  // MARK: - While no generation exists

  /// Looks for what was left behind, while no generation exists.
  func lookWhileStopped(generation: Int) {
    defer { dataIsErased = false }
    guard hasBegun else { return }
    let kinds = dataIsErased ? Resource.Kind.allCases : Self.kindsWhileDataIsKept
    for (kind, list) in survey.look(at: kinds) {
      note(list, of: kind, after: generation)
      changed = generation
    }
  }

  private func note(_ list: Set<Resource>, of kind: Resource.Kind, after generation: Int) {
    let known = arrivals[kind] ?? [:]
    arrivals[kind] = Dictionary(uniqueKeysWithValues: list.map { ($0, known[$0] ?? generation) })
    var groups = Self.groups(of: list)
    for group in growths.keys where group.kind == kind && groups[group] == nil { groups[group] = [] }
    for (group, members) in groups {
      if generation == 0 {
        growths[group] = ResourceGrowth(members)
      } else {
        growths[group, default: ResourceGrowth()].record(members, after: generation)
      }
    }
  }

  private static func groups(of list: some Collection<Resource>) -> [Group: Set<Resource>] {
    var groups: [Group: Set<Resource>] = [:]
    for resource in list where resource.judgement == .maybeKeptByLibrary {
      for name in [resource.name, resource.sort].compactMap(\.self) {
        groups[Group(kind: resource.kind, name: name), default: []].insert(resource)
      }
    }
    return groups
  }

  // MARK: - After the reset

  /// Forgets what was reported and has been given back, and reads the names that threads have got.
  func lookAgainAtReported(before generation: Int) {
    var outdated = Set(reported.keys.map(\.kind) + reportedGroups.keys.map(\.kind))
    if survey.hasYoungThreads { outdated.insert(.thread) }
    update(outdated, after: generation - 1)
  }

  /// Looks again at what would be reported now for the first time, apart from what is expected, and returns what is still
  /// there, by kind and name.
  func suspects(before generation: Int, besides expected: [TextPattern]) -> [String] {
    guard changed > judged else { return [] }
    let kinds = news(before: generation, besides: expected).map(\.kind)
    if kinds.isEmpty { return [] }
    update(Set(kinds), after: generation - 1)
    return news(before: generation, besides: expected).map { "\($0.kind.rawValue) \($0.name)" }
  }

  private func news(before generation: Int, besides expected: [TextPattern]) -> [Group] {
    newLeaks(upTo: generation - 1, besides: expected).map { Group(kind: $0.0.kind, name: $0.0.name) }
      + newGroups(upTo: generation - 1, besides: expected)
  }

  /// Returns what generations before this one have left behind and was there at the latest look, apart from what is expected.
  func leaks(before generation: Int, besides expected: [TextPattern]) -> [Leak] {
    let latest = generation - 1
    if changed > judged {
      for (resource, arrival) in newLeaks(upTo: latest, besides: expected) {
        report(resource, after: arrival)
      }
      for group in newGroups(upTo: latest, besides: expected) { report(group, after: latest) }
      judged = max(judged, latest)
    }
    return (reported.values + reportedGroups.values.map(\.leak)).sorted {
      ($0.type, $0.name, $0.generation ?? 0) < ($1.type, $1.name, $1.generation ?? 0)
    }
  }

  private func newLeaks(upTo latest: Int, besides expected: [TextPattern]) -> [(Resource, Int)] {
    arrivals.values.joined().filter { resource, arrival in
      resource.judgement == .leak && (1...max(1, latest)).contains(arrival) && reported[resource] == nil
        && !Self.isExpected(Group(kind: resource.kind, name: resource.name), expected)
    }.map { ($0.key, $0.value) }
  }

  private func newGroups(upTo latest: Int, besides expected: [TextPattern]) -> [Group] {
    let growing = growths.filter { $0.value.isLeak(asOf: latest) }
    return growing.filter { group, growth in
      guard reportedGroups[group] == nil, !Self.isExpected(group, expected) else { return false }
      // All TCP sockets are told of only where no single address explains them.
      let names = growth.members.map { Group(kind: group.kind, name: $0.name) }
      return !names.contains { $0 != group && (growing[$0] != nil || reportedGroups[$0] != nil) }
    }.map(\.key)
  }

  private static func isExpected(_ group: Group, _ expected: [TextPattern]) -> Bool {
    let leak = Leak(type: group.kind.rawValue, name: group.name)
    return expected.contains { $0.matches(leak) }
  }

  private func report(_ resource: Resource, after generation: Int) {
    reported[resource] = Leak(
      type: resource.kind.rawValue, name: resource.name, generation: generation,
      advice:
        "give it back when the session ends, or allow it: \(call(allowing: resource.kind, resource.name))")
  }

  private func report(_ group: Group, after latest: Int) {
    guard let growth = growths[group] else { return }
    let generations = growth.generationsThatLeftOne(asOf: latest)
    let span = latest - (generations.last ?? latest) + 1
    let leak = Leak(
      type: group.kind.rawValue, name: group.name, generation: latest,
      advice: """
        \(generations.count) of the last \(span) generations left one more, which makes \(growth.members.count); \
        if a library keeps them, allow them: \(call(allowing: group.kind, group.name))
        """)
    reportedGroups[group] = (leak, growth.members)
  }

  /// The call by which an app allows it, with a star for what is different each time.
  private func call(allowing kind: Resource.Kind, _ name: String) -> String {
    var name = name
    if let folder = survey.privateFolder, name.hasPrefix(folder + "/") {
      name = "*" + name.dropFirst(folder.count)
    }
    name = name.replacing(/:[0-9]+$/, with: ":*")
    return "leaks.expectedToSurvive(\"\(kind.rawValue) \(name)\", reason: …)"
  }

  /// Forgets what has been given back since the look, and takes note of names that threads have got. What the new
  /// generation has made by now is passed over.
  private func update(_ kinds: Set<Resource.Kind>, after latest: Int) {
    for kind in kinds {
      guard let list = survey.listStillThere(kind) else { continue }
      let now = Dictionary(list.map { ($0, $0) }, uniquingKeysWith: { one, _ in one })
      let known = arrivals[kind] ?? [:]
      arrivals[kind] = Dictionary(
        uniqueKeysWithValues: known.compactMap { resource, arrival in now[resource].map { ($0, arrival) } })
      if known.contains(where: { now[$0.key]?.judgement != $0.key.judgement }) {
        survey.lookCloser(at: kind)
        changed = max(changed, latest)
      }
      reported = reported.filter { $0.key.kind != kind || now[$0.key] != nil }
      reportedGroups = reportedGroups.filter { group, found in
        group.kind != kind || found.members.contains { now[$0] != nil }
      }
      for group in growths.keys where group.kind == kind {
        let gone = growths[group]?.members.filter { now[$0]?.judgement != .maybeKeptByLibrary }
        growths[group]?.remove(gone ?? [], after: latest)
      }
    }
  }

  private static let kindsWhileDataIsKept = Resource.Kind.allCases.filter { $0 != .file }
}
#endif
