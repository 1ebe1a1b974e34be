import AppRuntime
import ElementTree
import Foundation

/// A list of faults, each of which happens when it is tapped, or at the start, where a variable says so.
struct FaultyFeature: FeaturePlugin {
  func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    if let fault = environment.launch.environment["FAULT_AT_START"].flatMap(Fault.init) { fault.happen() }
    return FaultySession()
  }
}

enum Fault: String, CaseIterable {
  case crash, hang, exit

  func happen() {
    FileHandle.standardError.write(Data("about to \(rawValue)\n".utf8))
    switch self {
    case .crash: print(fallOver([1, 2, 3]))
    case .hang: while true { pause() }
    case .exit: Foundation.exit(9)
    }
  }

  @inline(never) private func fallOver(_ numbers: [Int]) -> Int { numbers[numbers.count] }
}

final class FaultySession: FeatureSession {
  var body: Element {
    Screen("faulty", title: "Faults") {
      List("Faults", id: "faults") {
        for fault in Fault.allCases { Cell(fault.rawValue, id: fault) }
      }
    }.element
  }

  func tap(_ fault: Fault) { fault.happen() }
}
