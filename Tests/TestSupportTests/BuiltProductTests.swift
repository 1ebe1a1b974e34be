import Foundation
import TestSupport
import Testing

@Suite struct BuiltProductTests {
  @Test("A product is found beside the running test bundle")
  func findsNeighbour() throws {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(try BuiltProduct.path(URL(filePath: bundle).lastPathComponent) == bundle)
  }

  @Test("A missing product names the folder looked in and the command that builds it")
  func namesFolderAndCommand() throws {
    let home = try TemporaryHome()
    let error = #expect(throws: BuiltProduct.Missing.self) {
      try BuiltProduct.path("Nowhere", in: home.root)
    }
    #expect(
      error?.description
        == "No executable \"Nowhere\" in \(home.root). Build it with: swift build --product Nowhere")
  }

  @Test("In a release folder the command builds for release")
  func namesConfiguration() {
    let error = #expect(throws: BuiltProduct.Missing.self) {
      try BuiltProduct.path("App", in: "/nowhere/release")
    }
    #expect(error?.description.hasSuffix("swift build -c release --product App") == true)
  }
}
