extension PlantedPiece {
  static let containers = [
    held("container-array", "by static Pantry.list[…] -> Tray"),
    held("container-dictionary", "by static Pantry.byName[…] -> Tray"),
    held("container-values", "by static Pantry.values[…] -> Tray"),
    held("container-view", "by static Pantry.view.content._variant.object.rawValue[…] -> Tray"),
    held("container-set", "by static Pantry.unique[…] -> Tray"),
    held("container-key", "by static Pantry.counts[key …] -> Tray"),
    held("container-any", "by static Pantry.anything[…] -> Tray"),
    held("container-tuple", "by static Pantry.entries[…].1 -> Tray"),
    held("container-key-path", nil, probably: "by static Pantry.path -> Tray"),
    held("container-buffer", "by static Pantry.buffer -> Tray"),
    held("container-cache", "by static Pantry.cache._head -> NSCacheEntry<NSString, Tray> -> value -> Tray"),
    held("container-error", "by static Pantry.failure._userInfo[…] -> Tray"),
    held("container-old-dictionary", "by static Pantry.old._storage[…] -> __SwiftValue -> value -> Tray"),
    held(
      "container-observation",
      "by static Clock.shared._$observationRegistrar.extent -> Extent -> context.state.buffer -> LockedBuffer -> […].kind -> closure #1 in ObservationTracking._installTracking(_:onChange:) -> closure in Piece+Containers.swift -> Tray"
    ),
    held(
      "container-publisher",
      "by static Publisher.shared.subscribers[…].receive -> closure in Piece+Containers.swift -> Tray"),
    held(
      "container-stream",
      "by static Pantry.stream.storage -> _Storage -> state.pending._storage._buffer._nativeBuffer -> _DequeBuffer<Tray> -> Tray"
    ),
    held(
      "container-operation", "by static Pantry.operation._block -> closure in Piece+Containers.swift -> Tray"),
    held(
      "container-progress",
      "by static Pantry.progress.cancellationHandler -> closure in Piece+Containers.swift -> Tray"),
    held(
      "container-center",
      "by static Pantry.news.registrar[…][…].storage[…] -> closure #1 in NotificationCenter._addObserver(_:object:using:) -> closure in Piece+Containers.swift -> Tray"
    ),
  ]
}
