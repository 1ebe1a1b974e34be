import Foundation
import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("The verbs as tools of an agent")
struct MCPTests {
  /// What the lines are answered with, each as a dictionary's text.
  func answers(_ lines: [String], in shell: DriveShell) async throws -> [String] {
    let outcome = try await ChildProcess.run(
      try BuiltProduct.path("cleanslate"), ["mcp"], environment: shell.environment,
      workingDirectory: shell.home.root, standardInput: lines.joined(separator: "\n"))
    #expect(outcome.status == .exited(0) && outcome.standardError.text == "")
    return outcome.standardOutput.text.split(separator: "\n").map(String.init)
  }

  func call(_ id: Int, _ tool: String, _ arguments: String = "{}", meta: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)\#(meta)}}"#
  }

  func server(in shell: DriveShell, more: [String: String] = [:]) throws -> ChildProcess {
    try ChildProcess(
      BuiltProduct.path("cleanslate"), ["mcp"], environment: shell.environment.merging(more) { $1 },
      workingDirectory: shell.home.root)
  }

  private static func unreadCount(of pipe: Descriptor) -> Int32 {
    var count: Int32 = 0
    return ioctl(pipe.number, UInt(FIONREAD), &count) == 0 ? count : 0
  }

  static let modern = """
    ,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}
    """

  @Test("start an app, act on it in steps, reset it, and stop it, in both eras of the protocol at once")
  func journey() async throws {
    try await DriveShell.use { shell in
      let answers = try await answers(
        [
          #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
          #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
          call(1, "start", #"{"name":"SampleShop","from":"fullBasket"}"#),
          call(
            2, "act", #"{"steps":[["tap","checkout"],["type","delivery-name","Ada L."]]}"#, meta: Self.modern),
          call(3, "act", #"{"steps":[["tap","chekout"],["tap","back"]]}"#),
          call(4, "reset", #"{"from":"emptyBasket"}"#), call(5, "look", #"{"at":[["leaks"],["requests"]]}"#),
          call(7, "look", #"{"app":"SampleShop","at":[["apps"],["leaks"]]}"#),
          call(6, "stop"),
        ], in: shell)
      try #require(answers.count == 8)
      #expect(answers[0].contains(#""id":0,"result":{"protocolVersion":"2025-06-18""#))
      #expect(answers[1].contains(#"Screen: basket\n"#), "\(answers[1])")
      #expect(answers[1].hasSuffix(#"\n"}],"isError":false}}"#), "\(answers[1])")
      #expect(answers[2].hasPrefix(#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":"#))
      #expect(answers[2].contains(#"+ textField #delivery-name \"Name\" value: \"Ada L.\" focused"#))
      #expect(answers[3].contains(#"There is no element \"chekout\" on the screen"#))
      #expect(answers[3].hasSuffix(#""isError":true}}"#) && !answers[3].contains("tap back"))
      #expect(answers[4].contains("The slate is clean."), "\(answers[4])")
      #expect(answers[5].contains(#"leaks:\nNothing has leaked.\n\nrequests:\n"#), "\(answers[5])")
      #expect(answers[6].contains(#"apps:\nSampleShop  process "#))
      #expect(answers[6].contains("Nothing has leaked."), "\(answers[6])")
      #expect(answers[7].contains("SampleShop has ended."))
    }
  }

  @Test("answer what is wrong in the words of the protocol, or in words that an agent can use, and go on")
  func wrong() async throws {
    try await DriveShell.use { shell in
      let answers = try await answers(
        [
          "rubbish", "[]", #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
          #"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#,
          #"{"jsonrpc":"2.0","id":"d","method":"server/discover"}"#,
          call(2, "tap"), call(3, "start", #"{"name":"../evil"}"#), call(4, "act", #"{"steps":["tap"]}"#),
          call(5, "act", #"{"steps":[["stop"]]}"#), call(6, "reset", #"{"frm":"x"}"#), call(7, "screen"),
          call(8, "screen", meta: Self.modern.replacing("2026-07-28", with: "2030-01-01")),
          #"{"jsonrpc":"2.0","id":9,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#,
          #"{"jsonrpc":"2.0","id":10,"method":"ping"}"#,
          #"{"jsonrpc":"2.0","id":"\u0085\u007f\u001b","method":"ping"}"#,
          call(11, "look", #"{"at":[["log","--follow"]]}"#),
          #"[{"jsonrpc":"2.0","id":12,"method":"ping"},{"jsonrpc":"2.0","id":13,"method":"nothing"}]"#,
        ], in: shell)
      let expected = [
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"#,
        #"{"jsonrpc":"2.0","id":"d","error":{"code":-32602,"#,
        #"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"There is no tool \"tap\"; there are start, "#,
        #"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"\"name\" is the name of a product"#,
        #"{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"\"steps\" of act is not as expected"#,
        #"{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"\"stop\" is nothing for act, "#,
        #"{"jsonrpc":"2.0","id":6,"result":{"content":[{"type":"text","text":"reset has no argument \"frm\"; "#,
        #"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"screen: No app runs."#,
        #"{"jsonrpc":"2.0","id":8,"error":{"code":-32022,"#,
        #"{"jsonrpc":"2.0","id":9,"result":{"protocolVersion":"2025-11-25","#,
        #"{"jsonrpc":"2.0","id":10,"result":{}}"#,
        #"{"jsonrpc":"2.0","id":"\u0085\u007f\u001b","result":{}}"#,
        #"{"jsonrpc":"2.0","id":11,"result":{"content":[{"type":"text","text":"'log --follow' does not end. "#,
        #"{"jsonrpc":"2.0","id":12,"result":{}}"#,
        #"{"jsonrpc":"2.0","id":13,"error":{"code":-32601,"#,
      ]
      #expect(answers.count == expected.count)
      // What needs no call overtakes calls.
      for beginning in expected {
        #expect(answers.contains { $0.hasPrefix(beginning) }, "\(beginning)")
      }
    }
  }

  @Test("answer all that a line has said: what a build complains of, and remarks beside the text")
  func wholeAnswers() async throws {
    try await DriveShell.use { shell in
      let path = try shell.makePackage(swift: "echo 'Lost.swift:1:1: error: cannot find soup'; exit 1")
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      let server = try server(in: shell, more: ["PATH": path])
      let calls = [
        call(1, "test", #"{"filter":"Lost"}"#), call(2, "look", #"{"at":[["record","start"]]}"#),
        call(3, "act", #"{"steps":[["tap","checkout"]]}"#), call(4, "look", #"{"at":[["record","stop"]]}"#),
      ]
      server.send(calls.joined(separator: "\n") + "\n")
      try await server.waitForOutput { $0.contains(#""id":4,"#) && $0.hasSuffix("\n") }
      let answers = server.standardOutput.text.split(separator: "\n")
      try #require(answers.count == 4)
      #expect(answers[0].contains(#"cannot find soup\ntest: 'swift' could not build the tests: it exited"#))
      #expect(answers[0].hasSuffix(#""isError":true}}"#), "\(answers[0])")
      #expect(answers[3].contains("@Test"))
      #expect(answers[3].contains(#"}\n2 steps, for Tests/SampleShopUITests/"#), "\(answers[3])")
    }
  }

  @Test("end what they do when nobody waits for it any more, answer nothing to that, and go on")
  func cancelled() async throws {
    try await DriveShell.use { shell in
      let build = try EndlessBuild(in: shell)
      let server = try server(in: shell, more: ["PATH": build.path])
      server.send(call(1, "start", #"{"name":"Nothing"}"#) + "\n" + call(2, "screen") + "\n")
      #expect(await build.waitUntilBegun())
      for id in [2, 1] {
        server.send(
          #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"# + "\n")
      }
      server.send(#"{"jsonrpc":"2.0","id":3,"method":"ping"}"# + "\n")
      server.closeInput()
      #expect(try await server.waitForExit() == .exited(0))
      #expect(server.standardOutput.text == #"{"jsonrpc":"2.0","id":3,"result":{}}"# + "\n")
      #expect(try !build.isRunning)
    }
  }

  @Test("end a step that waits for the app, too, and leave the app as it is")
  func cancelledWait() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop")
      let server = try server(in: shell)
      func lastUse() -> Date? {
        let file = try? FileManager.default.attributesOfItem(atPath: shell.apps + "/SampleShop")
        return file?[.modificationDate] as? Date
      }
      let before = lastUse()
      server.send(call(1, "act", #"{"steps":[["wait","nothing","--timeout","3600"]]}"#) + "\n")
      // Whoever waits says of the app that it is used.
      #expect(await Waiting.until { lastUse() != before })
      server.send(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"# + "\n"
          + #"{"jsonrpc":"2.0","id":2,"method":"ping"}"# + "\n")
      server.closeInput()
      #expect(try await server.waitForExit() == .exited(0))
      #expect(server.standardOutput.text == #"{"jsonrpc":"2.0","id":2,"result":{}}"# + "\n")
      #expect(try await shell.does("screen").hasSuffix("Screen: start-page\n"))
    }
  }

  @Test("do what is short after the end of input, and end what is not: a run of tests, and a wait")
  func endOfInput() async throws {
    try await DriveShell.use { shell in
      let build = try EndlessBuild(in: shell)
      let server = try server(in: shell, more: ["PATH": build.path])
      server.send(call(1, "test", #"{"filter":"Any"}"#) + "\n" + call(2, "start", #"{"name":"SampleShop"}"#))
      server.send("\n" + call(3, "act", #"{"steps":[["wait","nothing","--timeout","3600"]]}"#) + "\n")
      server.send(call(4, "screen") + "\n")
      #expect(await build.waitUntilBegun())
      server.closeInput()
      #expect(try await server.waitForExit() == .exited(0))
      let answers = server.standardOutput.text.split(separator: "\n")
      try #require(answers.count == 4)
      #expect(answers[0].contains("test: Interrupted; no test has run."), "\(answers[0])")
      #expect(answers[1].contains("SampleShop runs.") && answers[3].contains("Screen: start-page"))
      #expect(answers[2].contains("Nobody waits for the answer any more."), "\(answers[2])")
      #expect(try !build.isRunning)
    }
  }

  @Test("end by a signal, whatever is being done, also after the end of input", arguments: [false, true])
  func signalled(endsInput: Bool) async throws {
    try await DriveShell.use { shell in
      let build = try EndlessBuild(in: shell)
      // Nobody reads what it answers, which is more than the pipe takes.
      let (answers, full) = try Descriptor.pipe()
      let (input, requests) = try Descriptor.pipe()
      let server = try Spawn(
        BuiltProduct.path("cleanslate"), ["mcp"],
        environment: shell.environment.merging(["PATH": build.path]) { $1 }, folder: shell.home.root,
        descriptors: [0: input, 1: full]
      ).start()
      full.close()
      try requests.writeAll(Array((call(1, "test", #"{"filter":"Any"}"#) + "\n").utf8))
      #expect(await build.waitUntilBegun())
      if endsInput {
        let lists = String(repeating: #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"# + "\n", count: 40)
        try requests.writeAll(Array(lists.utf8))
        requests.close()
        #expect(await Waiting.until { Self.unreadCount(of: answers) > 32_000 })
      }
      server.signal(.terminate)
      #expect(
        await OwnThread.run { server.waitForExit(until: Deadline(in: .patience)) } == .exited(0))
      #expect(try !build.isRunning)
    }
  }

  @Test("answer at once what needs no call, while one is being done")
  func ping() async throws {
    try await DriveShell.use { shell in
      let build = try EndlessBuild(in: shell)
      let server = try server(in: shell, more: ["PATH": build.path])
      server.send(call(1, "test", #"{"filter":"Any"}"#) + "\n")
      #expect(await build.waitUntilBegun())
      for (id, method) in [(2, "ping"), (3, "initialize"), (4, "tools/list"), (5, "server/discover")] {
        let params = method == "server/discover" ? #","params":{"x":1\#(Self.modern)}"# : ""
        server.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(params)}"# + "\n")
      }
      try await server.waitForOutput { text in
        (2...5).allSatisfy { text.contains("\"id\":\($0),\"result\"") }
      }
      #expect(!server.standardOutput.text.contains(#""id":1,"#))
      server.closeInput()
      #expect(try await server.waitForExit() == .exited(0))
    }
  }

  @Test("report a build line by line to who asks for it, and leave it out of the answer")
  func progress() async throws {
    try await DriveShell.use { shell in
      let path = try shell.makePackage(
        swift: "case \"$*\" in *--show-bin-path*) echo /none;; *) echo '[1/2] Compiling Soup';; esac")
      let server = try server(in: shell, more: ["PATH": path])
      let meta = #","_meta":{"progressToken":"p"}"#
      let calls = [
        call(1, "test", #"{"filter":"Soup"}"#, meta: meta), call(2, "start", #"{"name":"Soup"}"#, meta: meta),
        call(3, "test", #"{"filter":"Soup"}"#),
      ]
      server.send(calls.joined(separator: "\n") + "\n")
      try await server.waitForOutput { $0.contains(#""id":3,"#) && $0.hasSuffix("\n") }
      let lines = server.standardOutput.text.split(separator: "\n")
      func told(_ number: Int, _ text: String) -> String {
        #"{"jsonrpc":"2.0","method":"notifications/progress","params":"#
          + #"{"progressToken":"p","progress":\#(number),"message":"\#(text)"}}"#
      }
      try #require(lines.count == 6)
      #expect(lines[0] == told(1, "[1/2] Compiling Soup"))
      #expect(
        lines[1].contains("What is built cannot be read in '/none': ") && !lines[1].contains("Compiling"))
      #expect(lines[2] == told(1, #"There is no executable \"Soup\" yet; building it."#))
      #expect(lines[3] == told(2, "[1/2] Compiling Soup"))
      #expect(lines[4].contains("is built, but no app") && !lines[4].contains("Compiling"))
      #expect(lines[5].hasPrefix(#"{"jsonrpc":"2.0","id":3,"#) && !lines[5].contains("Compiling"))
    }
  }

  @Test("need somewhere to answer")
  func closedOutput() async throws {
    let closed = try await ChildProcess.run(
      "/bin/sh", ["-c", "'\(try BuiltProduct.path("cleanslate"))' mcp >&-"],
      environment: try DriveShell().environment, standardInput: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(closed.status == .exited(1))
    #expect(closed.standardError.text == "cleanslate mcp: Standard output is closed.\n")
  }

  @Test("say that nobody reads what they answer, and end what they have begun")
  func unreadOutput() async throws {
    try await DriveShell.use { shell in
      let build = try EndlessBuild(in: shell)
      let (answers, unread) = try Descriptor.pipe()
      let (input, requests) = try Descriptor.pipe()
      let (errors, complaints) = try Descriptor.pipe()
      let server = try Spawn(
        BuiltProduct.path("cleanslate"), ["mcp"],
        environment: shell.environment.merging(["PATH": build.path]) { $1 }, folder: shell.home.root,
        descriptors: [0: input, 1: unread, 2: complaints]
      ).start()
      unread.close()
      complaints.close()
      try requests.writeAll(Array((call(1, "test", #"{"filter":"Any"}"#) + "\n").utf8))
      #expect(await build.waitUntilBegun())
      answers.close()
      // A picture of this process may have the pipe for a moment, into which an answer would go unseen. So nothing is asked.
      let status = await OwnThread.run { server.waitForExit(until: Deadline(in: .patience)) }
      if status == nil { kill(server.identifier, SIGKILL) }
      #expect(status == .exited(1))
      #expect(String(decoding: try errors.readSome() ?? [], as: UTF8.self).hasPrefix("cleanslate mcp: "))
      #expect(try !build.isRunning)
    }
  }

  @Test("take files of the package and its results only, wherever links and dots lead")
  func reach() async throws {
    try await DriveShell.use { shell in
      let folder = shell.home.root
      try Data("[]".utf8).write(to: URL(filePath: "\(folder)/own.json"))
      for (name, target) in [("etc", "/etc"), ("inner.json", "own.json")] {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
      }
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      func reply(_ id: Int, _ file: String) -> String {
        call(id, "world", #"{"steps":[["reply","GET","/x","--file","\#(file)"]]}"#)
      }
      let refused = [
        reply(1, "/etc/passwd"), reply(2, "etc/passwd"), reply(3, "etc/none"), reply(4, "../none"),
        reply(5, "\(folder)x/own.json"), call(6, "start", #"{"name":"SampleShop","network":"/etc/passwd"}"#),
        call(7, "start", #"{"name":"SampleShop","network":"etc/none"}"#),
        call(8, "test", #"{"trace":["--results","/etc"]}"#),
      ]
      let taken = [reply(9, "own.json"), reply(10, "\(folder)/etc/../inner.json")]
      let read = call(11, "test", #"{"trace":["--results","results"]}"#)
      let answers = try await answers(refused + taken + [read], in: shell)
      try #require(answers.count == 11)
      for answer in answers.prefix(8) {
        #expect(answer.contains("is out of reach: only files in \(folder)"), "\(answer)")
        #expect(answer.hasSuffix(#""isError":true}}"#))
      }
      for answer in answers[8...9] { #expect(answer.hasSuffix(#""isError":false}}"#), "\(answer)") }
      #expect(answers[10].contains("There is no run of tests in '\(folder)/results'"), "\(answers[10])")
      #expect(try await shell.does("apps").split(separator: "\n").count == 1)
    }
  }

  @Test("refuse a line that is too long in words, whenever its parts come, and read the next one")
  func longLines() async throws {
    var lines = MCPLines()
    let most = [UInt8](repeating: UInt8(ascii: "x"), count: MCPLines.mostBytes)
    let end = Array("\n".utf8)
    #expect(lines.take(most + end) == [.whole(most)])
    #expect(lines.take(most) == [] && lines.take(end + most) == [.whole(most)])
    #expect(
      lines.take([1]) == [] && lines.take(most) == []
        && lines.take(end + [2] + end) == [.tooLong, .whole([2])])
    #expect(lines.take([3]) == [] && lines.end() == .whole([3]) && lines.end() == .whole([]))
    try await DriveShell.use { shell in
      let long = String(repeating: "x", count: 8 << 20)
      let answers = try await answers(
        [
          #"{"jsonrpc":"2.0","id":"\#(long)","method":"ping"}"#, #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        ],
        in: shell)
      try #require(answers.count == 2)
      #expect(answers[0].hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#), "\(answers[0])")
      #expect(answers[0].contains("A message has 4 MB at most"))
      #expect(answers[1] == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
  }

  @Test("are eight at most, each with a name, a description and a schema, and nothing that a client drops")
  func list() async throws {
    struct Tool: Decodable {
      struct Schema: Decodable { let type: String }
      let name, description: String
      let inputSchema: Schema
    }
    try await DriveShell.use { shell in
      let listed = try await shell.run(["mcp", "--check"])
      let lines = listed.text.split(separator: "\n")
      #expect((1...8).contains(lines.count))
      for line in lines {
        let tool = try JSONDecoder().decode(Tool.self, from: Data(line.utf8))
        #expect(tool.inputSchema.type == "object" && !tool.description.isEmpty)
        #expect(line.hasPrefix(#"{"name":"\#(tool.name)","description":"#))
        for word in ["outputSchema", "title", "annotations", "icons"] {
          #expect(!line.contains("\"\(word)\""), "\(tool.name)")
        }
      }
      let discovery = try await answers(
        [#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"x":1\#(Self.modern)}}"#], in: shell)
      #expect(discovery.count == 1 && discovery[0].contains(#""supportedVersions":["2026-07-28"]"#))
      #expect(discovery[0].contains(#""ttlMs":3600000,"cacheScope":"public""#))
      #expect(try await shell.run(["help", "agents"]).text.utf8.count < 6_000)
    }
  }
}
