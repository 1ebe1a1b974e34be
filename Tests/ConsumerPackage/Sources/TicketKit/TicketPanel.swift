import ElementTree
import Foundation

/// The app's own user interface toolkit, as small as one can be: it shows each text in a frame, and turns a line of
/// input into a press of the button whose number it is.
final class TicketPanel: ElementDisplay {
  private unowned let host: any ElementHost

  init(host: any ElementHost) { self.host = host }

  func draw(_ tree: Element) {
    let texts = tree.allElements.filter { $0.role == .text }.map { "| \($0.label) |" }
    let choices = buttons(in: tree).enumerated().map { "(\($0 + 1)) \($1.label)" }
    say((texts + choices).joined(separator: "\n"))
  }

  /// Shows the app until the input ends.
  func run() async {
    host.attach(self)
    defer { host.detach(self) }
    while let line = readLine() {
      let buttons = buttons(in: host.tree)
      guard let number = Int(line), buttons.indices.contains(number - 1),
        let identifier = buttons[number - 1].identifier
      else {
        say("There is no button \(line).")
        continue
      }
      do { try host.perform(.tap(identifier)) } catch { say("\(error)") }
      await host.settle()
    }
  }

  private func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  private func buttons(in tree: Element) -> [Element] { tree.allElements.filter { $0.role == .button } }
}
