import ElementTree
import Foundation
import StorefrontContracts

/// Shows one order: its status, what was ordered, and the user's rating and notes.
struct OrderScreen: ElementConvertible {
  let order: Order
  let notice: Notice?
  /// What was just done to one of its notes.
  let noteChange: NoteChange?
  let problem: String?
  let now: Date
  let format: OrderFormat

  var element: Element {
    Screen("order", title: "Order \(order.number)", allowsBack: true) {
      Group {
        headline
        Text("Placed \(format.dayAndTime(order.placed.placedAt))", id: "placed").traits(.secondary)
      }
      receipt
      actions
      if status == .delivered { rating }
      notes
      if let problem { Text(problem, id: "problem").traits(.failure) }
    }.element
  }

  private var status: OrderStatus { order.status(at: now) }

  private var headline: Element {
    switch status {
    case .preparing, .onItsWay:
      Text("\(status.text), with you by \(format.time(order.arrivesAt))", id: "status").traits(.heading)
    case .delivered: Text(status.text, id: "status").traits(.success)
    case .cancelled: Text(status.text, id: "status").traits(.warning)
    }
  }

  private var receipt: Element {
    Group(id: "receipt") {
      for line in order.placed.lines { entry("\(line.quantity) × \(line.name)", line.price) }
      if order.extras != 0 { entry("Delivery and vouchers", order.extras) }
      entry("Total", order.placed.total).traits(.primary)
    }.element
  }

  private func entry(_ label: String, _ amount: Int) -> Cell {
    Cell(label, value: format.price(amount, order.placed.currency))
  }

  private var actions: Element {
    Group {
      Row {
        Button("Order again", id: OrdersButton.reorder).traits(.primary)
        if order.canBeCancelled(at: now) {
          Button("Cancel order", id: OrdersButton.cancel).traits(.destructive)
        }
      }
      if order.canBeCancelled(at: now) {
        Text("You can cancel until \(format.time(order.cancellableUntil)).", id: "cancel-until")
          .traits(.secondary)
      }
      if noteChange == nil, let notice { notice }
    }.element
  }

  private var rating: Element {
    Group {
      Text(order.rating.map { "You gave \($0) of 5 stars" } ?? "How was it?", id: "rating").traits(.heading)
      Row {
        for stars in Order.ratings {
          RadioButton(
            "\(stars) star\(stars == 1 ? "" : "s")", id: OrdersAction.rate(stars),
            isChosen: stars == order.rating)
        }
      }
      if order.rating != nil {
        Text("Press the same star again to take it back.").traits(.secondary)
      }
    }.element
  }

  private var notes: Element {
    Group {
      if order.notes.isEmpty {
        Text("No notes yet", id: "no-notes").traits(.heading)
        Text("Write down what to remember: the extra spoon, the better side dish.").traits(.secondary)
      } else {
        Text("Your notes").traits(.heading)
        List(id: "note-list") {
          for note in order.notes {
            Cell(
              note.text, id: OrdersAction.note(note.id),
              value: format.day(note.editedAt ?? note.writtenAt, now: now)
            ).focused(noteChange == .saved(note.id))
          }
        }
      }
      if let noteChange { notice ?? .success(noteChange.text) }
      Row {
        Button("Add a note", id: OrdersButton.addNote)
        if case .deleted? = noteChange { Button("Undo", id: OrdersButton.undoDelete).focused() }
      }
    }.element
  }
}

/// Asks before an order is cancelled.
struct CancelAlert: ElementConvertible {
  let order: Order

  var element: Element {
    Confirmation(
      "Cancel order \(order.number)?", id: "cancel-alert",
      text: "The kitchen stops, and you will not be charged. This cannot be undone.",
      keep: ("Keep it", OrdersButton.keep), confirm: ("Cancel order", .confirmCancel)
    ).element
  }
}

/// The screen on which a note is written, edited and deleted.
struct NoteScreen: ElementConvertible {
  let order: Order
  /// The note that is edited; nil for a new one.
  let note: OrderNote?
  let draft: String
  let notice: Notice?
  let format: OrderFormat

  var element: Element {
    Screen("order-note", title: note == nil ? "New note" : "Note", allowsBack: true) {
      Group {
        Text("Order \(order.number)", id: "note-order").traits(.heading)
        Text(order.summary).traits(.secondary)
      }
      Group {
        TextField("Note", id: OrdersField.noteText, text: draft, placeholder: "Next time without onions")
        if let hint { hint }
        if OrderNote.kept(draft).isEmpty {
          Text("Write something to save it.", id: "missing").traits(.secondary)
        }
      }
      Row {
        Button("Save", id: OrdersButton.saveNote).traits(.primary).disabled(!OrderNote.isValid(draft))
        if note != nil { Button("Delete note", id: OrdersButton.deleteNote).traits(.destructive) }
      }
      if let notice { notice }
      if let note { Text(history(of: note), id: "note-history").traits(.secondary) }
    }.traits(OrderNote.kept(draft) == note?.text ?? "" ? [] : [.unsaved])
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

/// Asks before an unsaved text is discarded.
struct DiscardNoteAlert: ElementConvertible {
  var element: Element {
    Confirmation(
      "Discard what you wrote?", id: "discard-alert", text: "It has not been saved yet.",
      keep: ("Keep writing", OrdersButton.keepWriting), confirm: ("Discard", .discardNote)
    ).element
  }
}
