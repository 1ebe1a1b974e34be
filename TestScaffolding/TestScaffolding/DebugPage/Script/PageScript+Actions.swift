#if DEBUG
extension PageScript {
  /// Doing in the app what the person does to the picture of it.
  static let actions = #"""
    const typing = new Map();
    let shown, focused, open = 0, lastSent = Promise.resolve();
    // What is sent later must arrive later, but an app that is busy for long may be asked for something else.
    function send(makeRequest) {
      const before = lastSent;
      open += 1;
      lastSent = (async () => {
        await Promise.race([before, pause(300)]);
        try { await ask(...makeRequest()); } catch (problem) { say(problem.message, true); }
        open -= 1;
        if (!open) await settle();
      })();
    }
    // While answers are missing, a drawing may be older than what was done here. With the last answer the app's word
    // counts again, for the text in fields and for the keyboard.
    async function settle() {
      try {
        const reply = await ask('/tree');
        if (open) return;
        typing.clear();
        take(reply, true);
      } catch { /* The banner tells that the app does not answer. */ }
    }
    function tap(id) {
      focused = id;
      send(() => ['/tap', {id}]);
    }
    function type(field) {
      const id = field.id, entry = typing.get(id) ?? {isWaiting: false};
      focused = id;
      entry.text = field.value;
      typing.set(id, entry);
      if (entry.isWaiting) return;
      entry.isWaiting = true;
      send(() => {
        entry.isWaiting = false;
        return ['/type', {id, text: entry.text, replace: true}];
      });
    }
    const back = () => { if ($('cs-back') && !$('cs-back').closest('[inert]')) send(() => ['/back', {}]); };
    async function goOn(field) {
      // A button may become enabled by what was typed last.
      await Promise.race([lastSent, pause(300)]);
      const stops = [...$('cs-screen').querySelectorAll('input:enabled, button:enabled')].filter(stop => !stop.closest('[inert]'));
      const next = stops[stops.indexOf(field) + 1];
      if (!next) return;
      if (next.dataset.role === 'button') next.click(); else next.focus();
    }
    const isField = node => node.dataset?.role === 'textField' || node.dataset?.role === 'secureField';
    $('cs-screen').addEventListener('click', event => {
      const target = event.target.closest('button, input[role=switch]');
      if (!target) return;
      if (target.id === 'cs-back') return back();
      if (target.type === 'checkbox') event.preventDefault();
      tap(target.id);
    });
    $('cs-screen').addEventListener('input', event => { if (isField(event.target) && !event.isComposing) type(event.target); });
    $('cs-screen').addEventListener('compositionend', event => { if (isField(event.target)) type(event.target); });
    $('cs-screen').addEventListener('keydown', event => {
      if (event.isComposing) return;
      if (event.key === 'Enter' && isField(event.target)) { event.preventDefault(); goOn(event.target); }
      if (event.key === 'Escape') back();
    });
    document.addEventListener('keydown', event => {
      if (event.key === 'ArrowLeft' && event.altKey && $('cs-back')) { event.preventDefault(); back(); }
    });
    """#
}
#endif
