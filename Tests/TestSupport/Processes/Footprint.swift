import Foundation

/// What a process holds at one moment.
package struct Footprint: Encodable, Sendable, Equatable {
  package var residentKiB: Int
  package var descriptors: Int
  package var threads: Int

  package init(of process: Int32) throws {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    func number(_ name: String) -> Int {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        .flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    residentKiB = number("VmRSS")
    threads = number("Threads")
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }
}
