#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation

/// Requests of the debug page, for developers.
extension ControlRouter {
  func log(_ query: [String: String]) throws -> LogReply {
    guard let after = Int(query["after"] ?? "0") else {
      throw RequestError.malformed("Expected /log?after=NUMBER with a whole number.")
    }
    return LogReply(entries: workbench.log.entries(after: after))
  }

  func contents(_ query: [String: String]) throws -> ContentsReply {
    guard let part = query["part"], let name = query["name"] else {
      throw RequestError.malformed("Expected /contents?part=PART&name=NAME, as GET /data lists them.")
    }
    return try KeptData(host: host).contents(of: name, in: part)
  }

  func record(_ request: RecordRequest, _ query: [String: String]) -> RecordingReply {
    if request.on {
      let setup = setup
      workbench.recorder.begin(
        Recording(
          app: ProcessInfo.processInfo.processName, launchArguments: setup.launchArguments,
          launchEnvironment: setup.launchEnvironment,
          beganOnCleanSlate: workbench.isOnCleanSlate))
    } else {
      workbench.recorder.end(on: restingScreen)
    }
    return recording(query)
  }

  func recording(_ query: [String: String]) -> RecordingReply {
    let recorder = workbench.recorder
    var recording = recorder.recording
    if recorder.isOn { recording?.lastScreen = restingScreen }
    let source = recording.map { RecordedSource($0, name: query[RecordingReply.nameQuery] ?? "") }
    return RecordingReply(
      isOn: recorder.isOn, stepCount: recording?.steps.count ?? 0, source: source?.text ?? "",
      file: source?.file ?? "", warnings: source?.warnings ?? [])
  }

  /// The screen that the app shows; nil while it is busy and may go to another.
  private var restingScreen: String? { host.activities.isEmpty ? host.tree.screen?.identifier : nil }
}
#endif
