#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation

/// Requests of the debug page, for developers.
extension ControlRouter {
  func log(_ query: [String: String]) throws -> LogReply {
    guard let after = Int(query["after"] ?? "0") else {
      throw ErrorReply.malformed("Expected /log?after=NUMBER with a whole number.")
    }
    return LogReply(entries: workbench.log.entries(after: after), lastDeed: workbench.log.lastDeed)
  }

  func contents(_ query: [String: String]) throws -> ContentsReply {
    guard let part = query["part"], let name = query["name"] else {
      throw ErrorReply.malformed("Expected /contents?part=PART&name=NAME, as GET /data lists them.")
    }
    return try KeptData(host: host).contents(of: name, in: part)
  }

  func record(_ request: RecordRequest, _ query: [String: String]) -> RecordingReply {
    if request.on {
      let (setup, state) = (setup, workbench.stateAtRest)
      workbench.recorder.begin(
        Recording(
          app: ProcessInfo.processInfo.processName, launchArguments: setup.launchArguments,
          launchEnvironment: setup.launchEnvironment,
          beganOnCleanSlate: workbench.isOnCleanSlate,
          steps: state.map { [RecordedStep(screen: nil, deed: .reset(request: ResetRequest(state: $0)))] }
            ?? []))
    } else {
      workbench.recorder.end(on: restingScreen, showing: host.tree)
    }
    return recording(query)
  }

  func recording(_ query: [String: String]) -> RecordingReply {
    let recorder = workbench.recorder
    var recording = recorder.recording
    let steps = recording?.steps ?? []
    if recorder.isOn { recording?.expect(restingScreen) }
    let source = recording.map { RecordedSource($0, name: query[RecordingReply.nameQuery] ?? "") }
    return RecordingReply(
      isOn: recorder.isOn, stepCount: steps.count, source: source?.text ?? "",
      file: source?.file ?? "", warnings: source?.warnings ?? [], steps: steps,
      launchArguments: recording?.launchArguments ?? [],
      launchEnvironment: recording?.launchEnvironment ?? [:])
  }

  func expect(_ request: ExpectRequest, _ query: [String: String]) throws -> RecordingReply {
    try checkRecording()
    let queries = QueryText.queries(for: host.tree)
    guard request.property != .screen, let index = queries.firstIndex(of: request.query) else {
      throw ErrorReply.notUnderstood(
        "\(request.query) finds nothing on the screen. Expected one of the answer to /queries.")
    }
    let element = host.tree.allElements[index]
    let value =
      switch request.property {
      case .exists, .screen: String?.none
      case .label: element.label
      case .value: element.shownValue
      case .enabled: "\(element.isEnabled)"
      }
    workbench.recorder.expect(
      .expect(query: request.query, property: request.property, value: value), on: restingScreen)
    return recording(query)
  }

  func replaceSteps(_ request: StepsRequest, _ query: [String: String]) throws -> RecordingReply {
    try checkRecording()
    let steps = workbench.recorder.recording?.steps ?? []
    if let was = request.was, was != steps { throw ErrorReply.otherSteps }
    let known = queries(of: steps)
    // A query becomes part of a source as it is, so it has to be one that the app has written.
    if let foreign = queries(of: request.steps).subtracting(known).min() {
      throw ErrorReply.notUnderstood("The recording expects nothing of \(foreign). Use /expect to add it.")
    }
    workbench.recorder.replace(by: request.steps)
    return recording(query)
  }

  func shown(_ query: [String: String]) throws -> ShownReply {
    guard let step = Int(query["step"] ?? ""), step >= 0 else {
      throw ErrorReply.malformed("Expected /shown?step=NUMBER with a whole number.")
    }
    return ShownReply(tree: workbench.recorder.shown(before: step).map(ElementRecord.init))
  }

  func pause(_ request: PauseRequest) async throws -> ActionReply {
    if let note = request.begin {
      workbench.pause = note
    } else if request.end == true {
      workbench.pause = nil
    } else if request.untilEnd == true {
      // After a day nobody waits any more.
      await workbench.pauseEnds.wait(timeout: .seconds(86_400)) { [workbench] in workbench.pause == nil }
    } else {
      throw ErrorReply.malformed(
        "Expected {\"begin\": {\"test\", \"message\"}}, {\"end\": true} or {\"untilEnd\": true}.")
    }
    return ActionReply(generation: host.generation, screen: host.tree.screen?.identifier)
  }

  private func queries(of steps: [RecordedStep]) -> Set<String> {
    Set(steps.compactMap { if case .expect(let query, _, _) = $0.deed { query } else { nil } })
  }

  private func checkRecording() throws {
    guard workbench.recorder.recording == nil else { return }
    throw ErrorReply.notUnderstood("There is no recording. Begin one with /record.")
  }

  /// The screen that the app shows; nil while it is busy and may go to another.
  private var restingScreen: String? { host.isBusy ? nil : host.tree.screen?.identifier }
}
#endif
