#if DEBUG
import AppDriver
import ElementTree
import Foundation
import OperatingSystem
import Processes
import ToolOptions

/// Where the executable of an app is.
struct AppExecutable {
  private let name: String
  private let scratch: String?
  private let surroundings: Surroundings

  init(_ name: String, scratch: String?, in surroundings: Surroundings) {
    (self.name, self.scratch, self.surroundings) = (name, scratch, surroundings)
  }

  /// Returns its path; builds it if it is nowhere.
  func path() throws -> String {
    if name.contains("/") {
      let path = try surroundings.absolute(name)
      guard AppSettings.isExecutable(path) else { throw ToolFailure("There is no executable '\(path)'.") }
      return path
    }
    let folder = try? PackageFolder(at: nil, from: surroundings.folder)
    let builds = folder.map { "\($0.path)/.build" }
    // Who names a folder of builds means no other.
    let places =
      scratch.map { ["\($0)/debug"] } ?? [ThisProcess.folder] + (builds.map { ["\($0)/debug"] } ?? [])
    for place in places where AppSettings.isExecutable("\(place)/\(name)") {
      return "\(place)/\(name)"
    }
    guard let folder, let builds = scratch ?? builds else {
      throw ToolFailure(
        "There is no executable \"\(name)\" in \(ThisProcess.folder), and no package around \(surroundings.folder) "
          + "to build it from.")
    }
    try build(in: folder, scratch: builds)
    guard AppSettings.isExecutable("\(builds)/debug/\(name)") else {
      throw ToolFailure("\"\(name)\" is built, but no app: there is no executable in \(builds)/debug.")
    }
    return "\(builds)/debug/\(name)"
  }

  private func build(in folder: PackageFolder, scratch: String) throws {
    let remark = "There is no executable \"\(name)\" yet; building it."
    if let tell = surroundings.tell { tell(remark) } else { surroundings.complain(remark + "\n") }
    let tool = SwiftTool(
      folder: folder.path, environment: surroundings.environment,
      interruption: try surroundings.watchForInterruption())
    var output: [String] = []
    let status = try tool.run(["build", "--scratch-path", scratch, "--product", name]) { line in
      surroundings.tell?(line)
      output.append(line)
    }
    guard let status else {
      throw ToolFailure("Interrupted; \"\(name)\" is not built.", status: Status.interrupted)
    }
    guard status == .exited(0) else {
      let products = (try? FileManager.default.contentsOfDirectory(atPath: ThisProcess.folder)) ?? []
      let names = products.filter {
        !$0.contains(".") && AppSettings.isExecutable("\(ThisProcess.folder)/\($0)")
      }
      let nearest = NearestIdentifiers.nearest(to: name, in: names, limit: 1).first
      throw ToolFailure(
        "\"\(name)\" could not be built:\n" + output.suffix(20).joined(separator: "\n")
          + (nearest.map { "\nNearest: \"\($0)\"." } ?? ""))
    }
  }
}
#endif
