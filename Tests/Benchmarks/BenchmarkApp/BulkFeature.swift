import AppData
import AppRuntime
import ElementTree
import Foundation
import Observation

/// A feature that is nothing but bulk.
struct BulkFeature: FeaturePlugin {
  static let elements = LaunchOption("--elements", value: "COUNT", "Shows so many texts.")

  var launchOptions: [LaunchOption] { [Self.elements] }

  func makeSession(in environment: AppEnvironment) -> any FeatureSession { BulkSession(environment) }
}

enum BulkAction: String { case write, press }
enum BulkField: String { case count }

@Observable
final class BulkSession: FeatureSession {
  private(set) var problem: String?
  private(set) var wanted = ""
  private(set) var written = 0
  private(set) var presses = 0

  @ObservationIgnored private let data: AppData
  @ObservationIgnored private let elements: Int

  init(_ environment: AppEnvironment) {
    data = environment.data
    elements = environment.launch.value(of: BulkFeature.elements).flatMap { Int($0) } ?? 0
  }

  var body: Element {
    Screen("bulk", title: "Bulk") {
      for number in 0..<elements { Text("Text \(number)", id: "text-\(number)") }
      TextField("Files", id: BulkField.count, text: wanted)
      Button("Write", id: BulkAction.write)
      Button("Pressed \(presses) times", id: BulkAction.press)
      Text("\(written) files", id: "written")
      if let problem { Text(problem, id: "problem").traits(.failure) }
    }.element
  }

  func tap(_ action: BulkAction) {
    switch action {
    case .press: presses += 1
    case .write: write(Int(wanted) ?? 0)
    }
  }

  func edit(_ field: BulkField, to text: String) {
    switch field {
    case .count: wanted = text
    }
  }

  private func write(_ count: Int) {
    do {
      let contents = Data(String(repeating: "x", count: 256).utf8)
      for number in 0..<count {
        try data.files.documents.write(contents, to: "folder-\(number % 100)/file-\(number)")
      }
      written += count
    } catch {
      problem = "\(error)"
    }
  }
}
