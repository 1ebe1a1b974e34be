'use strict';

// A list of which one is chosen: one stop of the keyboard, within which the arrows lead on.

function chooser(box, onChoose) {
  let options = [], at = -1;
  function mark(index, withFocus) {
    for (const each of [options[at] ?? options[0], options[index]]) {
      const isChosen = each !== undefined && each === options[index];
      each?.setAttribute('aria-selected', String(isChosen));
      if (each) each.tabIndex = isChosen ? 0 : -1;
    }
    at = index;
    const option = options[index];
    if (!option) return;
    if (withFocus) option.focus({preventScroll: true});
    const top = option.offsetTop - box.offsetTop;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + option.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + option.offsetHeight - box.clientHeight;
  }
  box.addEventListener('click', event => {
    const option = event.target.closest('[role=option]');
    if (option) choose(options.indexOf(option), true);
  });
  box.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = options.length - 1;
    const next = {ArrowUp: Math.max(0, at - 1), ArrowDown: Math.min(last, at + 1), Home: 0, End: last,
      PageUp: Math.max(0, at - 10), PageDown: Math.min(last, at + 10)}[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    choose(next, true);
  });
  function choose(index, withFocus = false) {
    if (!options[index]) return;
    mark(index, withFocus);
    onChoose(index);
  }
  return {
    fill(nodes) {
      options = nodes;
      at = -1;
      for (const node of nodes) { node.setAttribute('role', 'option'); node.setAttribute('aria-selected', 'false'); node.tabIndex = -1; }
      if (nodes[0]) nodes[0].tabIndex = 0;
      box.replaceChildren(...nodes);
    },
    mark: index => mark(index, false),
    choose,
  };
}
