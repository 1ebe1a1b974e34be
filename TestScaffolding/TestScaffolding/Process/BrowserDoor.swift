#if DEBUG
import ControlProtocol
import Foundation
import OperatingSystem

/// Opens a page in the user's browser.
///
/// Other users can read the command line of the browser, so the address with its token is in a file, which only this user
/// can read and which leads the browser on. The shell that starts the browser removes the file a moment later, also if the
/// app is killed meanwhile; otherwise it is removed with the last reference.
final class BrowserDoor: Sendable {
  private let folder: String
  private let environment: [String: String]

  private var file: String { "\(folder)/open.html" }

  init(to page: String, environment: [String: String]) throws {
    folder = try Descriptor.makePrivateFolder(in: TemporaryFiles.folder(in: environment))
    self.environment = environment
    let written = try Descriptor.open(file, .replacing)
    try written.setMode(0o600)
    try written.writeAll(Array(WorkbenchAddress.door(to: page).utf8))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Starts the first program that there is of those that `BROWSER` lists, otherwise `xdg-open`, and does not wait for its
  /// end. By custom, colons are between them, and each may have arguments.
  func open() async throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["bash", "-c", Self.script, file]
    shell.environment = environment
    let status = await withCheckedContinuation { continuation in
      shell.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try shell.run() } catch { continuation.resume(returning: 127) }
    }
    guard status == 0 else {
      throw ScaffoldingError(
        "There is no '\(environment["BROWSER"] ?? "xdg-open")' to open the page with. "
          + "Open its address yourself, or name a program in BROWSER.")
    }
  }

  /// The shell ends at once, so that the browser is no child of the app. `Process` hears of that end when nobody has the
  /// descriptor any more that it gives to the shell, so what goes on lets go of it.
  private static let script = """
    IFS=: read -ra programs <<<"${BROWSER:-xdg-open}"
    for program in "${programs[@]}"; do
      words=("$program")
      command -v "$program" >/dev/null || read -ra words <<<"$program"
      if command -v "${words[0]:-}" >/dev/null; then break; fi
      words=()
    done
    ((${#words[@]})) || exit 127
    goOn() {
      for fd in /proc/$BASHPID/fd/*; do
        fd=${fd##*/}
        if ((fd > 2)); then exec {fd}>&-; fi
      done
      "$@" </dev/null >/dev/null 2>&1
    }
    removeSoon() {
      trap '' HUP INT TERM
      sleep 20
      rm -f "$1"
      rmdir "${1%/*}"
    }
    goOn exec "${words[@]}" "$0" &
    goOn removeSoon "$0" &
    """
}
#endif
