'use strict';

// The sections share one place, and the tabs say which of them is there.

const tabs = [...$('cs-tabs').children], sectionOf = tab => $(tab.getAttribute('aria-controls'));
const onOpening = {};
function openTab(id, withFocus = false) {
  for (const tab of tabs) {
    const section = sectionOf(tab), isOpen = section.id === id;
    put(tab, 'aria-selected', String(isOpen));
    put(tab, 'tabindex', isOpen ? '0' : '-1');
    section.hidden = !isOpen;
    if (isOpen && withFocus) tab.focus();
  }
  remember('tab', id);
  onOpening[id]?.().catch(complain);
}
when('cs-tabs', 'click', ({target}) => tabs.includes(target) && openTab(sectionOf(target).id));
when('cs-tabs', 'keydown', event => {
  const at = tabs.indexOf(event.target), last = tabs.length - 1;
  const next = {ArrowLeft: at ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0, Home: 0, End: last}[event.key];
  if (next === undefined || event.altKey) return;
  event.preventDefault();
  openTab(sectionOf(tabs[next]).id, true);
});
when('cs-state', 'click', ({target: {dataset}}) => dataset.opens && openTab(dataset.opens, true));
openTab(tabs.some(tab => sectionOf(tab).id === remembered('tab')) ? remembered('tab') : 'cs-reset');
// What holds at all times, in the head: in red where something is wrong.
function showState(id, text, look) {
  put($(id), 'text', text);
  put($(id), 'class', look);
  $(id).hidden = !text;
}
