#if DEBUG
import ControlProtocol
import Foundation
import Records

// The app itself keeps its latest screens and requests, so that a step costs nothing more. They are fetched when a test
// ends or fails, or before the process goes.
extension App {
  /// Fetches the screens that the steps led to, and the requests, as far as the process still has them.
  func keepScreensAndRequests() {
    guard recorder.kept != .off, running?.process.isRunning == true else { return }
    let query = recorder.read { trace in
      trace.lastDrawing.map {
        "?\(TreeQuery.afterName)=\($0)&\(TraceReply.knownQuery)=\(trace.lastKnown)"
      }
    }
    do {
      let reply = try request(.trace, query: query ?? "", as: TraceReply.self).reply
      recorder.change { trace in
        trace.keep(reply.screens)
        trace.keep(reply.requests)
      }
    } catch {
      recorder.add(missing: "screens and requests", because: error)
    }
  }

  /// Fetches what the next reset makes the app forget: what is of the generation before this one, if the test was there
  /// already.
  func keepWhatResetForgets() {
    if recorder.read({ $0.isOfRunningTest && $0.summary.resets > 0 && !$0.isMeasured }) {
      keepScreensAndRequests()
    }
  }

  /// Fetches what the app has noted of itself since the test began.
  func keepEvents() {
    guard running?.process.isRunning == true else { return }
    do {
      let reply = try request(.log, as: LogReply.self).reply
      recorder.change { trace in
        let start = Int(trace.date.timeIntervalSince1970 * 1_000)
        trace.events = reply.entries.filter { $0.unixMilliseconds >= start }
      }
    } catch {
      recorder.add(missing: "log", because: error)
    }
  }
}
#endif
