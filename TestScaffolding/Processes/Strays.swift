import Foundation
import Glibc
import OperatingSystem

/// Processes that an app left running, even outside its process group. Their environment still says that they are at home in
/// the app's folder.
package enum Strays {
  /// The variables by which they are known: those of an app, and those of a process of tests, and of one that lists them,
  /// which have no home of their own.
  static let homes = OtherProcess.homes + ["CLEANSLATE_RUN", "LLVM_PROFILE_FILE"]

  /// Ends the processes that are at home in the folder, and describes each: `1234 (sleep 1000)`.
  package static func end(of folder: String) -> [String] {
    let deadline = Deadline(in: .seconds(10))
    var ended: [String] = []
    // A process may have started another one just before it ended, or be between two programs: so look again.
    while true {
      let (found, isSure) = processes(of: folder)
      for process in found { if let name = end(process, of: folder) { ended.append(name) } }
      if isSure && found.isEmpty || deadline.hasPassed { return ended }
      SystemThread.yield()
    }
  }

  private static func processes(of folder: String) -> (found: [pid_t], isSure: Bool) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else {
      return ([], false)
    }
    let answers = names.compactMap(pid_t.init).map { ($0, isAtHome($0, in: folder)) }
    return (answers.filter { $0.1 == true }.map(\.0).sorted(), !answers.contains { $0.1 == nil })
  }

  private static func isAtHome(_ process: pid_t, in folder: String) -> Bool? {
    do throws(SystemError) {
      guard let process = try OtherProcess(process) else { return false }
      return process.isAtHome(in: folder, by: homes)
    } catch {
      return nil
    }
  }

  private static func end(_ process: pid_t, of folder: String) -> String? {
    guard let handle = try? RunningProcess.handle(of: process) else { return nil }
    // The number may have gone to another process before the handle was made. From here on, the handle is that of the process
    // that was looked at, or of one that has ended.
    guard isAtHome(process, in: folder) == true else { return nil }
    let words = ((try? Descriptor.contents(ofFile: "/proc/\(process)/cmdline")) ?? []).split(separator: 0).map
    {
      String(decoding: $0, as: UTF8.self)
    }
    guard (try? RunningProcess.signal(.kill, to: handle)) != nil else { return nil }
    _ = try? Descriptor.poll([(handle, .reading)], until: Deadline(in: .seconds(10)))
    return "\(process) (\(words.joined(separator: " ").prefix(200)))"
  }
}
