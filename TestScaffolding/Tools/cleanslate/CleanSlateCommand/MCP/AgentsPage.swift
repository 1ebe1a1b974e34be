#if DEBUG
/// What an agent has to know to drive apps: as instructions of the server, and as a page for those that use a shell.
enum AgentsPage {
  static let topic = "agents"

  static let instructions = """
    CleanSlate runs a team's feature as a small app and drives it. start an app (from a situation, as in fullBasket), act on \
    it in steps, and read what each step has changed: lines that went (-) and came (+). An element is meant by its \
    #identifier. reset gives a clean slate in a moment and says what leaked; do it before each new attempt. world moves the \
    clock and answers the app's requests. look at leaks, requests and the log for evidence; look at [["record","start"]] \
    before and [["record","stop","--name",NAME]] after steps answers a Swift test of them. test runs tests and reads traces of failures. \
    A refusal says what is there instead: read it before the next try. Stop an app that nobody needs.
    """

  static let text = """
    ---
    name: cleanslate
    description: Run, drive, reset and test CleanSlate apps from a shell.
    ---

    # Driving an app

    Build once: `swift build`. Then `.build/debug/cleanslate` (below: `cleanslate`) answers in milliseconds.

    ```sh
    cleanslate run SampleShop --from fullBasket   # starts it, prints its screen; situations: .build/debug/SampleShop --list-situations
    cleanslate tap checkout                       # prints the lines that went (-) and came (+)
    cleanslate type delivery-name "Ada"           # replaces a field's text; --enter presses Enter
    cleanslate wait delivery-name --value "Ada"   # or --gone; fails after a time
    cleanslate screen                             # an element a line; --all cuts nothing, --json for programs
    cleanslate reset                              # a clean slate in the same process; says what leaked
    cleanslate stop
    ```

    An element is meant by the word after `#`. An action returns when the app is idle, so never sleep. With several apps, add
    `--app HANDLE` (`cleanslate apps`). Status 0 is done, 1 is refused or not so, 64 is wrong words, 69 is no such app.

    # The world around it

    ```sh
    cleanslate clock pause 2026-12-31T23:59:00Z; cleanslate clock advance 15m; cleanslate clock resume
    cleanslate reply GET /menu --status 503       # in place of the server; cleanslate requests lists them
    cleanslate save signed-in; cleanslate reset --state signed-in
    cleanslate reset --flag shop.newCheckout=true
    ```

    # Evidence

    `cleanslate leaks` names what survived a reset and who holds it. `cleanslate log` is what happened. `cleanslate requests` is
    what the app asked for.

    # From steps to a test

    ```sh
    cleanslate reset --from emptyBasket
    cleanslate record start
    …                                             # tap, type
    cleanslate record stop --name FirstOrder > Tests/SampleShopUITests/FirstOrderTests.swift
    swift run cleanslate test --filter FirstOrderTests
    ```

    Then add expectations with `#expect` on `app.staticTexts["id"].label` and the like, and see the test fail once.

    # Reading a failure

    `swift run cleanslate test --filter NAME` prints message, line, the last steps with what each changed, and the screen.
    More: `cleanslate trace` (the test that failed last), `cleanslate trace TEST step 3`, `… screen 3`, `… requests`, `… leaks`.
    With `--pause-on-failure` the app stays as it was: `cleanslate attach`, then all verbs, then `cleanslate attach --go-on`.

    # Rules

    - Read a refusal: it names what is nearest and what is there.
    - A failed expectation is a finding. Do not change what a test expects to make it pass without being told to.
    - Reset before each attempt; stop what you have started.
    """
}
#endif
