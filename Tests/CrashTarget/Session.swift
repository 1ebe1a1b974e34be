import AppData
import CrashModel
import Glibc

/// The data of one app, opened, used and let go of line by line.
final class Session {
  private struct Opened {
    let container: AppContainer
    var gate = WriteGate()
    var data: AppData
  }

  private struct NotOpen: Error, CustomStringConvertible {
    let description = "The container is not open: say \"open\" first."
  }

  private let id: String
  private let environment: [String: String]
  private var opened: Opened?
  private var spareDescriptors: [Int32] = []

  init(id: String, environment: [String: String]) {
    self.id = id
    self.environment = environment
  }

  /// Does what the line says and answers `ok` and what there is to tell, or `error` and why.
  func answer(to line: String) -> String {
    do {
      let news = try perform(line)
      return news.isEmpty ? "ok" : "ok \(news)"
    } catch {
      return "error \(error)"
    }
  }

  private func perform(_ line: String) throws -> String {
    switch line {
    case "open": try open()
    case "close": opened = nil
    case "show": return "\(try Contents(of: current().data))"
    case "count": return "\(try current().container.parts.reduce(0) { try $0 + $1.inventory().count })"
    case "exhaust-descriptors": exhaustDescriptors()
    case "free-descriptors": freeDescriptors()
    default:
      guard let step = Step(line: line) else { return "unknown: \(line)" }
      return try perform(step)
    }
    return ""
  }

  private func perform(_ step: Step) throws -> String {
    let container = try current().container
    switch step {
    case .set(let store, let key, let number): try current().data.set(number, store, key)
    case .remove(let store, let key): try current().data.set(nil, store, key)
    case .reset: return try reset()
    case .emptyTrash: return Self.news(of: container.emptyTrash().failures)
    case .collectTrash: Task.detached { await container.emptyTrashInBackground() }
    }
    return ""
  }

  private func open() throws {
    let identity = try AppIdentity(id: id, groups: [Store.group])
    let container = try AppContainer.open(identity, in: BaseDirectories(environment: environment))
    let gate = WriteGate()
    opened = Opened(container: container, gate: gate, data: container.open(gate: gate))
  }

  private func current() throws -> Opened {
    guard let opened else { throw NotOpen() }
    return opened
  }

  private func reset() throws -> String {
    var renewed = try current()
    renewed.gate.close("The app is reset")
    let report = renewed.container.erase(renewed.container.parts)
    renewed.gate = WriteGate()
    renewed.data = renewed.container.open(gate: renewed.gate)
    opened = renewed
    return Self.news(of: report.failures)
  }

  private static func news(of failures: [ErasureFailure]) -> String {
    failures.map(\.description).joined(separator: "; ")
  }

  private func exhaustDescriptors() {
    while true {
      let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { return }
      spareDescriptors.append(descriptor)
    }
  }

  private func freeDescriptors() {
    for descriptor in spareDescriptors { Glibc.close(descriptor) }
    spareDescriptors = []
  }
}
