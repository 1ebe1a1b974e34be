'use strict';

// The sections share one place, and the tabs say which of them is there.

const tabs = [...$('cs-tabs').children], homeOf = tab => tab.id.replace('-title', '');
const onOpening = {};
function openTab(id, withFocus = false) {
  for (const tab of tabs) {
    const section = $(homeOf(tab)), isOpen = section.id === id;
    put(tab, 'role', 'tab');
    put(section, 'role', 'tabpanel');
    put(tab, 'aria-controls', section.id);
    put(tab, 'aria-selected', String(isOpen));
    put(tab, 'tabindex', isOpen ? '0' : '-1');
    section.hidden = !isOpen;
    if (isOpen && withFocus) tab.focus();
  }
  remember('tab', id);
  onOpening[id]?.().catch(complain);
}
when('cs-tabs', 'click', ({target}) => tabs.includes(target) && openTab(homeOf(target)));
when('cs-tabs', 'keydown', event => {
  const at = tabs.indexOf(event.target), last = tabs.length - 1;
  const next = {ArrowLeft: at ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0, Home: 0, End: last}[event.key];
  if (next === undefined || event.altKey) return;
  event.preventDefault();
  openTab(homeOf(tabs[next]), true);
});
when('cs-state', 'click', ({target: {dataset}}) => dataset.opens && openTab(dataset.opens, true));
openTab(tabs.some(tab => homeOf(tab) === remembered('tab')) ? remembered('tab') : 'cs-reset');
// What holds at all times, in the head: in red where something is wrong.
function showState(id, text, look) {
  put($(id), 'text', text);
  put($(id), 'class', look);
  $(id).hidden = !text;
}
