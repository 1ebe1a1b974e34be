import Testing

@testable import AppData

@Suite struct SHA256Tests {
  @Test(
    "The digests are those that other implementations give",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 10_000),
        "27dd1f61b867b6a0f6e9d8a41c43231de52107e53ae424de8f847b821db4b711"
      ),
    ])
  func standard(_ text: String, _ digest: String) {
    #expect(Digest(of: text.utf8).description == digest)
  }

  @Test("Contents in pieces of any size have the digest of the whole")
  func pieces() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    for size in [1, 3, 55, 56, 63, 64, 65, 128, 299] {
      var hash = SHA256()
      for start in stride(from: 0, to: 300, by: size) { hash.update(bytes[start..<min(start + size, 300)]) }
      #expect(hash.finish() == Digest(of: bytes))
    }
  }
}
