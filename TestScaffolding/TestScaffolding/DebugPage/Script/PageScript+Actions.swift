#if DEBUG
extension PageScript {
  /// Doing in the app what the person does to the picture of it.
  static let actions = #"""
    const typing = new Map();
    let shown, focused, lastSent = Promise.resolve();
    // What is sent later must arrive later, but an app that is busy for long may be asked for something else.
    function send(makeRequest) {
      const before = lastSent;
      const sent = (async () => {
        await Promise.race([before, pause(300)]);
        try { await ask(...makeRequest()); } catch (problem) { say(problem.message, true); }
      })();
      lastSent = sent;
      return sent;
    }
    function tap(id) {
      focused = id;
      send(() => ['/tap', {id}]);
    }
    function type(field) {
      const id = field.id, entry = typing.get(id) ?? {open: 0, isWaiting: false};
      focused = id;
      entry.text = field.value;
      typing.set(id, entry);
      if (entry.isWaiting) return;
      entry.isWaiting = true;
      entry.open += 1;
      send(() => {
        entry.isWaiting = false;
        return ['/type', {id, text: entry.text, replace: true}];
      }).then(() => pause(300)).then(() => {
        entry.open -= 1;
        if (entry.open || typing.get(id) !== entry) return;
        typing.delete(id);
        if (shown) draw(shown);
      });
    }
    const back = () => { if ($('cs-back')) send(() => ['/back', {}]); };
    function goOn(field) {
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
