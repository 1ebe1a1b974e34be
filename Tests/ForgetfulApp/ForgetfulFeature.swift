import AppData
import AppRuntime
import ElementTree
import Foundation
import Observation

struct ForgetfulFeature: FeaturePlugin {
  func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    ForgetfulSession(environment: environment)
  }
}

enum ForgetfulAction: String { case remember, go, history, share, download }
enum ForgetfulField: String { case search }

@Observable
final class ForgetfulSession: FeatureSession {
  var search = ""
  var remembers = false
  /// Whether the search was typed while searches were to be remembered.
  var isMemorable = false
  var showsHistory = false
  var lastSearch = ""
  var problem: String?

  @ObservationIgnored private let environment: AppEnvironment
  @ObservationIgnored private let slip: Slip?

  init(environment: AppEnvironment) {
    self.environment = environment
    slip = Slip(environment.launch)
    if slip == .search { lastSearch = ProcessWide.search }
    if slip == .count, ProcessWide.shares > 0 { keep(ProcessWide.shares) }
  }

  var body: Element {
    showsHistory ? history : start
  }

  private var start: Element {
    Screen("start", title: "Start") {
      TextField("Search", id: ForgetfulField.search, text: search)
      Toggle("Remember", id: ForgetfulAction.remember, isOn: remembers)
      Button("Search", id: ForgetfulAction.go).traits(.primary)
      Button("History", id: ForgetfulAction.history)
      Button("Share", id: ForgetfulAction.share)
      Button("Download", id: ForgetfulAction.download)
      if slip == .interruption, ProcessWide.wasInterrupted { Text("The download was cut short.") }
      if let problem { Text(problem, id: "problem").traits(.failure) }
    }.element
  }

  private var history: Element {
    Screen("history", title: "History", allowsBack: true) {
      Text(lastSearch.isEmpty ? "Nothing yet" : lastSearch, id: "last-search")
    }.element
  }

  func tap(_ action: ForgetfulAction) {
    switch action {
    case .remember: remembers.toggle()
    case .go:
      guard isMemorable && !search.isEmpty else { return }
      lastSearch = search
      ProcessWide.search = search
    case .history: showsHistory = true
    case .share: ProcessWide.shares += 1
    case .download: download()
    }
  }

  func edit(_ field: ForgetfulField, to text: String) {
    switch field {
    case .search: (search, isMemorable) = (text, remembers)
    }
  }

  func goBack() { showsHistory = false }

  private func download() {
    // What is to be cut short must last until the reset comes, on a busy machine too.
    let time = Duration.milliseconds(slip == .interruption ? 1_000 : 50)
    environment.tasks.start("download") { [clock = environment.clock] in
      do {
        try await clock.wait(time)
      } catch {
        ProcessWide.wasInterrupted = true
      }
    }
  }

  private func keep(_ shares: Int) {
    do {
      try environment.data.files.documents.write(Data("\(shares)".utf8), to: "shares.txt")
    } catch {
      problem = "\(error)"
    }
  }
}
