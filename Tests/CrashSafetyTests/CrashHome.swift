import AppData
import CrashModel
import Foundation
import Glibc
import Processes
import TestSupport

/// A home of its own for the app that is killed, and what has to be true of it at the next start.
struct CrashHome {
  let home: TemporaryHome
  let executable: String
  let id: String

  init(_ home: TemporaryHome? = nil, id: String = "net.example.crash") throws {
    self.home = try home ?? TemporaryHome()
    self.id = id
    executable = try BuiltProduct.path("CrashTarget")
  }

  /// Starts the app, which does what the lines say as fast as it can.
  func start(_ lines: [String], in surroundings: Surroundings = .usual) throws -> ChildProcess {
    let process = try ChildProcess(
      "/usr/bin/env", surroundings.wrapper + [executable, id], environment: home.environment)
    process.send(lines.map { "\($0)\n" }.joined())
    return process
  }

  /// Has the app do what the lines say, one after the other, and returns its answers.
  func answers(
    to lines: [String], in surroundings: Surroundings = .usual, variables: [String: String] = [:],
    timeout: Duration = .patience
  ) async throws -> [String] {
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", surroundings.wrapper + [executable, id],
      environment: home.environment.merging(variables) { $1 },
      standardInput: lines.map { "\($0)\n" }.joined(), timeout: timeout)
    let answers = outcome.standardOutput.text.split(separator: "\n").map(String.init)
    guard outcome.status == .exited(0), answers.count == lines.count else {
      throw Flaw("\(outcome.status) after \(answers): \(outcome.standardError.text)")
    }
    return answers
  }

  /// Has the app do what the lines say, with `strace`, until it is killed before a call, or done.
  func run(
    _ lines: [String], killedBefore call: SystemCall
  ) async throws -> (wasKilled: Bool, answers: [Substring]) {
    let outcome = try await ChildProcess.run(
      "/usr/bin/env",
      ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call.name)"]
        + ["-e", "inject=\(call.name):signal=KILL:when=\(call.number)", executable, id],
      environment: home.environment, standardInput: lines.map { "\($0)\n" }.joined())
    guard [.signalled(SIGKILL), .exited(0)].contains(outcome.status) else {
      throw Flaw("\(outcome.status): \(outcome.standardError.text)")
    }
    return (outcome.status == .signalled(SIGKILL), outcome.standardOutput.text.split(separator: "\n"))
  }

  func folder(_ folder: TemporaryHome.Folder) -> String { "\(home.path(folder))/cleanslate/\(id)" }

  /// Opens the data as the next start does, and reads all of it.
  func contentsAtNextStart() throws -> Contents {
    let container = try AppContainer.open(
      AppIdentity(id: id, groups: [Store.group]), in: BaseDirectories(environment: home.environment))
    let contents = try Contents(of: container.open(gate: WriteGate()))
    // What the start does in the background, with its end to wait for.
    let trash = container.emptyTrash()
    guard trash.failures == [] else { throw Flaw("the trash stays: \(trash.failures)") }
    return contents
  }

  /// Throws unless only the data and the markers are in the home.
  func checkLeftovers() throws {
    let left = try home.tree().filter { $0.contains("/.writing.") || $0.contains("/.erased.") }
    guard left == [] else { throw Flaw("left behind: \(left)") }
  }

  /// Throws unless each store holds what it held before the step or what it holds after it.
  func check(_ found: Contents, before: Contents, _ step: Step?) throws {
    let after = step.map(before.applying) ?? before
    for store in Store.allCases where found[store] != before[store] && found[store] != after[store] {
      throw Flaw(
        """
        \(store.rawValue) holds \(found[store]), but held \(before[store]) before "\(step?.line ?? "the end")" \
        and should hold \(after[store]) after it
        """)
    }
  }
}

/// The so-manieth system call of a name, of one thread.
struct SystemCall: Hashable, CustomStringConvertible {
  let name: String
  let number: Int
  var description: String { "\(name) number \(number)" }

  /// Those of a log of `strace -f`, in their order.
  static func all(in log: String) -> [SystemCall] {
    var numbers: [[Substring]: Int] = [:]
    return log.split(separator: "\n").compactMap { line in
      guard let match = line.prefixMatch(of: #/(\d+) +([a-z0-9]+)\(/#) else { return nil }
      let number = numbers[[match.1, match.2], default: 0] + 1
      numbers[[match.1, match.2]] = number
      return SystemCall(name: String(match.2), number: number)
    }
  }
}

/// Something that should never be.
struct Flaw: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
