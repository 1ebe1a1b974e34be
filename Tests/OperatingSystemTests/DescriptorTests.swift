import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@Suite("An open descriptor")
struct DescriptorTests {
  private let home: TemporaryHome
  private var path: String { home.root + "/file" }

  init() throws {
    home = try TemporaryHome()
    try Data("hello".utf8).write(to: URL(filePath: home.root + "/file"))
  }

  /// What a program finds open that was started with nothing but its standard streams.
  private func numbersInChild() throws -> String {
    let (reading, writing) = try Descriptor.pipe()
    let process = try Spawn(
      "/bin/sh", ["-c", "cd /proc/self/fd && echo *"], environment: ["PATH": "/bin:/usr/bin"],
      descriptors: [1: writing]
    ).start()
    writing.close()
    #expect(process.waitForExit(until: nil) == .exited(0))
    return String(decoding: try reading.readSome() ?? [], as: UTF8.self)
  }

  @Test("is inherited by no child, whatever it stands for, and so are its copies")
  func closeOnExec() throws {
    let address = SocketAddress.unixSocket(home.root + "/socket")
    let file = try Descriptor.open(path, .reading)
    let listener = try Descriptor.listener(at: address, backlog: 1)
    let connection = try Descriptor.connection(to: address, until: Deadline(in: .seconds(10)))
    let accepted = try #require(try listener.accepted())
    let pipe = try Descriptor.pipe()
    let copy = try file.copied(notBelow: 100)
    #expect(copy.number >= 100)
    for descriptor in [file, listener, connection, accepted, pipe.reading, pipe.writing, copy] {
      let flags = try String(contentsOfFile: "/proc/self/fdinfo/\(descriptor.number)", encoding: .utf8)
      let octal = try #require(flags.firstMatch(of: /flags:\s*([0-7]+)/)?.output.1)
      #expect(try #require(Int(octal, radix: 8)) & 0o2000000 != 0, "\(descriptor.number) is inherited")
    }
    // Its own look at the folder takes the number 3.
    #expect(try numbersInChild() == "0 1 2 3\n")
    withExtendedLifetime((file, listener, connection, accepted, pipe, copy)) {}
  }

  @Test("says which limit forbids a number")
  func limit() throws {
    let (reading, _) = try Descriptor.pipe()
    #expect {
      try reading.copied(notBelow: 1 << 30)
    } throws: { error in
      "\(error)"
        == "taking a descriptor from 1073741824 on, which 'ulimit -n' limits, failed: Too many open files"
    }
  }

  @Test("is closed with its last reference, and only where it is owned")
  func lifetime() throws {
    var file: Descriptor? = try Descriptor.open(path, .reading)
    let borrowed = Descriptor(borrowing: try #require(file?.number))
    do { _ = Descriptor(borrowing: borrowed.number) }
    #expect(borrowed.isOpen)
    let link = "/proc/self/fd/\(borrowed.number)"
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    file = nil
    // Another test may have got the number by now, but for another file.
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != path)
  }

  @Test("follows no link at the end of a name in a folder")
  func links() throws {
    try FileManager.default.createSymbolicLink(atPath: home.root + "/link", withDestinationPath: path)
    try FileManager.default.createSymbolicLink(atPath: home.root + "/there", withDestinationPath: home.root)
    let folder = try Descriptor.folder(atPath: home.root)
    #expect(throws: SystemError.self) { try folder.fileToRead("link") }
    #expect(throws: SystemError.self) { try folder.folder("there") }
    #expect(throws: SystemError.self) {
      try Descriptor.folder(atPath: home.root + "/there", followsLink: false)
    }
    #expect(try folder.fileToRead("file").readSome() == Array("hello".utf8))
  }

  @Test("waits no longer than until the deadline, and wakes for what is ready")
  func polling() throws {
    let (reading, writing) = try Descriptor.pipe()
    #expect(try Descriptor.poll([(reading, .reading)], until: Deadline(in: .milliseconds(5))) == [[]])
    try writing.writeAll([1])
    #expect(try Descriptor.poll([(reading, .reading)], until: nil) == [.reading])
    #expect(try reading.readSome() == [1])
    writing.close()
    #expect(try !Descriptor.poll([(reading, .reading)], until: nil)[0].isDisjoint(with: .over))
    #expect(try reading.readSome() == [])
  }

  @Test("takes the turn of a file that no other open file has")
  func locking() throws {
    let (first, second) = (try Descriptor.open(path, .both), try Descriptor.open(path, .both))
    #expect(try first.lockAtOnce())
    #expect(try !second.lockAtOnce())
    first.unlock()
    #expect(try second.lockAtOnce())
  }

  @Test("ends its lock when it is closed, also while a process that is just being started has a copy")
  func lockOfCopy() throws {
    let first = try Descriptor.open(path, .both)
    let copy = try first.copied()
    #expect(try first.lockAtOnce(shared: true))
    let second = try Descriptor.open(path, .both)
    #expect(try !second.lockAtOnce())
    first.close()
    #expect(try second.lockAtOnce())
    #expect(copy.isOpen)
  }
}

@Suite("A connection on this machine")
struct SocketTests {
  private let home: TemporaryHome
  private var address: SocketAddress { .unixSocket(home.root + "/socket") }

  init() throws { home = try TemporaryHome() }

  @Test("is refused where nobody listens, with the name of the call")
  func refused() throws {
    let nobody = #expect(throws: SystemError.self) {
      try Descriptor.connection(to: address, until: Deadline(in: .seconds(10)))
    }
    #expect(nobody?.call == "connect" && nobody?.isNotFound == true)
    let listener = try Descriptor.listener(at: address, backlog: 1)
    // Also in a process that another test is just starting, where it would live on for a moment.
    listener.endConnection()
    listener.close()
    let gone = #expect(throws: SystemError.self) {
      try Descriptor.connection(to: address, until: Deadline(in: .seconds(10)))
    }
    #expect(gone?.isRefused == true)
  }

  @Test("is for its user alone, and knows who is at the other end")
  func peer() throws {
    let listener = try Descriptor.listener(at: address, backlog: 1)
    let mode = try FileManager.default.attributesOfItem(atPath: home.root + "/socket")[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try listener.accepted() == nil)
    let connection = try Descriptor.connection(to: address, until: Deadline(in: .seconds(10)))
    let accepted = try #require(try listener.accepted())
    #expect(accepted.peer?.process == ProcessInfo.processInfo.processIdentifier)
    #expect(accepted.peer?.user == FileStatus.currentUser)
    #expect(accepted.hasNoInput)
    #expect(try connection.sendNow([1, 2, 3]) == 3)
    #expect(!accepted.hasNoInput)
    #expect(try accepted.readSome() == [1, 2, 3])
    connection.endSending()
    #expect(try accepted.readSome() == [])
  }

  @Test("takes as much as there is room for, and tells that the other side has gone without a signal")
  func full() throws {
    let listener = try Descriptor.listener(at: address, backlog: 1)
    let connection = try Descriptor.connection(to: address, until: Deadline(in: .seconds(10)))
    let accepted = try #require(try listener.accepted())
    let much = [UInt8](repeating: 7, count: 1 << 20)[...]
    while try connection.sendNow(much) > 0 {}
    accepted.close()
    // A process that another test forks at this moment holds a copy of the other end until it ends.
    #expect(try Descriptor.poll([(connection, [])], until: Deadline(in: .patience)) != [[]])
    let error = #expect(throws: SystemError.self) { try connection.sendNow(much) }
    #expect(error?.isGone == true)
  }

  @Test("has a path that the system can take")
  func longPath() {
    let path = "/tmp/" + String(repeating: "x", count: SocketAddress.longestPath)
    let error = #expect(throws: SystemError.self) {
      try Descriptor.listener(at: .unixSocket(path), backlog: 1)
    }
    #expect(error?.description == "bind failed: File name too long")
  }
}
