#if DEBUG
import ControlProtocol

/// What is known of the run of an app: which process and generation, what it shows, and what its latest reset has left.
///
/// Answers may arrive late or out of order, since several threads ask; what an older one says is not taken.
struct AppRun: Sendable {
  /// Identifies one run of the app: which launch, and which generation within that process.
  struct Era: Sendable, Equatable {
    var launch = 0
    var generation = 0
  }

  private(set) var era = Era()
  private(set) var screen: String?
  /// The receipt of the latest reset.
  private(set) var receipt: ResetReceipt?
  /// What the latest reset has left, if it found nothing.
  private(set) var slate: CleanSlate?
  /// Whether something was said to this process about its network.
  private var speaksOfNetwork = false

  /// Another process is there, and drawn; on a clean slate if an earlier test process has left it so.
  mutating func begin(generation: Int, screen: String?, speaksOfNetwork: Bool, on slate: CleanSlate? = nil) {
    era = Era(launch: era.launch + 1, generation: generation)
    (self.screen, receipt, self.slate) = (screen, nil, slate)
    self.speaksOfNetwork = speaksOfNetwork
  }

  /// Notes the generation and the screen that an answer reports.
  mutating func hear(generation: Int, screen: String?, launch: Int) {
    // Ignore an answer from an earlier process, and one that a newer answer has overtaken.
    guard era.launch == launch, generation >= era.generation else { return }
    era.generation = generation
    self.screen = screen
  }

  /// Notes what a reset has left.
  mutating func note(_ receipt: ResetReceipt, launch: Int) {
    hear(generation: receipt.generation, screen: receipt.screen, launch: launch)
    guard era == Era(launch: launch, generation: receipt.generation) else { return }
    self.receipt = receipt
    slate = receipt.isClean ? CleanSlate(generation: receipt.generation, state: receipt.restored?.id) : nil
  }

  mutating func speakOfNetwork() { speaksOfNetwork = true }

  /// Whether something was said about the network since somebody last asked for this.
  mutating func takeWhetherItSpeaksOfNetwork() -> Bool {
    defer { speaksOfNetwork = false }
    return speaksOfNetwork
  }
}
#endif
