#if DEBUG
import ObjectMemory

/// What each thread has for its own use: the values of keys, the notes of the C library, and variables of C that are
/// declared so.
struct ThreadValues {
  typealias Place = (start: UInt, end: UInt, thread: String)

  private struct Thread {
    let name: String
    let start: UInt
    /// Where its notes are, and before them the variables of files that were loaded first.
    let place: Range<UInt>
  }

  /// The threads that there are now.
  private let threads: [Thread] = collected {
    ObjectMemoryForEachThread(
      { list, number, start, variables, notes in
        let place = start &- UInt(variables)..<start &+ UInt(notes)
        note(Thread(name: StillPicture.title(of: number), start: start, place: place), to: list)
      }, $0)
  }
  private let modules: [(number: UInt, size: UInt)] = collected {
    ObjectMemoryForEachPart({ if $5 != 0 { note((number: UInt($5), size: $4 - $3), to: $0) } }, $0)
  }

  /// All places, sorted by address.
  func places(reading word: (UInt) -> UInt) -> [Place] {
    threads.flatMap { thread -> [Place] in
      let table = word(thread.start &+ 8)
      // Before the table stands how many modules it has.
      let blocks = modules.filter { $0.number <= word(table &- 16) }.compactMap { module -> Place? in
        let start = word(table &+ module.number &* 16)
        // Beside the place stands what is to be freed: nothing for variables that lie beside the notes.
        guard word(table &+ module.number &* 16 &+ 8) != 0 else { return nil }
        return (start, start &+ module.size, thread.name)
      }
      return blocks + [(thread.place.lowerBound, thread.place.upperBound, thread.name)]
    }.sorted { $0.start < $1.start }
  }
}
#endif
