import Testing

@testable import ObjectGraph

@Suite("The symbols of a program")
struct SymbolNameTests {
  @Test(
    "of variables are their names in the source",
    arguments: [
      ("$s8LeakyApp5BoardC6sharedACvpZ", "static Board.shared"),
      ("$s8LeakyApp9trayOnTopAA4TrayCSgvp", "the variable trayOnTop"),
      (
        "$s8LeakyApp6larder33_EF592EACBAB78BFC1A5F1C9FA5834EC1LLAA6LarderACLLCvp", "the variable larder"
      ),
      ("environ", "environ"),
    ])
  func variable(symbol: String, name: String) { #expect(SymbolName(symbol).variable == name) }

  @Test(
    "that no compiler writes are of no type",
    arguments: [
      "4main1xA9223372036854775807_vpZ", "4main1xA99999999999999avpZ", "4main1xA99999999999999BvpZ",
      "4main1P_pFXP",
      "", "_", "A", "0", "4ma", "9999999999999999999a", "Qz", "yycXp_pFXPc",
    ])
  func odd(name: String) {
    for isVariable in [false, true] {
      var parsed = SymbolicName(Substring(name), isVariable: isVariable) { _, _ in 0 }
      #expect(parsed?.resolved() == nil)
    }
  }

  @Test(
    "of closures say which one it is, and where",
    arguments: [
      (
        "$s8LeakyApp10startTimer33_2212E9AFEBC94B91D5EEF8F08DD0001ALL4withyAA4TrayC_tFyycfU_",
        "closure #1 in startTimer(with:)"
      ),
      (
        "$s8LeakyApp10startTimer33_2212E9AFEBC94B91D5EEF8F08DD0001ALL4withyAA4TrayC_tFyycfU_TA",
        "closure #1 in startTimer(with:)"
      ),
      (
        "$s8LeakyApp5PieceV9variablesSayACGvpZfiyAA4TrayCYbScMYccfU_yycfU_", "closure #1 of Piece.variables"
      ),
      (
        "$s8LeakyApp12sleepInGroup33_D55DEC90B11DD92BD7215C7D762826FBLL4withyAA4TrayC_tFyyYaKcfU_TY2_",
        "closure #1 in sleepInGroup(with:)"
      ),
      (
        """
        $s8LeakyApp12sleepInGroup33_D55DEC90B11DD92BD7215C7D762826FBLL4withyAA4TrayC_tFyyYaKcfU_yScgyyts5Error_\
        pGzYaKXEfU_TATQ0_
        """, "closure #1 in sleepInGroup(with:)"
      ),
      (
        "$s8LeakyApp0A6ActionO8rawValueACSgSS_tcfcAcA7MistakeOYbcACmYbcfu_",
        "a closure in LeakyAction.init(rawValue:)"
      ),
    ])
  func closure(symbol: String, name: String) {
    #expect(SymbolName(symbol).closure == name)
    #expect(SymbolName(symbol).function == name)
  }

  @Test(
    "of functions have the labels, without types and module",
    arguments: [
      ("$s8LeakyApp13ObjectMistakeO4make2inyAA0A7SessionC_tF", "ObjectMistake.make(in:)"),
      ("$s8LeakyApp4TrayC4hash4intoys6HasherVz_tF", "Tray.hash(into:)"),
      ("$s8LeakyApp4TrayC2eeoiySbAC_ACtFZ", "Tray.==(_:_:)"),
      ("$s8LeakyApp3BoxC7contentACyxGx_tcfC", "Box.init(content:)"),
      ("$s8LeakyApp6HiddenV4takexSgyF", "Hidden.take()"),
      (
        "$s8LeakyApp9Concierge33_EF592EACBAB78BFC1A5F1C9FA5834EC1LLC6answeryycSgvg", "Concierge.answer"
      ),
      ("$s8LeakyApp5BoardC6sharedACvpZfi", "Board.shared"),
    ])
  func function(symbol: String, name: String) {
    #expect(SymbolName(symbol).function == name)
    #expect(SymbolName(symbol).closure == nil)
    #expect(!SymbolName(symbol).isOfSystem)
  }

  @Test(
    "are nothing where the compiler made them, or where they are of no function of Swift",
    arguments: [
      "$s8LeakyApp12CleanObjectsOAA0A6ActionOIgyo_AcEs5NeverOIegnrzr_TR",
      "$s8LeakyApp12CleanObjectsOAA0A6ActionOIgyo_AcEs5NeverOIegnrzr_TRTA",
      "$s8LeakyApp5Floor33_F01FC28BA159EE3487BD0FC44EAF4351LLO4RoomO6CornerVyx_qd___qd0__Gr___lWOb",
      "_dispatch_worker_thread",
    ])
  func nobody(symbol: String) {
    #expect(SymbolName(symbol).function == nil)
    #expect(SymbolName(symbol).closure == nil)
  }

  @Test(
    "lead to the function that they belong to, from its forwarder, its record and its parts",
    arguments: ["", "TA", "Tu", "TATu", "TY0_", "TQ12_", "TATQ0_", "TA.39", "TA.39TQ0_", "TA.39Tu"])
  func whole(suffix: String) {
    let symbol = "$s8LeakyApp5sleep4withyAA4TrayC_tFyyYaKcfU_"
    #expect(SymbolName(symbol + suffix).whole == symbol)
    #expect(SymbolName(symbol + suffix).closure == "closure #1 in sleep(with:)")
  }

  @Test("are told apart by the module that declares what they are of")
  func system() {
    #expect(SymbolName("$sSS5countSivg").isOfSystem)
    #expect(!SymbolName("$sSS8LeakyAppE4trimSSyF").isOfSystem)
    #expect(SymbolName("$sSS8LeakyAppE4trimSSyF").function == "String.trim()")
    #expect(SymbolName("$sSi8LeakyAppE4tray_Sivp").variable != nil)
  }
}
