import AppRuntime
import ElementTree

extension OrdersSession {
  func handle(_ action: Action) {
    defer { look() }
    now = clock.now().wholeSecond
    switch action {
    case .tap(let identifier): tap(identifier)
    case .edit(OrdersID.search, let text): search = text
    case .edit(OrdersID.noteText, let text): draft = text
    case .back: goBack()
    case .edit, .focus: break
    }
  }

  func open(_ link: DeepLink) -> Bool {
    guard let route = OrdersRoute(link: link) else { return false }
    switch route {
    case .list: search = link.query["search"] ?? ""
    case .order(let number), .note(let number, nil):
      guard history[number] != nil else { return false }
    case .note(let number, let id?):
      guard let note = history[number]?.notes.first(where: { $0.id == id }) else { return false }
      draft = note.text
    }
    if case .note(_, nil) = route { draft = "" }
    (question, notice) = (nil, nil)
    navigation.replace(root: .list, path: route.path)
    look()
    return true
  }

  private func tap(_ identifier: String) {
    let earlier = notice
    notice = nil
    switch identifier {
    case OrdersID.clearSearch: search = ""
    case OrdersID.reorder: reorder()
    case OrdersID.cancel: question = shownOrder.map(OrdersQuestion.cancel)
    case OrdersID.confirmCancel: cancel()
    case OrdersID.keep, OrdersID.keepWriting: question = nil
    case OrdersID.addNote: editNote(nil)
    case OrdersID.saveNote: saveNote()
    case OrdersID.deleteNote: deleteNote()
    case OrdersID.discardNote: leaveNote()
    case OrdersID.undoDelete:
      if case .noteDeleted(let note) = earlier { change { $0.restore(note) } }
    default:
      if let number = OrdersID.number(in: identifier, after: "order-") {
        navigation.push(.order(number))
      } else if let stars = OrdersID.number(in: identifier, after: "rate-") {
        change { $0.rating = $0.rating == stars ? nil : stars }
      } else if let id = OrdersID.number(in: identifier, after: "note-") {
        editNote(id)
      }
    }
  }

  private func goBack() {
    notice = nil
    guard case .note = navigation.top else { return navigation.pop() }
    if OrderNote.kept(draft) == shownNote?.text ?? "" { leaveNote() } else { question = .discardNote }
  }

  private func reorder() {
    guard let order = shownOrder else { return }
    guard let shop = services.find((any Reordering).self) else {
      notice = .warning("There is no shop in this app, so it cannot be ordered again from here.")
      return
    }
    let missing = shop.reorder(order.placed.lines)
    notice =
      if missing.isEmpty {
        .success("It is in your basket again.")
      } else if missing.count == order.placed.lines.count {
        .warning("None of it is on the menu any more.")
      } else {
        .warning("The rest is in your basket. Not on the menu any more: \(missing.joined(separator: ", ")).")
      }
  }

  private func cancel() {
    question = nil
    guard shownOrder?.canBeCancelled(at: now) == true else {
      notice = .failure("It is too late to cancel: the kitchen is already cooking.")
      return
    }
    if change({ $0.cancelledAt = now }) {
      notice = .success("The order is cancelled. You will not be charged.")
    }
  }

  private func editNote(_ id: Int?) {
    guard let order = shownOrder else { return }
    navigation.push(.note(order: order.number, id: id))
    draft = shownNote?.text ?? ""
  }

  private func saveNote() {
    let (text, id) = (OrderNote.kept(draft), shownNote?.id)
    if change({ $0.write(text, note: id, at: now) }) { leaveNote() }
  }

  private func deleteNote() {
    guard let note = shownNote else { return }
    if change({ $0.notes.removeAll { $0.id == note.id } }) {
      leaveNote()
      notice = .noteDeleted(note)
    }
  }

  private func leaveNote() {
    question = nil
    draft = ""
    navigation.pop()
  }

  /// Changes the order in sight once the change is kept, and returns whether it is.
  @discardableResult
  private func change(_ change: (inout Order) -> Void) -> Bool {
    guard var order = shownOrder else { return false }
    change(&order)
    do {
      try store.save(order)
      history.put(order)
      return true
    } catch {
      notice = .failure("This could not be saved: \(error)")
      return false
    }
  }
}
