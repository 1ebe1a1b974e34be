import AppRuntime
import AppShell
import Foundation
import StorefrontComposition

@main
struct Storefront {
  static func main() async {
    let shell = AppShell(.storefront(name: "Storefront", id: "net.cleanslate.storefront"))
    exit(await shell.run().rawValue)
  }
}
