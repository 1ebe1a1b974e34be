import AppData
import Foundation

/// Stores each order in its own file, which is replaced as a whole at each change.
nonisolated struct OrderStore: Sendable {
  static let folder = "orders"
  static let asideFolder = "orders-set-aside"
  static let numberKey = "orders.lastNumber"

  let data: AppData

  private var files: FileArea { data.files.documents }

  static func path(_ number: Int) -> String { "\(folder)/\(number).json" }

  func save(_ order: Order) throws {
    try files.write(OrderFile.encode(order), to: Self.path(order.number))
  }

  /// Takes the next order number. It was never used before, not even for an order whose file is lost.
  func claimNumber() throws -> Int {
    let named = try files.list().filter {
      $0.hasPrefix("\(Self.folder)/") || $0.hasPrefix("\(Self.asideFolder)/")
    }
    let last = try data.preferences.integer(forKey: Self.numberKey) ?? 0
    let number = max(last, named.compactMap(Self.number(inNameOf:)).max() ?? 0, Order.firstNumber - 1)
    guard number < Self.highestNumber else { throw OrderNumbersUsedUp(last: number) }
    try data.preferences.set(number + 1, forKey: Self.numberKey)
    return number + 1
  }

  /// Reads all orders, converts those in an earlier form, and sets aside files that are not orders.
  func load() throws -> (history: OrderHistory, problems: [String]) {
    var orders: [Order] = []
    var problems: [String] = []
    for path in try files.list() where path.hasPrefix("\(Self.folder)/") {
      do {
        let reading = try read(path)
        orders.append(reading.order)
        if !reading.isCurrent { try save(reading.order) }
      } catch OrderFileError.malformed {
        do { try setAside(path) } catch { problems.append("\(path) could not be set aside: \(error)") }
      } catch let reason as OrderFileError {
        problems.append("\(path) was left as it is: \(reason). Update the app to read it.")
      } catch {
        problems.append("\(path) could not be read or converted: \(error)")
      }
    }
    return (OrderHistory(orders), try setAsideProblems() + problems)
  }

  private func read(_ path: String) throws -> OrderFile.Reading {
    let bytes = try files.read(path)
    guard let number = Self.number(inNameOf: path), path == Self.path(number) else {
      throw OrderFileError.malformed("its name is no order number")
    }
    return try OrderFile.decode(bytes, number: number)
  }

  /// Copies the file before removing the original: a kill in between leaves both, which the next start cleans up.
  private func setAside(_ path: String) throws {
    _ = try files.setAside(path, in: Self.asideFolder)
    try files.remove(path)
  }

  /// The problems of all files that were set aside, determined anew at each start.
  private func setAsideProblems() throws -> [String] {
    try files.list().filter { $0.hasPrefix("\(Self.asideFolder)/") }.map { path in
      var reason = "its name is no order number"
      do {
        if let number = Self.number(inNameOf: path) {
          _ = try OrderFile.decode(files.read(path), number: number)
          reason = "it stood in a place of no order"
        }
      } catch {
        reason = "\(error)"
      }
      return "An order could not be read: \(reason). Its file is kept as \(path)."
    }
  }

  /// The number in the file's name: 1003 for `orders/1003.json`.
  private static func number(inNameOf path: String) -> Int? {
    guard let name = path.split(separator: "/").last, name.hasSuffix(".json"),
      let number = Int(name.dropLast(5)), (1...highestNumber).contains(number)
    else { return nil }
    return number
  }

  private static let highestNumber = 999_999_999
}

/// There is no order number left.
nonisolated struct OrderNumbersUsedUp: Error, CustomStringConvertible {
  let last: Int

  var description: String {
    "The order number \(last), kept as \"\(OrderStore.numberKey)\", is the last there can be. Set a lower one."
  }
}
