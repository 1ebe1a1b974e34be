#if DEBUG
import AppDriver
import ControlProtocol
import Foundation
import OperatingSystem
import ToolOptions

/// `cleanslate record`: writes what is done to an app as a test.
struct RecordCommand: AppVerb {
  static let name = "record"
  static let summary = "records what is done to an app, and prints it as a Swift test"
  static let operands = ["start|stop"]
  static let options = [
    ToolOption("--name", "NAME", example: "Checkout", help: "With 'stop': what the test is called.")
  ]
  static let notes = ["The test goes to standard output, and where it belongs to standard error."]

  let words: GivenWords

  init(words: GivenWords) throws(UsageError) {
    self.words = words
    guard ["start", "stop"].contains(words.operands[0]) else {
      throw UsageError(description: "Expected 'cleanslate record start' or 'cleanslate record stop'.")
    }
    guard words.operands[0] == "stop" || !words.has("--name") else {
      throw UsageError(description: "'--name' belongs to 'cleanslate record stop', which prints the test.")
    }
    if let name = words.value(of: "--name"), SwiftName.type(name) == nil {
      throw UsageError(
        description: "'\(name)' is no name for a type: one begins with a letter, as in '--name Checkout'.")
    }
  }

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    guard words.operands[0] == "stop" else {
      let known = try app.app.recording(named: nil)
      guard !known.isOn else {
        throw ToolFailure(
          "\(app.known.handle) is being recorded already: \(Amount.count(known.stepCount, "step")). "
            + "'cleanslate record stop' prints them.")
      }
      let reply = try app.app.record(true)
      return VerbAnswer(
        text: "Recording what is done to \(app.known.handle). 'cleanslate record stop' prints it.\n",
        json: reply)
    }
    let isOn = try app.app.recording(named: nil).isOn
    if isOn { _ = try app.app.record(false) }
    var reply = try app.app.recording(named: words.value(of: "--name"))
    // Another recording may be in the target already.
    var number = 1
    while words.value(of: "--name") == nil, !reply.source.isEmpty,
      isTaken(reply.file, from: app.surroundings.folder)
    {
      number += 1
      reply = try app.app.recording(named: "Recorded journey \(number)")
    }
    guard !reply.source.isEmpty else {
      throw ToolFailure("Nothing is being recorded. Begin with 'cleanslate record start'.")
    }
    // Somebody may have lost it.
    let again = isOn ? "" : "Nothing is being recorded: this is once more what was recorded last.\n"
    let warnings = reply.warnings.map { "Warning: \($0)\n" }.joined()
    return VerbAnswer(
      text: reply.source, json: reply,
      remarks: "\(again)\(Amount.count(reply.stepCount, "step")), for \(reply.file).\n\(warnings)")
  }

  /// Whether the package around the folder has the file. One without contents is what the shell has made for the output.
  private func isTaken(_ file: String, from folder: String) -> Bool {
    guard let package = try? PackageFolder(at: nil, from: folder).path else { return false }
    return (try? Descriptor.status(atPath: "\(package)/\(file)"))?.size ?? 0 > 0
  }
}

/// `cleanslate browse`: the workbench.
struct BrowseCommand: AppVerb {
  static let name = "browse"
  static let summary = "opens the workbench of an app in a browser"
  static let options = [
    ToolOption("--app-page", help: "The app's screen alone, for tools that drive browsers."),
    ToolOption("--print", help: "Only prints the address."),
  ]
  static let notes = [
    "The program that BROWSER names is used, otherwise xdg-open. The address has a token: whoever knows it can drive the "
      + "app from this machine."
  ]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    guard let workbench = app.known.workbench else {
      throw ToolFailure(
        "\(app.known.handle) serves no workbench: it was started without '\(ControlOption.port.name) 0'.")
    }
    let address = words.has("--app-page") ? WorkbenchAddress.app(beside: workbench) : workbench
    let answer = VerbAnswer(text: "\(address)\n", json: [address])
    guard !words.has("--print") else { return answer }
    // Other users can read command lines, so the browser gets a file that leads to the page.
    let page = try RunningApps(environment: app.surroundings.environment).writePage(
      to: address, of: app.known)
    guard UserBrowser.open(URL(filePath: page).absoluteString, in: app.surroundings) else {
      throw ToolFailure(UserBrowser.advice(for: address, in: app.surroundings))
    }
    return answer
  }
}
#endif
