#if DEBUG
extension PageScript {
  /// The picture of the app, drawn anew whenever the app draws.
  static let live = #"""
    let revision, generation, waiting;
    function draw(reply) {
      const screen = $('cs-screen'), held = screen.contains(document.activeElement);
      shown = reply;
      patch(screen, [look(reply.tree)]);
      cover(screen);
      const focus = focusedIn(reply.tree), active = document.activeElement, isNowhere = active === document.body;
      const mayMove = !open && focus !== focused && (isNowhere || screen.contains(active));
      if (focus && (mayMove || held && isNowhere)) $(focus)?.focus({preventScroll: true});
      if (!open) focused = focus;
    }
    const focusedIn = e => e.isFocused ? e.identifier : (e.children ?? []).reduce((found, child) => found ?? focusedIn(child), undefined);
    // What stands behind an alert can neither be clicked nor reached with the keyboard.
    function cover(screen) {
      const alerts = screen.querySelectorAll('[role=alertdialog]'), kept = new Set();
      for (let node = alerts[alerts.length - 1]; node && node !== screen; node = node.parentNode) {
        for (const other of node.parentNode.children) if (other !== node) { kept.add(other); other.inert = true; }
      }
      for (const node of screen.querySelectorAll('[inert]')) if (!kept.has(node)) node.inert = false;
    }
    function take(reply, isTheTruth = false) {
      const isNew = revision === undefined || reply.generation !== generation, isSame = reply.revision === revision;
      if (reply.revision < revision || isSame && !isTheTruth) return;
      revision = reply.revision;
      generation = reply.generation;
      draw(reply);
      if (isSame) return;
      for (const listener of listeners) (async () => listener(isNew))().catch(complain);
    }
    async function follow() {
      for (;;) {
        waiting = new AbortController();
        const path = revision === undefined ? '/tree' : `/tree?after=${revision}&timeout=5000`;
        try {
          const reply = await ask(path, undefined, AbortSignal.any([waiting.signal, AbortSignal.timeout(8000)]));
          find();
          take(reply);
        } catch (problem) {
          revision = undefined;
          if (!waiting.signal.aborted) { lose(problem); await pause(1000); }
        }
      }
    }
    // Called after each drawing, with whether it is the first of a generation or of this connection.
    const listeners = [];
    // What cannot be reached is told by the banner; what the app refuses is told here.
    const complain = problem => { if (problem instanceof Refusal) say(problem.message, true); };
    async function refreshFacts() {
      const status = await ask('/status');
      document.title = status.app + ' · CleanSlate';
      put($('cs-title'), 'text', status.app);
      put($('cs-facts'), 'text', [`version ${status.appVersion}`, `process ${status.pid}`, `generation ${status.generation}`,
        `screen ${status.screen ?? 'none'}`, status.busy.length ? 'busy with ' + status.busy.join(', ') : 'idle'].join(' · '));
    }
    """#
}
#endif
