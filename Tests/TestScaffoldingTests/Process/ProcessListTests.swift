import Leaks
import Testing

@Suite("What differs between two lists of what a process has")
struct ProcessListTests {
  @Test("is what is new, what is gone, and what is another, by name; and nothing else")
  func between() {
    let before = ["umask": "022", "alarm": "none", "limit of processes": "1", "locale": "C"]
    let after = ["umask": "077", "alarm": "none", "limit of processes": "1", "nice value": "5"]
    #expect(
      ProcessDifference.between(before, and: after) == [
        ProcessDifference(what: "locale", before: "C", after: "not set"),
        ProcessDifference(what: "nice value", before: "not set", after: "5"),
        ProcessDifference(what: "umask", before: "022", after: "077"),
      ])
    #expect(ProcessDifference.between(before, and: before) == [])
  }

  @Test("is told with before and after, and whether it was put back")
  func text() {
    var difference = ProcessDifference(what: "umask", before: "022", after: "077")
    #expect("\(difference)" == "umask: 022 before, 077 now")
    difference.restored = true
    #expect("\(difference)" == "umask: 022 before, 077 until it was put back")
  }
}
