'use strict';

// What happened, the latest first.

let lastEntry = 0, isReadingLog = false;
// An app that was started again counts from 1.
function forgetLog() {
  lastEntry = 0;
  $('cs-log-list').replaceChildren();
}
async function refreshLog() {
  if (isReadingLog || document.hidden || isLost) return;
  isReadingLog = true;
  try {
    const {entries} = await ask('/log?after=' + lastEntry);
    for (const entry of entries) {
      lastEntry = entry.number;
      $('cs-log-list').prepend(make('li', {'data-kind': entry.kind, class: entry.kind === 'refused' ? 'bad' : undefined,
        text: `${(entry.milliseconds / 1000).toFixed(2)} s ${entry.kind}: ${entry.text}`}));
    }
    while ($('cs-log-list').children.length > 500) $('cs-log-list').lastChild.remove();
  } catch { /* The banner tells that the app does not answer. */ } finally { isReadingLog = false; }
}
listeners.push(refreshLog);
