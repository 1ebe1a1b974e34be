'use strict';

// What happened, the latest first.

const entryList = $('cs-log-list');
let lastEntry = 0;
// An app that was started again counts from 1.
function forgetLog() {
  lastEntry = 0;
  entryList.replaceChildren();
}
function clock(unixMilliseconds) {
  const date = new Date(unixMilliseconds);
  return date.toTimeString().slice(0, 8) + '.' + String(date.getMilliseconds()).padStart(3, '0');
}
function filterLog() {
  const words = $('cs-log-filter').value.toLowerCase().split(/\s+/).filter(Boolean), items = [...entryList.children];
  for (const item of items) item.hidden = !words.every(word => item.textContent.toLowerCase().includes(word));
  const found = items.filter(item => !item.hidden).length;
  write('cs-log-count', (words.length ? found + ' of ' : '') + items.length + ' entries');
}
const refreshLog = inOrder(() => ask('/log?after=' + lastEntry), ({entries}) => {
  for (const entry of entries) {
    if (entry.number <= lastEntry) continue;
    lastEntry = entry.number;
    entryList.prepend(make('li', {'data-kind': entry.kind, class: entry.kind === 'refused' ? 'bad' : undefined},
      make('time', {datetime: new Date(entry.unixMilliseconds).toISOString(), text: clock(entry.unixMilliseconds)}),
      ` ${entry.kind}: ${entry.text}`));
  }
  while (entryList.children.length > 500) entryList.lastChild.remove();
  filterLog();
});
when('cs-log-filter', 'input', filterLog);
onReturn.push(forgetLog);
listeners.push(() => refreshLog());
