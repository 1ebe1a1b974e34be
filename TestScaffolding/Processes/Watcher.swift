package import OperatingSystem
import Synchronization

/// A small process that outlives this one. When this process ends, even by SIGKILL, it ends every process that is at
/// home in the folder, as `Strays` are. Then it removes the folder, if that is a real folder of the same user.
package final class Watcher: Sendable {
  /// Nil if another process has started the watcher, or has taken it over.
  private let process: Mutex<RunningProcess?>
  /// A pipe that the watcher reads; it closes when this process ends. Whoever has this, keeps the watcher waiting.
  package let line: Descriptor

  /// Starts to watch over the folder, which must belong to this process alone.
  package init(over folder: String) throws(SystemError) {
    let (reading, writing) = try Descriptor.pipe()
    // It runs in `/` and in its own session, so that whatever ends the tests does not end it.
    let process = try Spawn(
      "/bin/sh", ["-c", Self.script, "watcher"], environment: ["PATH": "/usr/bin:/bin", "FOLDER": folder],
      folder: "/", standing: .ownSession, descriptors: [0: reading]
    ).start()
    self.process = Mutex(process)
    line = writing
  }

  /// Takes over the watcher that another process has started, or starts one if somebody has ended that.
  package convenience init(takingOver line: Descriptor, over folder: String) throws(SystemError) {
    if try Self.isWatching(line) { self.init(at: line) } else { try self.init(over: folder) }
  }

  private init(at line: Descriptor) {
    process = Mutex(nil)
    self.line = line
  }

  /// Whether the watcher is there.
  package var isWatching: Bool { (try? Self.isWatching(line)) == true }

  private static func isWatching(_ line: Descriptor) throws(SystemError) -> Bool {
    try Descriptor.poll([(line, [])], until: Deadline(in: .zero))[0].isDisjoint(with: .over)
  }

  /// Ends the watcher, because nothing is left to clean up. One that another process has started looks for it in vain.
  package func dismiss() { process.withLock { $0?.signal(.kill) } }

  /// Leaves the watcher to the process that has taken it over.
  package func leave() {
    // It ends as a child of this process all the same, if that is still there.
    guard let process = process.withLock({ $0.take() }) else { return }
    do {
      try SystemThread { _ = process.waitForExit(until: nil) }.leave()
    } catch {
      process.leave()
    }
  }

  deinit {
    line.close()
    _ = process.withLock(\.self)?.waitForExit(until: nil)
  }

  static let script = """
    case "$FOLDER" in /*/*) ;; *) exit ;; esac
    is_of_folder() {
      grep -azE '^(\(Strays.homes.joined(separator: "|")))=' "/proc/$1/environ" 2>/dev/null |
        grep -azqF -e "=$FOLDER/"
    }
    read -r nothing
    none=
    for round in 1 2 3 4 5 6 7 8 9 10; do
      found=
      for place in $(grep -lasF -e "=$FOLDER/" /proc/[0-9]*/environ); do
        place=${place#/proc/}
        process=${place%/environ}
        is_of_folder "$process" || continue
        found=1
        # The number may be another's by now. A process that is stopped keeps its own.
        kill -STOP "$process" 2>/dev/null || continue
        if is_of_folder "$process"; then kill -KILL "$process"; else kill -CONT "$process"; fi
      done
      # A process between two programs has no environment, so look twice.
      if [ -n "$found" ]; then none=; elif [ -n "$none" ]; then break; else none=1; fi
    done
    [ -d "$FOLDER" ] && [ ! -L "$FOLDER" ] && [ -O "$FOLDER" ] || exit
    # What is mounted in it may be anybody's.
    place=$(readlink -f -- "$FOLDER" | sed 's/\\\\/\\\\134/g; s/ /\\\\040/g; s/\\t/\\\\011/g')
    cut -d ' ' -f 5 /proc/self/mountinfo | sed 's,$,/,' | grep -qF -e "$place/" && exit
    # Files may be links of a state that is kept, so only what closes a folder is changed.
    find "$FOLDER" -type d ! -perm -u=rwx -exec chmod u+rwx {} \\;
    rm -rf -- "$FOLDER"
    """
}
