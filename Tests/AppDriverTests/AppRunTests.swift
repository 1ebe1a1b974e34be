import Leaks
import Testing

@testable import AppDriver
@testable import ControlProtocol

@Suite("What is known of the run of an app")
struct AppRunTests {
  private static func begun(_ generation: Int = 1, speaksOfNetwork: Bool = false) -> AppRun {
    var run = AppRun()
    run.begin(generation: generation, screen: "welcome", speaksOfNetwork: speaksOfNetwork)
    return run
  }

  private static func receipt(_ generation: Int, screen: String, leaks: [Leak] = []) -> ResetReceipt {
    var receipt = ResetReceipt(
      generation: generation, nanoseconds: 1, keptData: false, steps: [], cleared: [], survived: [],
      failures: [], abandonedWork: [], leaks: leaks, processDifferences: [], notLookedInto: [])
    receipt.screen = screen
    return receipt
  }

  @Test("counts launches, and takes the generation that a process reports")
  func launches() {
    var run = Self.begun()
    #expect(run.era == AppRun.Era(launch: 1, generation: 1) && run.screen == "welcome")
    run.begin(generation: 4, screen: nil, speaksOfNetwork: false)
    #expect(run.era == AppRun.Era(launch: 2, generation: 4) && run.screen == nil)
  }

  @Test("takes no answer of an earlier process, and none that a newer one has overtaken")
  func lateAnswers() {
    var run = Self.begun()
    run.hear(generation: 3, screen: "home", launch: 1)
    run.hear(generation: 2, screen: "profile", launch: 1)
    #expect(run.era.generation == 3 && run.screen == "home")
    run.begin(generation: 1, screen: "welcome", speaksOfNetwork: false)
    run.hear(generation: 9, screen: "home", launch: 1)
    #expect(run.era == AppRun.Era(launch: 2, generation: 1) && run.screen == "welcome")
  }

  @Test("keeps the receipt of the latest reset, whatever that found")
  func receipts() {
    var run = Self.begun()
    #expect(run.receipt == nil, "nothing has judged the first generation")
    run.note(Self.receipt(2, screen: "home"), launch: 1)
    #expect(run.receipt?.generation == 2 && run.receipt?.isClean == true && run.screen == "home")
    run.note(Self.receipt(3, screen: "home", leaks: [Leak(type: "Cart", name: "", generation: 2)]), launch: 1)
    #expect(run.receipt?.generation == 3 && run.receipt?.isClean == false)
  }

  @Test("takes no receipt of an earlier process, and none that a newer answer has overtaken")
  func lateReceipts() {
    var run = Self.begun()
    run.hear(generation: 3, screen: "home", launch: 1)
    run.note(Self.receipt(2, screen: "profile"), launch: 1)
    #expect(run.receipt == nil && run.screen == "home")
    run.begin(generation: 1, screen: "welcome", speaksOfNetwork: false)
    run.note(Self.receipt(2, screen: "profile"), launch: 1)
    #expect(run.receipt == nil && run.era.generation == 1)
  }

  @Test("forgets with a process what that has left, and takes over what an earlier test process has left")
  func processes() {
    var run = Self.begun()
    run.note(Self.receipt(2, screen: "home"), launch: 1)
    run.begin(generation: 1, screen: "welcome", speaksOfNetwork: false)
    #expect(run.receipt == nil)
    let left = Self.receipt(7, screen: "basket")
    run.begin(generation: 7, screen: "basket", speaksOfNetwork: false, after: left)
    #expect(run.receipt == left)
  }

  @Test("says once whether something was said about its network")
  func network() {
    var run = Self.begun(speaksOfNetwork: true)
    let answers = [run.takeWhetherItSpeaksOfNetwork(), run.takeWhetherItSpeaksOfNetwork()]
    #expect(answers == [true, false])
    run.speakOfNetwork()
    run.begin(generation: 1, screen: nil, speaksOfNetwork: false)
    let ofNext = run.takeWhetherItSpeaksOfNetwork()
    #expect(!ofNext, "it was another process")
  }
}
