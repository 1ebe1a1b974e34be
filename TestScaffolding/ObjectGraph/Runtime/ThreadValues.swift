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

  private var threads: [Thread] = []
  private var modules: [(number: UInt, size: UInt)] = []

  /// Takes note of the threads that there are now.
  init() {
    withUnsafeMutablePointer(to: &threads) { threads in
      ObjectMemoryForEachThread(
        { threads, number, name, start, variables, notes in
          let name = StillPicture.title(of: number, name.map { String(cString: $0) } ?? "")
          threads?.assumingMemoryBound(to: [Thread].self).pointee.append(
            Thread(name: name, start: start, place: start &- UInt(variables)..<start &+ UInt(notes)))
        }, threads)
    }
    withUnsafeMutablePointer(to: &modules) { modules in
      ObjectMemoryForEachThreadModule(
        { modules, number, size in
          modules?.assumingMemoryBound(to: [(number: UInt, size: UInt)].self).pointee.append(
            (UInt(number), UInt(size)))
        }, modules)
    }
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
