import Testing

@testable import ReleaseProof

@Suite("The search for symbols")
struct SymbolCheckTests {
  private let check = SymbolCheck(
    rules: ReleaseRules(),
    traces: [
      Trace(.type, "Handshake", source: "Options.swift:7"),
      Trace(.function, "LaunchSend", source: "Launch.c:1"),
    ])

  private func findings(_ names: String...) throws -> [Finding] {
    check.findings(in: try ElfFile(TinyElf(symbols: names).bytes).symbols())
  }

  @Test("finds a symbol of a module, says it in Swift, and knows the source of its type")
  func symbol() throws {
    #expect(
      try findings("main", "$s15ControlProtocol9HandshakeVMa", "$s11ElementTree0A0VMa")
        == [
          Finding(
            .symbol,
            "type metadata accessor for ControlProtocol.Handshake ($s15ControlProtocol9HandshakeVMa)",
            in: ".symtab", from: "Options.swift:7")
        ])
  }

  @Test("finds a module whose name the mangling abbreviates")
  func substitution() throws {
    #expect(
      try findings("$s12SampleAppKit5start6drivery0B6Driver7SessionV_tF").map(\.what)
        == [
          "SampleAppKit.start(driver: AppDriver.Session) -> () "
            + "($s12SampleAppKit5start6drivery0B6Driver7SessionV_tF)"
        ])
  }

  @Test("finds a module whose name is one word, and nothing else that has the word")
  func oneWord() throws {
    #expect(
      try findings(
        "$s3App14PatientRecordsCMa", "$s3App7RecordsV5EntryVMa", "listProcesses", "$s7Records5EntryVMa",
        "$s3App5EntryV7RecordsE4saveyyF"
      ).map(\.what) == [
        "type metadata accessor for Records.Entry ($s7Records5EntryVMa)",
        "(extension in Records):App.Entry.save() -> () ($s3App5EntryV7RecordsE4saveyyF)",
      ])
  }

  @Test("finds a module in a symbol that is not Swift's, and each symbol once")
  func plainSymbols() throws {
    #expect(
      try findings("TestScaffolding_start", "TestScaffolding_start").map(\.what) == ["TestScaffolding_start"])
  }

  @Test("finds a function in C by its name alone")
  func function() throws {
    #expect(
      try findings("LaunchSender", "LaunchSend", "$s3App10LaunchSendyyF") == [
        Finding(.symbol, "LaunchSend", in: ".symtab", from: "Launch.c:1")
      ])
  }

  @Test("finds the libraries of the test frameworks, in these very tests, too")
  func libraries() throws {
    #expect(
      check.findings(inLibraries: ["libc.so.6", "libXCTest.so", "lib_TestingInterop.so"])
        == [
          Finding(.library, "libXCTest.so", in: ".dynamic"),
          Finding(.library, "lib_TestingInterop.so", in: ".dynamic"),
        ])
    let own = try ElfFile(try ElfFileTests.bytes(of: "/proc/self/exe"))
    #expect(check.findings(inLibraries: try own.neededLibraries()).map(\.what).contains("libTesting.so"))
  }
}
