#if DEBUG
package import Leaks

/// What only the process has, and no generation of an app takes along when it goes: working folder, environment, umask,
/// time zone and locale, signal handlers, limits, and the like.
///
/// It is noted once, before the first generation. Each reset compares it with the process while nothing of the app
/// exists. With no difference, that takes some thirty microseconds.
package struct ProcessState {
  private let folder: WorkingFolder?
  private let variables: EnvironmentVariables
  private let umask: FileMask
  private let zone: LocalZone
  private let locale: CLocale
  private let rest: FixedState

  /// Notes the state of the process as it is now.
  package static func now(readsDefaults: Bool = true) -> ProcessState {
    ProcessState(
      folder: WorkingFolder(), variables: .now(), umask: .now(), zone: .now(), locale: .now(),
      rest: .now(since: nil, readsDefaults: readsDefaults))
  }

  /// Puts back what can be put back without harm, and returns what was not as it is here.
  ///
  /// What is expected to differ is left alone, and not returned.
  package func putBack(except isExpected: (_ what: String) -> Bool = { _ in false }) -> [ProcessDifference] {
    var differences: [ProcessDifference] = []
    func putBack(_ thing: (some PutBack)?) {
      guard let thing, let difference = thing.difference(), !isExpected(difference.what) else { return }
      differences.append(difference.restored(by: thing))
    }
    putBack(folder)
    putBack(umask)
    differences += variables.putBack(except: isExpected)
    // After the variables: the zone follows one of them.
    putBack(zone)
    putBack(locale)
    return differences + self.differences(except: isExpected)
  }

  /// Returns what is not as it is here, and cannot be put back without harm.
  package func differences(except isExpected: (_ what: String) -> Bool) -> [ProcessDifference] {
    rest.differences().filter { !isExpected($0.what) }
  }
}

/// One thing of the process that a reset can put back.
protocol PutBack {
  /// How the process differs from this; nil if it does not.
  func difference() -> ProcessDifference?
  /// Puts it back, as far as the system allows.
  func putBack()
}

extension ProcessDifference {
  fileprivate func restored(by thing: some PutBack) -> ProcessDifference {
    var difference = self
    thing.putBack()
    difference.restored = thing.difference() == nil
    return difference
  }
}
#endif
