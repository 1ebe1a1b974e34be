#if DEBUG
import AppDriver
import ElementTree
import Foundation
import OperatingSystem
import Processes
import Records
import ToolOptions

/// Where the executable of an app is.
struct AppExecutable {
  private let name: String
  private let scratch: String?
  private let surroundings: Surroundings

  init(_ name: String, scratch: String?, in surroundings: Surroundings) {
    (self.name, self.scratch, self.surroundings) = (name, scratch, surroundings)
  }

  /// Finds it, and builds it if it is nowhere. The interruption becomes readable with Ctrl-C, if that was watched for while
  /// the app was built.
  ///
  /// - Parameter buildsAnew: Whether it is built in any case, since what is there may be of other sources.
  func find(buildsAnew: Bool = false) throws -> (path: String, interruption: Descriptor?) {
    if name.contains("/") {
      let path = try surroundings.absolute(name)
      guard AppSettings.isExecutable(path) else { throw ToolFailure("There is no executable '\(path)'.") }
      return (path, nil)
    }
    let folder = try? PackageFolder(at: nil, from: surroundings.folder)
    let builds = folder.map { "\($0.path)/.build" }
    // Who names a folder of builds means no other.
    let places =
      scratch.map { ["\($0)/debug"] } ?? [ThisProcess.folder] + (builds.map { ["\($0)/debug"] } ?? [])
    for place in places where !buildsAnew && AppSettings.isExecutable("\(place)/\(name)") {
      return ("\(place)/\(name)", nil)
    }
    guard let folder, let builds = scratch ?? builds else {
      throw ToolFailure(
        "There is no executable \"\(name)\" in \(ThisProcess.folder), and no package around \(surroundings.folder) "
          + "to build it from.\(nearest)")
    }
    let isThere = AppSettings.isExecutable("\(builds)/debug/\(name)")
    let interruption = try surroundings.watchForInterruption()
    try build(in: folder, scratch: builds, isThere: isThere, until: interruption)
    guard AppSettings.isExecutable("\(builds)/debug/\(name)") else {
      throw ToolFailure("\"\(name)\" is built, but no app: there is no executable in \(builds)/debug.")
    }
    return ("\(builds)/debug/\(name)", interruption)
  }

  /// What to say of an executable that is there, where it is not of the sources that are; empty if it is.
  func remark(on path: String) -> String {
    guard let source = Self.newerSource(than: path) else { return "" }
    let package = (try? PackageFolder(at: nil, from: surroundings.folder))?.path ?? surroundings.folder
    let file = source.hasPrefix(package + "/") ? String(source.dropFirst(package.count + 1)) : source
    let product = URL(filePath: path).lastPathComponent
    let said = "\(product) was built before \(file) was changed."
    // Another folder of builds is none that the command would write to.
    let builds = URL(filePath: "\(scratch ?? package + "/.build")/debug").resolvingSymlinksInPath().path
    let folder = URL(filePath: path).deletingLastPathComponent().resolvingSymlinksInPath().path
    guard folder == builds else { return said + "\n" }
    let place = scratch.map { " --scratch-path \($0.asShellWord)" } ?? ""
    return said + " To build it: swift build --product \(product)\(place)\n"
  }

  /// A source, as SwiftPM has noted it beside the executable, that was changed or removed after that was linked; nil if it is
  /// of what is there, or something else has built it.
  private static func newerSource(than executable: String) -> String? {
    guard let built = RunFolder.date(of: executable) else { return nil }
    let modules = lines(of: "\(executable).product/Objects.LinkFileList")
      .map { URL(filePath: $0).deletingLastPathComponent().path }
    return Set(modules).sorted().flatMap { lines(of: "\($0)/sources") }
      .first { RunFolder.date(of: $0).map { $0 > built } ?? true }
  }

  private static func lines(of path: String) -> [String] {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.split(separator: "\n").map { $0.trimmingCharacters(in: ["\"", "'"]) } ?? []
  }

  private func build(
    in folder: PackageFolder, scratch: String, isThere: Bool, until interruption: Descriptor?
  ) throws {
    let remark =
      isThere ? "Building \"\(name)\"." : "There is no executable \"\(name)\" yet; building it."
    if let tell = surroundings.tell { tell(remark) } else { surroundings.complain(remark + "\n") }
    let tool = SwiftTool(
      folder: folder.path, environment: surroundings.environment,
      interruption: interruption)
    var output: [String] = []
    let status = try tool.run(["build", "--scratch-path", scratch, "--product", name]) { line in
      surroundings.tell?(line)
      output.append(line)
    }
    guard let status else {
      throw ToolFailure("Interrupted; \"\(name)\" is not built.", status: Status.interrupted)
    }
    guard status == .exited(0) else {
      guard output.contains("error: no product named '\(name)'") else {
        throw ToolFailure("\"\(name)\" could not be built:\n" + output.suffix(20).joined(separator: "\n"))
      }
      throw ToolFailure("The package has no product \"\(name)\".\(nearest)")
    }
  }

  /// A sentence that names the most similar executable beside this one; empty if there is none.
  private var nearest: String {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: ThisProcess.folder)) ?? []
    let names = files.filter { !$0.contains(".") && AppSettings.isExecutable("\(ThisProcess.folder)/\($0)") }
    return NearestIdentifiers.nearest(to: name, in: names, limit: 1).first.map { " Nearest: \"\($0)\"." }
      ?? ""
  }
}
#endif
