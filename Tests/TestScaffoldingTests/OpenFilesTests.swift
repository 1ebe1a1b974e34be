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
          survey.look(at: [.descriptor])[.descriptor]?.map(\.name).filter { $0.hasPrefix("/etc/") }
        }
        #expect(news() == ["/etc/passwd"])
        // The process that has just begun may open one or the other of its own.
        #expect((1...1_000).contains { _ in news() == nil }, "nothing has changed")
        close(first)
        let second = open("/etc/group", O_RDONLY)
        #expect(second == first)
        #expect(news() == ["/etc/group"])
      }
    }
  }
}
