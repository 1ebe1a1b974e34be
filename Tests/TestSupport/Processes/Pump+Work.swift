import Glibc

extension Pump {
  /// What the pump's thread alone touches: the open descriptors and the bytes not yet written.
  struct Work {
    private var sources: [Source]
    private var sink: Descriptor?
    private var pending: ArraySlice<UInt8> = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(sources: [Source], sink: Descriptor) {
      self.sources = sources
      self.sink = sink
    }

    var pendingCount: Int { pending.count }

    mutating func queue(_ input: [UInt8], isLast: Bool) {
      pending += input
      if isLast, pending.isEmpty { sink = nil }
    }

    /// Sleeps until a descriptor is ready or somebody has orders, then moves what can be moved.
    mutating func waitAndMove(wakeUp: Descriptor, reads: Bool = true) {
      let writing = pending.isEmpty ? nil : sink
      let sources = reads ? self.sources : []
      let reading = [wakeUp] + sources.map(\.descriptor)
      var polls = reading.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
      if let writing { polls.append(pollfd(fd: writing.number, events: Int16(POLLOUT), revents: 0)) }
      guard poll(&polls, nfds_t(polls.count), -1) > 0 else { return }

      if polls[0].revents != 0 { _ = wakeUp.read(into: &buffer) }
      if let writing, polls[reading.count].revents != 0 { write(to: writing) }
      let ready = zip(sources, polls[1...]).map { $0.1.revents != 0 }
      let rest = zip(sources, ready).filter { source, isReady in !isReady || read(source) != .end }.map(\.0)
      if reads { self.sources = rest }
    }

    /// Reads until nothing is left; a limit keeps a stranger that still writes from holding up the end.
    mutating func drain() {
      for source in sources {
        for _ in 0..<64 { guard read(source) == .some else { break } }
      }
    }

    mutating func hangUp() {
      for descriptor in sources.map(\.descriptor) + [sink].compactMap(\.self) { descriptor.disconnect() }
      closeAll()
    }

    mutating func closeAll() {
      sources = []
      sink = nil
    }

    private enum Found { case some, nothing, end }

    private mutating func read(_ source: Source) -> Found {
      switch source.descriptor.read(into: &buffer) {
      case .bytes(let bytes):
        source.take(bytes)
        return .some
      case .nothingNow: return .nothing
      case .end: return .end
      }
    }

    private mutating func write(to sink: Descriptor) {
      if let count = sink.write(pending) {
        pending = pending.dropFirst(count)
      } else {
        pending = []
        self.sink = nil
      }
    }
  }
}
