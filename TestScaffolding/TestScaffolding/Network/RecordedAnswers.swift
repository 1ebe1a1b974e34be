#if DEBUG
import ControlProtocol
import OperatingSystem
import Synchronization

/// The answers of the recording that the app replays. It is read at its first use, and again only once the file is another
/// one or has changed, and not at each reset.
final class RecordedAnswers: Sendable {
  private struct Kept {
    let path: String
    let file: FileStatus
    let answers: [PlannedAnswer]
  }

  private let read: @Sendable (String) throws -> [PlannedAnswer]
  private let kept = Mutex<Kept?>(nil)

  init(
    reading read: @escaping @Sendable (String) throws -> [PlannedAnswer] = {
      try HARFile(reading: $0).routes.map(PlannedAnswer.init)
    }
  ) {
    self.read = read
  }

  func answers(of path: String) throws -> [PlannedAnswer] {
    // Looked at before it is read: what changes meanwhile is another file the next time.
    let file = try? Descriptor.status(atPath: path, followingLinks: true)
    if let file, let kept = kept.withLock(\.self), (kept.path, kept.file) == (path, file) {
      return kept.answers
    }
    let answers = try read(path)
    kept.withLock { $0 = file.map { Kept(path: path, file: $0, answers: answers) } }
    return answers
  }
}
#endif
