import Glibc
import Processes
import TestSupport

/// What stands between a test and the program it starts: mounts, another user.
struct Surroundings {
  /// The words before the program's own.
  var wrapper: [String] = []

  static let usual = Surroundings()

  /// A mount table of its own, made by a script in which `$HOME` and the XDG variables name the app's folders.
  static func mounts(_ script: String) -> Surroundings {
    Surroundings(wrapper: ["unshare", "-rm", "sh", "-ec", "\(script)\nexec \"$@\"", "sh"])
  }

  /// The rights of a user to whom permissions matter.
  static var ordinaryUser: Surroundings {
    Surroundings(wrapper: geteuid() == 0 ? dropping : [])
  }

  /// Mounts made by root, for a user to whom permissions matter.
  static func ordinaryUser(mounts script: String) -> Surroundings {
    Surroundings(wrapper: ["unshare", "-m", "sh", "-ec", "\(script)\nexec \"$@\"", "sh"] + dropping)
  }

  private static let dropping = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]

  /// Makes everything below a folder the ordinary user's.
  static func giveToOrdinaryUser(_ folder: String) throws {
    if geteuid() == 0 { try run(["chown", "-hR", "65534:65534", folder]) }
  }

  static let canMount = works(mounts("").wrapper)
  static let canMountAsRoot = geteuid() == 0 && mayRunProducts(ordinaryUser(mounts: ""))
  static let hasOrdinaryUser = mayRunProducts(ordinaryUser)
  static let canTrace = works(["strace", "-f", "-o", "/dev/null", "-e", "inject=mkdir:signal=KILL:when=9"])
  /// Whether a process can be traced that another one started.
  static let canAttach = canTrace && works(["sh", "-c", attaching])

  private static let attaching = """
    sleep 600 & traced=$!; strace -qq -o /dev/null -p $traced & tracer=$!
    until grep -q 'TracerPid:.*[1-9]' /proc/$traced/status || ! grep -qsv ' Z ' /proc/$tracer/stat; do :; done
    kill $traced; wait $tracer
    """

  /// A clone may lie in a folder into which only its owner may look.
  private static func mayRunProducts(_ surroundings: Surroundings) -> Bool {
    guard let product = try? BuiltProduct.path("CrashTarget") else { return false }
    return works(surroundings.wrapper, ["test", "-x", product])
  }

  private static func works(_ wrapper: [String], _ command: [String] = ["true"]) -> Bool {
    (try? run(wrapper + command)) != nil
  }

  private static func run(_ words: [String]) throws { try Subprocess.run(words, hidesErrors: true) }
}
