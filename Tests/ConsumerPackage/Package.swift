// swift-tools-version: 6.3
import PackageDescription

// A package outside of CleanSlate: its own feature, its own user interface, one UI test.

func cleanSlate(_ name: String) -> Target.Dependency { .product(name: name, package: "CleanSlate") }

let package = Package(
  name: "Consumer",
  dependencies: [.package(name: "CleanSlate", path: "../..")],
  targets: [
    .target(
      name: "TicketFeature",
      dependencies: [cleanSlate("ElementTree"), cleanSlate("AppRuntime"), cleanSlate("AppData")]),
    .target(
      name: "TicketKit",
      dependencies: [
        cleanSlate("ElementTree"), cleanSlate("AppRuntime"), cleanSlate("AppData"), cleanSlate("AppShell"),
        cleanSlate("TestScaffolding"),
      ]),
    .executableTarget(
      name: "TicketApp",
      dependencies: [
        "TicketFeature", "TicketKit", cleanSlate("AppRuntime"), cleanSlate("URLSessionClient"),
      ]),
    .testTarget(
      name: "TicketUITests",
      dependencies: [
        "TicketApp", cleanSlate("AppDriver"), cleanSlate("ControlProtocol"), cleanSlate("ElementTree"),
        cleanSlate("Leaks"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .test {
  target.swiftSettings = [.defaultIsolation(MainActor.self)]
}
