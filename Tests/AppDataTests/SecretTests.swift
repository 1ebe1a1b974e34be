import AppData
import Foundation
import Glibc
import Testing

@Suite struct SecretTests {
  @Test("Secrets are told apart by class, service and account")
  func addresses() throws {
    let sandbox = try Sandbox()
    do {
      let secrets = try sandbox.open().open(gate: WriteGate()).secrets
      for itemClass in SecretClass.allCases {
        for (service, account) in [("s", "a"), ("s", "b"), ("sa", ""), ("", "sa"), ("t", "a\0b")] {
          let item = SecretItem(itemClass, service: service, account: account)
          try secrets.set(Secret("\(itemClass) \(service) \(account)"), for: item)
        }
      }
    }
    let secrets = try sandbox.open().open(gate: WriteGate()).secrets
    for itemClass in SecretClass.allCases {
      #expect(
        try secrets.items(ofClass: itemClass).map { "\($0.service)|\($0.account)" }
          == ["|sa", "s|a", "s|b", "sa|", "t|a\0b"])
    }
    #expect(try secrets.read(SecretItem(.key, service: "s", account: "b")) == Secret("key s b"))
    #expect(try secrets.read(SecretItem(.key, service: "s", account: "c")) == nil)
    try secrets.remove(SecretItem(.key, service: "s", account: "b"))
    #expect(try secrets.read(SecretItem(.key, service: "s", account: "b")) == nil)
    #expect(try secrets.items(ofClass: .key).count == 4)
    #expect(throws: AppDataError.self) {
      try secrets.set(Secret("x"), for: SecretItem(.key, service: "a\0b", account: ""))
    }
  }

  @Test("Neither printing nor dumping nor an inventory shows a secret")
  func hidden() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let secret = Secret("hunter2")
    var dumped = ""
    dump([secret], to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\(Optional(secret) as Any)", dumped] {
      #expect(!text.contains("hunter2") && !text.contains("7 bytes"))
    }
    try container.open(gate: WriteGate()).secrets.set(
      secret, for: SecretItem(.genericPassword, service: "mail", account: "anna"))
    let inventory = try container.part("secrets.genericPassword").inventory()
    #expect(inventory.entries.map(\.key) == ["mail/anna"])
    #expect(!"\(inventory)".contains("hunter2"))
  }

  @Test("The file is for the user alone")
  func permissionsOfFile() throws {
    let sandbox = try Sandbox()
    let item = SecretItem(.certificate, service: "s", account: "a")
    try sandbox.open().open(gate: WriteGate()).secrets.set(Secret("x"), for: item)
    #expect(permissions(of: sandbox.dataRoot + "/Secrets-certificate") == 0o700)
    #expect(permissions(of: sandbox.dataRoot + "/Secrets-certificate/values.plist") == 0o600)
  }

  @Test("A file or folder that others can reach is not read, the error says what to do, and it can be erased")
  func widePermissions() throws {
    for (name, wide, right) in [("", 0o750, "700"), ("/values.plist", 0o640, "600")] {
      let sandbox = try Sandbox()
      let item = SecretItem(.key, service: "s", account: "a")
      try sandbox.open().open(gate: WriteGate()).secrets.set(Secret("x"), for: item)
      let path = sandbox.dataRoot + "/Secrets-key" + name
      #expect(chmod(path, mode_t(wide)) == 0)
      let container = try sandbox.open()
      let secrets = container.open(gate: WriteGate()).secrets
      let error = try #require(throws: AppDataError.self) { try secrets.read(item) }
      #expect(error.description.hasSuffix("Run: chmod \(right) \"\(path)\""))
      #expect(throws: AppDataError.self) { try secrets.set(Secret("y"), for: item) }
      #expect(try container.part("secrets.key").erase().count == 1)
      #expect(try secrets.read(item) == nil)
    }
  }
}
