import OperatingSystem
import Testing

@Suite("A number in shared memory")
struct SharedNumberTests {
  @Test("is the same for all who have its descriptor, and zero at first")
  func same() throws {
    let one = try SharedNumber()
    #expect(one.value == 0)
    let other = try SharedNumber(in: one.descriptor.copied())
    one.value = 7
    #expect(other.value == 7)
    other.value = -1
    #expect(one.value == -1)
    #expect(try SharedNumber().value == 0)
  }

  @Test("is in nothing that is no memory, or too small")
  func others() throws {
    for path in ["/dev/null", "/proc/self/status"] {
      #expect(throws: SystemError.self, "\(path)") {
        _ = try SharedNumber(in: Descriptor.open(path, .reading))
      }
    }
    #expect(throws: SystemError.self) { _ = try SharedNumber(in: Descriptor.pipe().reading) }
  }
}
