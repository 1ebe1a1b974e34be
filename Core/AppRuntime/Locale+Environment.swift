public import Foundation

extension Locale {
  /// The locale that a process's environment asks for: the first of `LC_ALL`, `LC_MONETARY` and `LANG` that is set.
  ///
  /// The codeset and modifier (`.UTF-8`, `@euro`) are ignored; `C` and `POSIX` mean American English.
  public nonisolated init(posixEnvironment environment: [String: String]) {
    let set = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let name = String((set ?? "C").prefix { $0 != "." && $0 != "@" })
    self.init(identifier: name == "C" || name == "POSIX" || name.isEmpty ? "en_US" : name)
  }
}
