#if DEBUG
import ControlProtocol

/// What is known of the run of an app: which process and generation, what it shows, and what its latest reset has left.
///
/// Answers may arrive late or out of order, since several threads ask; what one says of an older process or generation is not
/// taken.
struct AppRun: Sendable {
  /// Identifies one run of the app: which launch, and which generation within that process.
  struct Era: Sendable, Equatable {
    var launch = 0
    var generation = 0
  }

  private(set) var era = Era()
  private(set) var screen: String?
  /// The receipt of the latest reset of the process.
  private(set) var receipt: ResetReceipt?
  /// Whether something was said to this process about its network.
  private var speaksOfNetwork = false

  /// Another process is there, and drawn; after a reset if an earlier test process has left it.
  mutating func begin(
    generation: Int, screen: String?, speaksOfNetwork: Bool, after receipt: ResetReceipt? = nil
  ) {
    era = Era(launch: era.launch + 1, generation: generation)
    (self.screen, self.receipt, self.speaksOfNetwork) = (screen, receipt, speaksOfNetwork)
  }

  /// Notes the generation and the screen that an answer reports.
  mutating func hear(generation: Int, screen: String?, launch: Int) {
    guard era.launch == launch, generation >= era.generation else { return }
    era.generation = generation
    self.screen = screen
  }

  /// Notes what a reset has left.
  mutating func note(_ receipt: ResetReceipt, launch: Int) {
    hear(generation: receipt.generation, screen: receipt.screen, launch: launch)
    guard era == Era(launch: launch, generation: receipt.generation) else { return }
    self.receipt = receipt
  }

  mutating func speakOfNetwork() { speaksOfNetwork = true }

  /// Whether something was said about the network since somebody last asked for this.
  mutating func takeWhetherItSpeaksOfNetwork() -> Bool {
    defer { speaksOfNetwork = false }
    return speaksOfNetwork
  }
}
#endif
