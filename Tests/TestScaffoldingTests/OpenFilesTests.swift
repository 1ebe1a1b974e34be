import Glibc
import TestSupport
import Testing

@testable import HeldResources

@Suite("The list of open files")
struct OpenFilesTests {
  @Test("is made anew where one was closed and another opened, of the same number")
  func exchanged() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        var survey = ResourceSurvey(folders: nil, isOwnSocket: { _ in false })
        let first = open("/etc/passwd", O_RDONLY)
        func news() -> [String]? {
          survey.look(at: [.descriptor])[.descriptor]?.map(\.name)
            .filter { ["/etc/passwd", "/etc/group"].contains($0) }
        }
        #expect(news() == ["/etc/passwd"])
        // The process that has just begun may open one or the other of its own.
        #expect((1...1_000).contains { _ in news() == nil }, "nothing has changed")
        // In one step, since the process may open something meanwhile.
        let second = open("/etc/group", O_RDONLY)
        #expect(dup2(second, first) == first)
        close(second)
        #expect(news() == ["/etc/group"])
      }
    }
  }

  @Test("is made anew where one was closed and another opened, of high numbers")
  func highNumbers() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        var survey = ResourceSurvey(folders: nil, isOwnSocket: { _ in false })
        func passwords() -> Int? {
          survey.look(at: [.descriptor])[.descriptor]?.count { $0.name == "/etc/passwd" }
        }
        let (first, second) = (open("/etc/passwd", O_RDONLY), open("/etc/group", O_RDONLY))
        #expect(dup2(first, 900) == 900)
        #expect(passwords() == 2)
        #expect(dup2(second, 901) == 901)
        close(900)
        #expect(passwords() == 1)
        #expect((1...1_000).contains { _ in passwords() == nil }, "nothing has changed")
      }
    }
  }

  @Test(
    "is made anew where a watch of folders takes the number of what an event loop waits for: they are one inode"
  )
  func sameInode() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        var survey = ResourceSurvey(folders: nil, isOwnSocket: { _ in false })
        typealias Call = @convention(c) (UInt32, Int32) -> Int32
        let call = unsafeBitCast(try #require(dlsym(nil, "eventfd")), to: Call.self)
        let first = call(0, 0)
        func news() -> Set<Resource>? {
          survey.look(at: [.descriptor])[.descriptor]?.filter { ["eventfd", "inotify"].contains($0.name) }
        }
        let before = try #require(news())
        #expect((1...1_000).contains { _ in news() == nil }, "nothing has changed")
        let second = inotify_init1(0)
        #expect(dup2(second, first) == first)
        close(second)
        #expect(news()?.subtracting(before).map(\.name) == ["inotify"])
      }
    }
  }

  @Test("is said not to be there where the process can open no more, and is made as soon as it can")
  func exhausted() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let child = try ChildProcess("/bin/sleep", ["600"], environment: [:])
        var survey = ResourceSurvey(folders: nil, isOwnSocket: { _ in false })
        survey.lookCloser(at: .memoryMap)
        let kinds: [Resource.Kind] = [.descriptor, .thread, .childProcess, .memoryMap]
        withoutNewDescriptors {
          #expect(survey.look(at: kinds) == [:])
          #expect(survey.unlisted == Set(kinds))
          for kind in kinds { #expect(survey.listStillThere(kind) == nil) }
        }
        let listed = survey.look(at: kinds)
        #expect(Set(listed.keys) == Set(kinds))
        for kind in kinds.dropLast() { #expect(listed[kind]?.isEmpty == false) }
        #expect(survey.unlisted == [])
        withExtendedLifetime(child) {}
      }
    }
  }
}

/// Runs the body while the process can open nothing more.
func withoutNewDescriptors(_ body: () -> Void) {
  var limits = rlimit()
  #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
  let usual = limits.rlim_cur
  limits.rlim_cur = 0
  #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
  body()
  limits.rlim_cur = usual
  #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
}
