import AppRuntime
import ElementTree
import Foundation

/// One order: how far it is, what it was, and what the person thinks of it.
struct OrderScreen: ElementConvertible {
  let order: Order
  let notice: OrdersNotice?
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

  /// A row to read, with its price at the end of the line: without an identifier nothing rests on it.
  private func entry(_ label: String, _ amount: Int) -> Element {
    Element(.cell, label: label, value: format.price(amount, order.placed.currency))
  }

  private var actions: Element {
    Group {
      Row {
        Button("Order again", id: OrdersID.reorder).traits(.primary)
        if order.canBeCancelled(at: now) {
          Button("Cancel order", id: OrdersID.cancel).traits(.destructive)
        }
      }
      if order.canBeCancelled(at: now) {
        Text("You can cancel until \(format.time(order.cancellableUntil)).", id: "cancel-until")
          .traits(.secondary)
      }
      if let element = notice?.text { element }
    }.element
  }

  private var rating: Element {
    Group {
      Text(order.rating.map { "You gave \($0) of 5 stars" } ?? "How was it?", id: "rating").traits(.heading)
      Row {
        for stars in Order.ratings {
          Button(stars <= order.rating ?? 0 ? "★" : "☆", id: OrdersID.rate(stars))
            .selected(stars == order.rating)
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
              note.text, id: OrdersID.note(note.id),
              value: format.day(note.editedAt ?? note.writtenAt, now: now))
          }
        }
      }
      if case .noteDeleted = notice {
        Text("The note is deleted.", id: "notice").traits(.success)
      }
      Row {
        Button("Add a note", id: OrdersID.addNote)
        if case .noteDeleted = notice { Button("Undo", id: OrdersID.undoDelete).focused() }
      }
    }.element
  }
}

/// Makes sure before an order is cancelled.
struct CancelAlert: ElementConvertible {
  let order: Order

  var element: Element {
    Alert("Cancel order \(order.number)?", id: "cancel-alert") {
      Text("The kitchen stops, and you will not be charged. This cannot be undone.")
      Row {
        Button("Keep it", id: OrdersID.keep).traits(.primary)
        Button("Cancel order", id: OrdersID.confirmCancel).traits(.destructive)
      }
    }.element
  }
}

extension OrdersNotice {
  /// The notice as a line of its own; a deleted note is told of among the notes.
  var text: Element? {
    switch self {
    case .success(let text): Text(text, id: "notice").traits(.success)
    case .warning(let text): Text(text, id: "notice").traits(.warning)
    case .failure(let text): Text(text, id: "notice").traits(.failure)
    case .noteDeleted: nil
    }
  }
}
