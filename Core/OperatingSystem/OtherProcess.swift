#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A process as Linux tells of it, in `/proc`. Other systems tell of none.
package struct OtherProcess {
  package let identifier: Int32
  /// One letter: `Z` if it has ended, and nobody has waited for it.
  package let state: UInt8
  package let parent: Int32
  package let group: Int32
  /// When it began. Its number may be another's by then.
  package let start: UInt
  private let folder: String
  private let isOfKernel: Bool
  /// Where the code of its program begins.
  private let code: UInt
  private let environment: Range<UInt>

  /// Nil if it is gone, or another user's of whom nothing is told.
  package init?(_ identifier: Int32, in proc: String = "/proc") throws(SystemError) {
    folder = "\(proc)/\(identifier)"
    let text: [UInt8]
    do throws(SystemError) {
      text = try Descriptor.contents(ofFile: folder + "/stat")
    } catch {
      guard Self.isGoneOrHidden(error) else { throw error }
      return nil
    }
    // The name, in parentheses, may have any character.
    guard let end = text.lastIndex(of: UInt8(ascii: ")")), text.count > end + 4 else { return nil }
    let fields = Self.numbers(in: text[(end + 4)...])
    guard fields.count > 47 else { return nil }
    self.identifier = identifier
    state = text[end + 2]
    (parent, group) = (Int32(truncatingIfNeeded: fields[0]), Int32(truncatingIfNeeded: fields[1]))
    (start, code) = (fields[18], fields[22])
    isOfKernel = fields[5] & 0x20_0000 != 0
    environment = fields[46]..<max(fields[46], fields[47])
  }

  private static func numbers(in text: ArraySlice<UInt8>) -> [UInt] {
    // By the C library, since it is done for each process of the machine, also in code that is not optimised.
    (Array(text) + [0]).withUnsafeBytes { text in
      var numbers: [UInt] = []
      var place = text.assumingMemoryBound(to: CChar.self).baseAddress
      while let from = place {
        var end: UnsafeMutablePointer<CChar>?
        numbers.append(strtoul(from, &end, 10))
        guard let end, end != from else { return numbers.dropLast() }
        place = UnsafePointer(end)
      }
      return numbers
    }
  }

  /// The variables that say where a process is at home. Others may lead to a folder that somebody else owns, as those for the
  /// runtime, which apps may share, and for the current folder of a shell.
  package static let homes = [
    "HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
  ]

  /// Whether its environment says that it is at home in the folder, which its children have from it as well; nil if nobody can
  /// say now, as between two programs.
  package func isAtHome(in folder: String, by homes: [String] = Self.homes) -> Bool? {
    if isOfKernel || state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") { return false }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.contents(ofFile: self.folder + "/environ")
    } catch {
      return Self.isGoneOrHidden(error) ? false : nil
    }
    let sign = Array("=\(folder)/".utf8)
    let isNamed =
      bytes.withUnsafeBytes { $0.firstPlace(of: sign) } != nil
      && bytes.split(separator: 0).contains { variable in
        homes.contains {
          variable.starts(with: $0.utf8) && variable.dropFirst($0.utf8.count).starts(with: sign)
        }
      }
    return isNamed || isWhole(bytes) ? isNamed : nil
  }

  /// Of whom nothing may be read is another user's.
  private static func isGoneOrHidden(_ error: SystemError) -> Bool {
    error.isDenied || error.isNotFound || error.isOfNoProcess
  }

  /// Whether this is all of its environment. While a program begins, it has none or a part of it, and no code.
  private func isWhole(_ bytes: [UInt8]) -> Bool {
    code != 0 && bytes.count == environment.count || !Self.isTold
  }

  /// Whether the system tells where code begins: some that stand in for Linux do not.
  private static let isTold = (try? OtherProcess(getpid())).map { $0.code != 0 } ?? false
}
