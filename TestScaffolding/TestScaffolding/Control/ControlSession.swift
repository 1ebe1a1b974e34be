#if DEBUG
import AppRuntime
import ControlProtocol

@MainActor
final class ControlSession {
  let quit = QuitSignal()
  init(host: AppHost, leaks: LeakTracker, launch: LaunchConfiguration, recognizes: @escaping (String) -> Bool)
  {}
  func start() throws {}
  func stop() {}
}
#endif
