import Foundation
import Testing

@Suite("The floor of the house")
struct SystemFloorTests {
  /// Where the C library may be called: a port to another system is work in these folders.
  private static let floor = [
    "Core/OperatingSystem/", "TestScaffolding/Processes/",
    // What only the scaffolding asks of Linux.
    "TestScaffolding/HeldResources/", "TestScaffolding/ObjectGraph/Runtime/",
  ]

  private static let calls: Set<String> = [
    "accept", "atexit", "bind", "chdir", "chmod", "chown", "clock_gettime", "close", "closedir", "connect",
    "dlsym",
    "dup",
    "dup2", "execve", "fchdir", "fchmod", "fchmodat", "fcntl", "fdopendir", "fgets", "flock", "fopen", "fork",
    "free",
    "fstat", "fstatat", "fsync", "ftruncate", "getenv", "geteuid", "getitimer", "getpeername", "getpid",
    "getpriority", "getrlimit", "getrusage",
    "getsockname", "getsockopt", "getuid", "gmtime_r", "ioctl", "isatty", "kill", "link", "listen", "lstat",
    "malloc", "memchr", "memcmp", "memcpy", "memmove", "mkdir", "mkdirat", "mkdtemp", "mmap", "munmap",
    "open",
    "openat", "opendir", "pipe", "poll", "posix_spawn", "pread", "pthread_create", "pthread_join",
    "pthread_sigmask", "pwrite", "raise", "read", "readdir", "readlink", "readlinkat", "realpath", "recv",
    "recvmsg", "rename", "renameat", "rmdir", "sched_yield", "send", "sendmsg", "sendto", "setenv",
    "setlocale",
    "setpriority",
    "setsockopt", "shutdown", "sigaction", "signal", "sleep", "socket", "socketpair", "stat", "strcmp",
    "strdup",
    "strerror", "strlen", "strncasecmp", "symlink", "sysconf", "tcgetattr", "tcsetattr", "time", "tzset",
    "umask", "unlink",
    "unlinkat", "unsetenv", "usleep", "waitid", "waitpid", "write",
  ]

  private static func isOnFloor(_ path: String) -> Bool { floor.contains { path.hasPrefix($0) } }

  /// The words right before an opening parenthesis, without those after a point or after `func`, and without comments.
  static func calls(of source: SourceFile, besides own: Set<String>) -> [String] {
    let bytes = Array(source.text.utf8)
    var (found, isComment, start) = ([String](), false, 0)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") { isComment = false }
      if byte == UInt8(ascii: "/"), index > 0, bytes[index - 1] == byte { isComment = true }
      if isWordByte(byte) { continue }
      defer { start = index + 1 }
      guard byte == UInt8(ascii: "("), !isComment, start < index else { continue }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      guard calls.contains(name), !own.contains(name) else { continue }
      let before = String(decoding: bytes[max(0, start - 7)..<start], as: UTF8.self)
      let isOfLibrary = ["Glibc.", "Musl.", "Darwin."].contains(where: before.hasSuffix)
      if isOfLibrary || !before.hasSuffix(".") && !before.hasSuffix("func ") { found.append(name) }
    }
    return found
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let declaring: Set = ["func", "case", "let", "var", "_"]

  /// The names that the module declares and that hide those of the C library: functions, closures, cases, parameters.
  private static func names(of source: SourceFile) -> [String] {
    source.text.utf8.split { " (\n".utf8.contains($0) }.reduce(into: (names: [String](), isNext: false)) {
      result, bytes in
      if result.isNext || bytes.last == UInt8(ascii: ":") {
        result.names.append(String(decoding: bytes.prefix(while: isWordByte), as: UTF8.self))
      }
      result.isNext = declaring.contains(String(decoding: bytes, as: UTF8.self))
    }.names
  }

  @Test("is all that calls the C library")
  func cLibrary() throws {
    let sources = try Repository.sources(in: ["Core", "Features", "SampleApps", "TestScaffolding"])
    let declared = Dictionary(grouping: sources, by: \.module).mapValues { Set($0.flatMap(Self.names)) }
    for source in sources where !Self.isOnFloor(source.path) {
      #expect(!source.imports.contains { ["Glibc", "Musl", "Darwin"].contains($0) }, "\(source.path)")
      let found = Self.calls(of: source, besides: declared[source.module] ?? [])
      #expect(found == [], "\(source.path)")
    }
  }

  @Test("is seen through: a call is found in whatever line it stands")
  func calls() {
    func calls(_ line: String) -> [String] {
      Self.calls(of: SourceFile(path: "a.swift", text: line), besides: ["send"])
    }
    #expect(calls("let number = open(path, 0)") == ["open"])
    #expect(
      calls("guard Glibc.poll(&polls, 1, -1) > 0, kill(1, 9) == 0 else { return }") == ["poll", "kill"])
    #expect(calls("try file.open(path); send(1); reopen(2) // close(3)") == [])
    #expect(calls("// open(path)") == [])
  }

  @Test("and what stands on it have no two modules with a type of one name")
  func names() throws {
    var modules: [String: Set<String>] = [:]
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|final|indirect|nonisolated|open) )*(?:class|struct|enum|protocol|actor|typealias) (\w+)/
    for source in try Repository.sources(in: ["Core", "Features", "SampleApps", "TestScaffolding"]) {
      for line in source.lines where line.utf8.first.map(Self.isWordByte) == true || line.hasPrefix("@") {
        if !line.hasPrefix("import "), let type = line.firstMatch(of: declaration) {
          modules[String(type.output.1), default: []].insert(source.module)
        }
      }
    }
    #expect(modules.count > 300, "types are found")
    #expect(modules.filter { $0.value.count > 1 } == [:])
  }
}
