import OperatingSystem

extension Pump {
  /// What the pump's thread alone touches: the open descriptors and the bytes not yet written.
  struct Work {
    private var sources: [Source]
    private var sink: Descriptor?
    private var pending: ArraySlice<UInt8> = []

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
      var wanted = [(wakeUp, Readiness.reading)] + sources.map { ($0.descriptor, .reading) }
      if let writing { wanted.append((writing, .writing)) }
      guard let found = try? Descriptor.poll(wanted, until: nil) else { return }

      if !found[0].isEmpty { _ = try? wakeUp.readSome() }
      if let writing, found.last?.isEmpty == false { write(to: writing) }
      let ready = zip(sources, found[1...]).map { !$0.1.isEmpty }
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
      // A terminal whose other side is gone has ended.
      guard let bytes = (try? source.descriptor.readSome()) ?? .some([]) else { return .nothing }
      if bytes.isEmpty { return .end }
      source.take(bytes[...])
      return .some
    }

    private mutating func write(to sink: Descriptor) {
      if let count = try? sink.writeNow(Array(pending)) {
        pending = pending.dropFirst(count)
      } else {
        pending = []
        self.sink = nil
      }
    }
  }
}
