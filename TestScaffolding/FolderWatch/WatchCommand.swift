#if DEBUG
/// What a watcher runs: a small process that outlives the one which started it, and clears up after it.
///
/// The end of its input is the end of that process. Then it ends every process that has the folder in its environment, and
/// removes the folder, if that is a real one of the same user.
package enum WatchCommand {
  package static let executable = "/bin/sh"
  package static let arguments = ["-c", script, "watcher"]

  package static func environment(folder: String) -> [String: String] {
    ["PATH": "/usr/bin:/bin", "FOLDER": folder]
  }

  private static let script = """
    case "$FOLDER" in /*/*) ;; *) exit ;; esac
    read -r nothing
    for round in 1 2 3 4 5 6 7 8 9 10; do
      found=$(grep -lasF -e "=$FOLDER/" /proc/[0-9]*/environ)
      [ -n "$found" ] || break
      for place in $found; do
        place=${place#/proc/}
        kill -9 "${place%/environ}"
      done
    done
    [ -d "$FOLDER" ] && [ ! -L "$FOLDER" ] && [ -O "$FOLDER" ] || exit
    chmod -R u+rwx -- "$FOLDER"
    rm -rf -- "$FOLDER"
    """
}
#endif
