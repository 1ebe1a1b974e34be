#if DEBUG
/// What the page consists of; the identifiers that begin with `cs-` are the page's, all others are the app's.
enum PageMarkup {
  static let text = [frame, live, recorder, tree, reset, history, leaks, data, log, end]
    .joined(separator: "\n")

  private static let frame = #"""
    <header>
    <h1 id="cs-title">CleanSlate</h1>
    <p id="cs-facts"></p>
    <nav aria-label="Sections">
    <a href="#cs-live">Screen</a> <a href="#cs-recorder">Recorder</a> <a href="#cs-tree">Elements</a>
    <a href="#cs-reset">Reset</a> <a href="#cs-history">Receipt</a> <a href="#cs-leaks">Leaks</a>
    <a href="#cs-data">Data</a> <a href="#cs-log">Log</a>
    </nav>
    <p id="cs-banner" role="alert" hidden></p>
    <p id="cs-status" role="status"></p>
    </header>
    <main>
    """#

  private static let live = #"""
    <div class="column">
    <section id="cs-live" aria-labelledby="cs-live-title">
    <h2 id="cs-live-title" tabindex="-1">Screen</h2>
    <div id="cs-screen"></div>
    <p class="hint">Click and type as in the app. Enter goes on to the next field, Escape or Alt+Left goes back.</p>
    </section>
    """#

  private static let recorder = #"""
    <section id="cs-recorder" aria-labelledby="cs-recorder-title">
    <h2 id="cs-recorder-title" tabindex="-1">Recorder</h2>
    <p class="hint">What is done to the app, here, in its terminal or by curl, becomes a Swift test. Text that is
    typed becomes part of it, passwords too.</p>
    <label class="choice"><input type="checkbox" id="cs-record-clean" checked> Begin with a clean slate</label>
    <p class="buttons">
    <button type="button" id="cs-record" aria-pressed="false">Record</button>
    <button type="button" id="cs-record-copy" disabled>Copy the test</button>
    </p>
    <pre id="cs-record-source" class="code" tabindex="0" role="region" aria-label="Recorded test" hidden></pre>
    </section>
    </div>
    """#

  private static let tree = #"""
    <div class="column">
    <section id="cs-tree" aria-labelledby="cs-tree-title">
    <h2 id="cs-tree-title" tabindex="-1">Elements</h2>
    <div class="field"><label for="cs-tree-search">Search by role, identifier, label or value</label>
    <input type="search" id="cs-tree-search" autocomplete="off" spellcheck="false"></div>
    <p id="cs-tree-count" class="hint" aria-live="polite"></p>
    <ul id="cs-tree-list" class="scroll" aria-label="Elements on the screen"></ul>
    <p class="buttons"><output id="cs-tree-query" class="code" for="cs-tree-search">Select an element.</output>
    <button type="button" id="cs-tree-copy" disabled>Copy the query</button></p>
    </section>
    """#

  private static let reset = #"""
    <section id="cs-reset" aria-labelledby="cs-reset-title">
    <h2 id="cs-reset-title" tabindex="-1">Reset</h2>
    <div role="group" aria-labelledby="cs-presets-title">
    <h3 id="cs-presets-title">Begin as</h3>
    <p id="cs-presets" class="buttons"></p>
    </div>
    <form id="cs-reset-form">
    <h3>Begin with</h3>
    <fieldset id="cs-flags"><legend>Flags</legend></fieldset>
    <div class="field"><label for="cs-arguments">Launch arguments, one in a line</label>
    <textarea id="cs-arguments" rows="2" autocomplete="off" spellcheck="false"></textarea></div>
    <div class="field"><label for="cs-environment">Environment, one NAME=value in a line</label>
    <textarea id="cs-environment" rows="2" autocomplete="off" spellcheck="false"></textarea></div>
    <label class="choice"><input type="checkbox" id="cs-keep"> Keep the data</label>
    <p class="buttons"><button type="submit" id="cs-reset-button">Reset the app</button></p>
    </form>
    </section>
    """#

  private static let history = #"""
    <section id="cs-history" aria-labelledby="cs-history-title">
    <h2 id="cs-history-title" tabindex="-1">Receipt of the last reset</h2>
    <div id="cs-receipt"><p class="hint">There was no reset yet.</p></div>
    <div id="cs-charts" class="charts"></div>
    </section>
    """#

  private static let leaks = #"""
    <section id="cs-leaks" aria-labelledby="cs-leaks-title">
    <h2 id="cs-leaks-title" tabindex="-1">Leaks</h2>
    <ul id="cs-leaks-list" aria-label="Objects of earlier generations"></ul>
    <div id="cs-unseen" hidden>
    <h3 id="cs-unseen-title">Not looked into</h3>
    <p class="hint">What these hold, an earlier generation may have left unseen.</p>
    <ul id="cs-unseen-list" class="scroll code" tabindex="0" aria-labelledby="cs-unseen-title"></ul>
    </div>
    </section>
    """#

  private static let data = #"""
    <section id="cs-data" aria-labelledby="cs-data-title">
    <h2 id="cs-data-title" tabindex="-1">Data</h2>
    <div id="cs-data-parts"></div>
    <div id="cs-contents" role="region" aria-labelledby="cs-contents-title" hidden>
    <h3 id="cs-contents-title" tabindex="-1"></h3>
    <pre id="cs-contents-text" class="code" tabindex="0" aria-label="Contents" role="group"></pre>
    </div>
    </section>
    """#

  private static let log = #"""
    <section id="cs-log" aria-labelledby="cs-log-title">
    <h2 id="cs-log-title" tabindex="-1">Log</h2>
    <ol id="cs-log-list" class="scroll" aria-label="What happened" tabindex="0"></ol>
    </section>
    </div>
    """#

  private static let end = "</main>"
}
#endif
