import Testing

@testable import LaunchReports

@Suite("The parser of log lines")
struct ParserTests {
}
