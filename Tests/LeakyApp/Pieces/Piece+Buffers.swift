extension Piece {
  static let buffers =
    holding("buffer-counted") { CountedTrays.holding([Tray(), $0, Tray()]) }
    + holding("buffer-ring") { RingOfTrays.holding([$0, Tray()], from: 3) }
    + holding("buffer-ring-end") { RingOfTrays.holding([Tray(), $0], from: 3) }
    + holding("buffer-plain") { Stack([Tray(), $0]) }
    + holding("buffer-uncounted") { UncountedTrays.holding([Tray(), $0]) }
}

/// Says in its header how many elements it has.
nonisolated final class CountedTrays: ManagedBuffer<CountedTrays.Header, Tray> {
  struct Header { var count: Int }

  static func holding(_ trays: [Tray]) -> CountedTrays {
    let buffer = create(minimumCapacity: 8) { _ in Header(count: trays.count) }
    buffer.withUnsafeMutablePointerToElements { elements in
      for (index, tray) in trays.enumerated() { (elements + index).initialize(to: tray) }
    }
    return unsafeDowncast(buffer, to: CountedTrays.self)
  }

  func removeAll() {
    withUnsafeMutablePointers { header, elements in
      _ = elements.deinitialize(count: header.pointee.count)
      header.pointee.count = 0
    }
  }

  deinit { removeAll() }
}

/// Has its elements anywhere, and from the end on at the beginning.
nonisolated final class RingOfTrays: ManagedBuffer<RingOfTrays.Header, Tray> {
  struct Header {
    var capacity: Int
    var count: Int
    var start: Int
  }

  /// Its capacity is 4.
  static func holding(_ trays: [Tray], from start: Int) -> RingOfTrays {
    let buffer = create(minimumCapacity: 4) { _ in Header(capacity: 4, count: trays.count, start: start) }
    buffer.withUnsafeMutablePointerToElements { elements in
      for (index, tray) in trays.enumerated() { (elements + (start + index) % 4).initialize(to: tray) }
    }
    return unsafeDowncast(buffer, to: RingOfTrays.self)
  }

  func removeFirst() {
    withUnsafeMutablePointers { header, elements in
      _ = (elements + header.pointee.start).move()
      header.pointee.start += 1
      header.pointee.count -= 1
    }
  }

  deinit {
    withUnsafeMutablePointers { header, elements in
      for index in 0..<header.pointee.count {
        (elements + (header.pointee.start + index) % header.pointee.capacity).deinitialize(count: 1)
      }
    }
  }
}

/// Says nowhere how many elements it has: two, or none.
nonisolated final class UncountedTrays: ManagedBuffer<UncountedTrays.Header, Tray> {
  struct Header { var isFull = true }

  static func holding(_ trays: [Tray]) -> UncountedTrays {
    let buffer = create(minimumCapacity: 2) { _ in Header() }
    buffer.withUnsafeMutablePointerToElements { elements in
      for index in 0..<2 { (elements + index).initialize(to: trays[index]) }
    }
    return unsafeDowncast(buffer, to: UncountedTrays.self)
  }

  func removeAll() {
    if header.isFull { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 2) } }
    header.isFull = false
  }

  deinit { removeAll() }
}

/// Has a buffer without a class of its own, with the count as its header.
nonisolated final class Stack {
  private let buffer: ManagedBuffer<Int, Tray>

  init(_ trays: [Tray]) {
    buffer = ManagedBuffer<Int, Tray>.create(minimumCapacity: 4) { _ in trays.count }
    buffer.withUnsafeMutablePointerToElements { elements in
      for (index, tray) in trays.enumerated() { (elements + index).initialize(to: tray) }
    }
  }

  deinit {
    _ = buffer.withUnsafeMutablePointers { count, elements in
      elements.deinitialize(count: count.pointee)
    }
  }
}
