import ElementTree

/// Where a note is written, edited and deleted.
struct NoteScreen: ElementConvertible {
  let order: Order
  /// The note that is edited; nothing while a new one is written.
  let note: OrderNote?
  let draft: String
  let notice: OrdersNotice?
  let format: OrderFormat

  var element: Element {
    Screen("order-note", title: note == nil ? "New note" : "Note", allowsBack: true) {
      Group {
        Text("Order \(order.number)", id: "note-order").traits(.heading)
        Text(order.summary).traits(.secondary)
      }
      Group {
        TextField("Note", id: OrdersID.noteText, text: draft, placeholder: "Next time without onions")
        if let hint { hint }
      }
      Row {
        Button("Save", id: OrdersID.saveNote).traits(.primary).disabled(!OrderNote.isValid(draft))
        if note != nil { Button("Delete note", id: OrdersID.deleteNote).traits(.destructive) }
      }
      if let notice = notice?.text { notice }
      if let note { Text(history(of: note), id: "note-history").traits(.secondary) }
    }.element
  }

  private var hint: Element? {
    let count = OrderNote.kept(draft).count
    if count > OrderNote.longest {
      return Text(
        "Please use at most \(OrderNote.longest) characters; these are \(count).", id: "note-problem"
      )
      .traits(.failure)
    }
    guard count > 0, draft.count > 40 else { return nil }
    return Text(OrderNote.kept(draft), id: "note-preview").traits(.secondary)
  }

  private func history(of note: OrderNote) -> String {
    let written = "Written \(format.dayAndTime(note.writtenAt))"
    return note.editedAt.map { "\(written), edited \(format.dayAndTime($0))" } ?? written
  }
}

/// Makes sure before words are thrown away.
struct DiscardNoteAlert: ElementConvertible {
  var element: Element {
    Alert("Discard what you wrote?", id: "discard-alert") {
      Text("It has not been saved yet.")
      Row {
        Button("Keep writing", id: OrdersID.keepWriting).traits(.primary)
        Button("Discard", id: OrdersID.discardNote).traits(.destructive)
      }
    }.element
  }
}
