import AppRuntime
import Foundation
import TicketFeature
import TicketKit
import URLSessionClient

@main
struct TicketApp {
  static func main() async {
    exit(
      await TicketMain.run(
        AppDefinition(
          name: "TicketApp", version: "1.0", id: "net.example.ticket-app", feature: TicketFeature(),
          network: .urlSession)))
  }
}
