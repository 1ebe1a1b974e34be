import Foundation
import Processes
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

extension MCPTests {
  @Test("answer each request under its own id, whatever its texts and its number look like")
  func ids() async throws {
    try await DriveShell.use { shell in
      let answers = try await answers(
        [
          #"{"jsonrpc":"2.0","id":6.0,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":6.5,"method":"ping"}"#,
          #"{"jsonrpc":"2.0","id":-1e3,"method":"nothing"}"#,
          #"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"said":"\ud83d"}}"#,
          #"{"jsonrpc":"2.0","method":"notifications/said","params":{"said":"\ude00"}}"#,
          call(1, "act", #"{"steps":[["type","voucher-code","\ud83d"]]}"#),
          "[\(call(2, "screen")),\(call(3, "act", #"{"steps":[["tap","\ud800\u0041"]]}"#))]",
          call(4, "act", #"{"steps":[["tap","\ud83d\ude00"]]}"#),
          #"{"jsonrpc":"2.0","id":5,"method":"ping","params":"\ud8"}"#,
        ], in: shell)
      let half =
        "Half of a character is no text, as \\\"\\\\ud83d\\\" alone is. Nothing of this message was done."
      #expect(
        Set(answers) == [
          #"{"jsonrpc":"2.0","id":6.0,"result":{}}"#, #"{"jsonrpc":"2.0","id":6.5,"result":{}}"#,
          #"{"jsonrpc":"2.0","id":-1000.0,"error":{"code":-32601,"message":"There is no method \"nothing\"."}}"#,
          #"{"jsonrpc":"2.0","id":"a","result":{}}"#,
          #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"\#(half)"}}"#,
          #"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"\#(half)"}}"#,
          #"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"\#(half)"}}"#,
          #"{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"tap: No app runs. Start one, as in 'start' (SampleShop).\n"}],"isError":true}}"#,
          #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The line is no JSON."}}"#,
        ])
    }
  }

  @Test("type a text that begins with dashes, and take declared options for what they are")
  func dashes() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      let answers = try await answers(
        [
          call(1, "act", #"{"steps":[["tap","remove-voucher"],["type","voucher-code","--5"]]}"#),
          call(2, "act", #"{"steps":[["type","voucher-code","--append","--appendix"]]}"#),
          call(3, "act", #"{"steps":[["type","voucher-code","--help"]]}"#),
          call(4, "act", #"{"steps":[["type","voucher-code","--","--append"]]}"#),
          call(5, "act", #"{"steps":[["type","voucher-code","two","--words"]]}"#),
        ], in: shell)
      try #require(answers.count == 5)
      for (answer, value) in zip(answers, ["--5", "--5--appendix", "--help", "--append"]) {
        #expect(answer.contains(#"value: \"\#(value)\""#), "\(answer)")
      }
      #expect(answers[4].contains("is one word too many") && answers[4].hasSuffix(#""isError":true}}"#))
    }
  }

  @Test("have long answers with whole lines of what matters, and say what they leave out")
  func longAnswers() async throws {
    struct Answer: Decodable {
      struct Result: Decodable {
        struct Content: Decodable { let text: String }
        let content: [Content]
      }
      let id: Int
      let result: Result
    }
    try await DriveShell.use { shell in
      let path = try shell.makePackage(swift: "seq -f 'é %g' 1 9000; exit 1")
      try await shell.does("run", "SampleShop", "--from", "here")
      try await shell.does("run", "LeakyApp")
      let long = String(repeating: "é", count: 9000)
      let shop = #""app":"SampleShop""#
      let server = try server(in: shell, more: ["PATH": path])
      let calls = [
        call(1, "screen", #"{"app":"LeakyApp","all":true}"#), call(2, "test", #"{"filter":"Lost"}"#),
        call(3, "look", #"{\#(shop),"at":[["record","start"]]}"#),
        call(4, "act", #"{\#(shop),"steps":[["type","menu-search","\#(long)"],["key","esc"]]}"#),
        call(5, "look", #"{\#(shop),"at":[["leaks"],["record","stop"],["requests"]]}"#),
      ]
      server.send(calls.joined(separator: "\n") + "\n")
      try await server.waitForOutput { $0.contains(#""id":5,"#) && $0.hasSuffix("\n") }
      let texts = try server.standardOutput.text.split(separator: "\n").map {
        try JSONDecoder().decode(Answer.self, from: Data($0.utf8)).result.content[0].text
      }
      try #require(texts.count == 5)
      let whole = try await shell.does("screen", "--all", "--app", "LeakyApp")
      let screen = texts[0].split(separator: "\n")
      #expect(screen.count > 100 && whole.hasPrefix(screen.dropLast().joined(separator: "\n") + "\n"))
      let leftOut = /… (\d+) lines left out; ask for less at once/
      #expect(screen.last?.wholeMatch(of: leftOut) != nil, "\(screen.last ?? "")")
      let test = texts[1].split(separator: "\n")
      #expect(test[0].wholeMatch(of: leftOut) != nil, "\(test[0])")
      #expect(test[1].wholeMatch(of: /é \d+/) != nil && test.contains("é 9000"), "\(test[1])")
      #expect(test.last?.hasPrefix("test: 'swift' could not build the tests") == true)
      #expect(texts[4].hasPrefix("leaks:\nNothing has leaked.\n\nrecord stop:\n"), "\(texts[4].prefix(99))")
      #expect(texts[4].contains(long) && texts[4].contains("\nrequests:\nThe app has asked for nothing."))
    }
  }

  @Test("say which argument is meant where a required one has another name")
  func meantArgument() throws {
    let start = try #require(MCPTool.all.first { $0.name == "start" })
    let error = #expect(throws: UsageError.self) { try MCPArguments(["app": "SampleShop"], for: start) }
    #expect(error?.description.hasSuffix(" Did you mean \"name\"?") == true)
    #expect(throws: UsageError.self) { try MCPArguments(["name": "SampleShop", "app": "x"], for: start) }
  }

  @Test("are those of a package that is there")
  func noPackage() async throws {
    let outcome = try await DriveShell().run("mcp", "--check", "--package-path", "/none")
    #expect(outcome.status == .exited(65))
    #expect(outcome.complaints == "cleanslate mcp: '/none' has no Package.swift.\n")
  }

  @Test("name tools where a shell has commands")
  func advice() {
    #expect(
      MCPTool.advice(
        """
        Start one, as in 'cleanslate run SampleShop'. It runs until 'cleanslate stop'.
        Nothing is being recorded. Begin with 'cleanslate record start'.
          … 7 more: cleanslate screen --all
        … 3 more changes: cleanslate screen
        'swift run cleanslate accept' and 'cleanslate browse' are for people.
        """)
          == """
          Start one, as in 'start' (SampleShop). It runs until 'stop'.
          Nothing is being recorded. Begin with 'look' (record start).
            … 7 more: 'screen' (--all)
          … 3 more changes: 'screen'
          'swift run cleanslate accept' and 'cleanslate browse' are for people.
          """)
    let verbs = MCPTool.all.flatMap(\.verbs)
    #expect(Set(verbs).isSubset(of: Command.shownSubcommands.map { $0.name }))
  }
}
