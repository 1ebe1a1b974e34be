'use strict';

// The head of the page, and what happens when the page is opened.

async function refreshFacts() {
  const status = await ask('/status');
  showPause(status.pause);
  if (status.clock.isPaused || !$('cs-clock-resume').disabled) showClock(status.clock);
  document.title = status.app + ' · CleanSlate';
  put($('cs-title'), 'text', status.app);
  put($('cs-facts'), 'text', [`version ${status.appVersion}`, `process ${status.pid}`, `generation ${status.generation}`,
    `screen ${status.screen ?? 'none'}`, status.busy.length ? 'busy with ' + status.busy.join(', ') : 'idle'].join(' · '));
}
// A test that has failed and waits: its steps are in the recorder.
function showPause(pause) {
  if (pause && $('cs-pause').hidden) openTab('cs-recorder');
  $('cs-pause').hidden = !pause;
  put($('cs-pause-title'), 'text', pause ? `${pause.test} has failed, and waits` : '');
  put($('cs-pause-text'), 'text', pause?.message ?? '');
}
when('cs-go-on', 'click', async () => {
  try {
    await ask('/pause', {end: true});
    showPause();
    say('The tests go on.');
  } catch (problem) { tell(problem); }
});
for (const field of document.querySelectorAll('input, textarea')) field.autocomplete = 'off';
addEventListener('hashchange', () => waiting?.abort());
listeners.push(refreshFacts);
// A request that is refused draws nothing, nor does work that ends without a change of the screen.
setInterval(() => {
  if (isLost) {
    // The banner says it all.
    note.remove();
    put($('cs-facts'), 'text', $('cs-facts').textContent.replace(/[^·]*$/, ' not answering'));
  }
  if (document.hidden || isLost) return;
  refreshLog();
  for (const refresh of [refreshFacts, refreshRecording]) refresh().catch(complain);
  ask('/resets?after=' + resetCount).then(({count}) => { if (count !== resetCount) refreshHistory(); }).catch(complain);
}, 2000);
follow();
