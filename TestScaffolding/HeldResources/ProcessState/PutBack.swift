#if DEBUG
import Foundation
import Glibc
import Leaks
import OperatingSystem

/// The folder from which the process finds what is named by a relative path.
///
/// It is held open, so that it can be put back even if it was renamed meanwhile.
struct WorkingFolder: PutBack {
  private let folder: Descriptor
  private let identity: FileIdentity
  private let path: String

  /// Notes the folder; nil if it cannot be opened.
  init?() {
    let number = open(".", Self.asPlace | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    folder = Descriptor(owning: number)
    guard let identity = try? folder.status().identity else { return nil }
    self.identity = identity
    path = Self.path
  }

  /// `O_PATH`, which Glibc keeps from Swift: to hold the folder, nobody needs to be allowed to list it.
  private static let asPlace: Int32 = 0o10_000_000

  private static var path: String { ProcFolder.target(ofLink: "/proc/self/cwd") ?? "gone" }

  func difference() -> ProcessDifference? {
    guard (try? Descriptor.status(atPath: "."))?.identity != identity else { return nil }
    return ProcessDifference(what: "working folder", before: path, after: Self.path)
  }

  func putBack() { _ = fchdir(folder.number) }
}

/// The permissions that new files do not get.
struct FileMask: PutBack {
  private let mask: mode_t

  /// The call that tells the mask also sets it. For that moment it is the strictest, so that a file which another thread makes
  /// just then is open to nobody else. `/proc/self/status` has it, too, among much that the kernel would have to write out.
  static func now() -> FileMask {
    let mask = Glibc.umask(0o077)
    _ = Glibc.umask(mask)
    return FileMask(mask: mask)
  }

  func difference() -> ProcessDifference? {
    let now = Self.now()
    guard now.mask != mask else { return nil }
    return ProcessDifference(what: "umask", before: text, after: now.text)
  }

  func putBack() { _ = Glibc.umask(mask) }

  private var text: String {
    let digits = String(mask, radix: 8)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}

/// The zone that Foundation reckons with where nobody names one, and the one that it takes for the system's.
struct LocalZone: PutBack {
  private let used: TimeZone
  private let system: TimeZone

  static func now() -> LocalZone { LocalZone(used: NSTimeZone.default, system: .current) }

  func difference() -> ProcessDifference? {
    let now = Self.now()
    guard now.used != used || now.system != system else { return nil }
    return ProcessDifference(what: "time zone", before: text, after: now.text)
  }

  func putBack() {
    // The variable TZ has been put back before.
    tzset()
    NSTimeZone.resetSystemTimeZone()
    if NSTimeZone.default != used { NSTimeZone.default = used }
  }

  private var text: String {
    used == system ? used.identifier : "\(used.identifier), where the system has \(system.identifier)"
  }
}

/// The locale of the C library, for all of its categories.
struct CLocale: PutBack {
  private let name: String

  static func now() -> CLocale {
    CLocale(name: setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "C")
  }

  func difference() -> ProcessDifference? {
    let now = Self.now()
    guard now.name != name else { return nil }
    return ProcessDifference(what: "locale", before: name, after: now.name)
  }

  func putBack() { _ = setlocale(LC_ALL, name) }
}
#endif
