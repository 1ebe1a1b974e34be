extension PlantedPiece {
  static let systemTypes =
    holding(
      "key-path",
      cycle: """
        Tray: LeakySession.pieces[…] -> Sign -> path -> KeyPath<Drawer, Int> -> [subscript] -> Tray
        probably held in a cycle: Tray.holder -> Sign -> path -> KeyPath<Drawer, Int> -> Tray
        holds Sign
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Sign -> path -> KeyPath<Drawer, Int> -> [subscript] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "key-path-deep",
      cycle: """
        Tray: LeakySession.pieces[…] -> Sign -> path -> KeyPath<Cupboard, Int> -> [subscript] -> Tray
        probably held in a cycle: Tray.holder -> Sign -> path -> KeyPath<Cupboard, Int> -> Tray
        holds Sign
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Sign -> path -> KeyPath<Cupboard, Int> -> [subscript] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "stream",
      cycle: """
        Mail: LeakySession.pieces[…] -> Mail
        held in a cycle: Mail.source.storage -> _Storage -> \
        state.pending._storage._buffer._nativeBuffer -> _DequeBuffer<Tray> -> [1] -> Tray -> holder -> Mail
        holds 2 Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Mail -> source.storage -> _Storage -> \
        state.pending._storage._buffer._nativeBuffer -> _DequeBuffer<Tray> -> [1] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "stream-moved",
      cycle: """
        Keeper<AsyncStream<Tray>>: LeakySession.pieces[…] -> Keeper<AsyncStream<Tray>>
        held in a cycle: Keeper<AsyncStream<Tray>>.content.context -> _Context -> storage -> _Storage -> \
        state.pending._storage._buffer._nativeBuffer -> _DequeBuffer<Tray> -> [0] -> Tray -> holder -> \
        Keeper<AsyncStream<Tray>>
        holds 2 Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Keeper<AsyncStream<Tray>> -> content.context -> _Context -> storage -> \
        _Storage -> state.pending._storage._buffer._nativeBuffer -> _DequeBuffer<Tray> -> [0] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "throwing-stream",
      cycle: """
        RegisteredMail: LeakySession.pieces[…] -> RegisteredMail
        held in a cycle: RegisteredMail.source.storage -> _Storage -> \
        state.pending._storage._buffer._nativeBuffer -> _DequeBuffer<Tray> -> [0] -> Tray -> holder -> \
        RegisteredMail
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> RegisteredMail -> source.storage -> _Storage -> \
        state.pending._storage._buffer._nativeBuffer -> _DequeBuffer<Tray> -> [0] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "stream-termination",
      cycle: """
        Mail: LeakySession.pieces[…] -> Mail
        held in a cycle: Mail.source.storage -> _Storage -> state.onTermination (closure) captures Tray -> \
        holder -> Mail
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Mail -> source.storage -> _Storage -> \
        state.onTermination (closure) captures Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "attribute",
      cycle: """
        Note: LeakySession.pieces[…] -> Note
        held in a cycle: Note.text._guts -> Guts -> runs._rope._root.object -> _Storage<_Item> -> \
        [0].value.attributes.contents["tray"]._rawValue -> Tray -> holder -> Note
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Note -> text._guts -> Guts -> runs._rope._root.object -> \
        _Storage<_Item> -> [0].value.attributes.contents[…]._rawValue -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "cell",
      cycle: """
        Cage: LeakySession.pieces[…] -> Cage
        held in a cycle: Cage.cell.tray -> Tray -> holder -> Cage
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Cage -> cell.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "observed",
      cycle: """
        News: LeakySession.pieces[…] -> News
        held in a cycle: News._$observationRegistrar.extent -> Extent -> context.state.buffer -> LockedBuffer -> \
        header.observations[0].kind.willSetTracking (closure) captures Tray -> holder -> News
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> News -> _$observationRegistrar.extent -> Extent -> \
        context.state.buffer -> LockedBuffer -> \
        header.observations[…].kind.willSetTracking (closure) captures Tray
        held by static Board.shared.trays[…] -> Tray
        """)
}
