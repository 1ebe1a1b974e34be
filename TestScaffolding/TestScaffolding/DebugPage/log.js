'use strict';

// What happened, the latest first.

let lastEntry = 0, isReadingLog = false;
// An app that was started again counts from 1.
function forgetLog() {
  lastEntry = 0;
  $('cs-log-list').replaceChildren();
}
function clock(unixMilliseconds) {
  const date = new Date(unixMilliseconds);
  return date.toTimeString().slice(0, 8) + '.' + String(date.getMilliseconds()).padStart(3, '0');
}
function filterLog() {
  const words = $('cs-log-filter').value.toLowerCase().split(/\s+/).filter(Boolean), items = [...$('cs-log-list').children];
  for (const item of items) item.hidden = !words.every(word => item.textContent.toLowerCase().includes(word));
  const found = items.filter(item => !item.hidden).length;
  put($('cs-log-count'), 'text', words.length ? `${found} of ${items.length} entries` : `${items.length} entries`);
}
async function refreshLog() {
  if (isReadingLog || document.hidden || isLost) return;
  isReadingLog = true;
  try {
    const {entries} = await ask('/log?after=' + lastEntry);
    for (const entry of entries) {
      lastEntry = entry.number;
      $('cs-log-list').prepend(make('li', {'data-kind': entry.kind, class: entry.kind === 'refused' ? 'bad' : undefined},
        make('time', {datetime: new Date(entry.unixMilliseconds).toISOString(), text: clock(entry.unixMilliseconds)}),
        ` ${entry.kind}: ${entry.text}`));
    }
    while ($('cs-log-list').children.length > 500) $('cs-log-list').lastChild.remove();
    filterLog();
  } catch { /* The banner tells that the app does not answer. */ } finally { isReadingLog = false; }
}
when('cs-log-filter', 'input', filterLog);
onReturn.push(forgetLog);
listeners.push(refreshLog);
