public import Foundation

extension Locale {
  /// The locale that a process's environment asks for: the first of `LC_ALL`, `LC_MONETARY` and `LANG` that is set.
  ///
  /// The codeset and modifier (`.UTF-8`, `@euro`) are ignored; `C` and `POSIX` mean American English.
  public nonisolated init(posixEnvironment environment: [String: String]) {
    self.init(identifier: Self.name(in: environment, "LC_MONETARY") ?? "en_US")
  }

  /// The locale for dates and times of day: the first of `LC_ALL`, `LC_TIME` and `LANG` that is set.
  ///
  /// `C` and `POSIX` mean American English with 24 hours, as their own form of a time has.
  public nonisolated static func ofTimes(posixEnvironment environment: [String: String]) -> Locale {
    Locale(identifier: name(in: environment, "LC_TIME") ?? "en_US@hours=h23")
  }

  /// The name of the locale without codeset and modifier; nil for none that says how to write.
  private nonisolated static func name(in environment: [String: String], _ category: String) -> String? {
    let set = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let name = String((set ?? "C").prefix { $0 != "." && $0 != "@" })
    return name == "C" || name == "POSIX" || name.isEmpty ? nil : name
  }
}
