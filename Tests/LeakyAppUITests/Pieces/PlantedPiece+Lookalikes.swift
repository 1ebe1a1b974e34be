extension PlantedPiece {
  static let lookalikes =
    knowing("mutex-weak", who: "Guarded<Dictionary<String, WeakTray>>")
    + knowing("indirect-empty", who: "Case<Tree<()>>")
    + knowing("mutex-unowned", who: "Marks")
    + knowing("mutex-emptied", who: "Shelf")
    + knowing("unique-weak", who: "Case<Unique<WeakTray>>")
    + knowing("unique-unowned", who: "Case<Claim>")
    + knowing("unique-identifier", who: "Case<Label>")
    + knowing("unique-taken", who: "Case<Optional<Ticket>>")
    + knowing("buffer-cleared", who: "CountedTrays")
    + uncountedAndCleared
    + knowing("buffer-ring-moved", who: "RingOfTrays, Tray")
    + knowing("inline-weak", who: "Case<InlineArray<3, WeakTray>>")
    + knowing("pack-weak", who: "Pair<Pack{String, WeakTray}>")
    + knowing("closure-getter-weak", who: "Bell")
    + knowing("closure-c-function-weak", who: "Bell")
    + knowing("closure-identifier", who: "Bell")
    + knowing("closure-generic-identifier", who: "Bell")
    + knowing("key-path-identifier", who: "Sign")
    + knowing("key-path-plain", who: "Sign")
    + knowing("stream-dropped", who: "Case<AsyncStream<Tray>>, Tray")
    + knowing("attribute-removed", who: "Note")
    + knowing("cell-weak", who: "Case<Zoo._Cell>")
    + knowing("observed-fired", who: "News") + [PlantedPiece("stream-drained")]

  private static let uncountedAndCleared = [
    PlantedPiece(
      "buffer-uncounted-cleared-clean",
      notLookedInto: [uncounted("LeakySession.pieces[…] -> Tray -> holder -> UncountedTrays")]),
    PlantedPiece(
      "buffer-uncounted-cleared-held",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by static Board.shared.trays[…] -> Tray
      holds UncountedTrays
      """,
      notLookedInto: [uncounted("LeakySession.pieces[…] -> Tray -> holder -> UncountedTrays")]),
    PlantedPiece(
      "buffer-uncounted-cleared-elsewhere",
      notLookedInto: [uncounted("LeakySession.pieces[…] -> UncountedTrays")]),
  ]
}
