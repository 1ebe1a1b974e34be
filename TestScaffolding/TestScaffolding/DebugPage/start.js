'use strict';

// The head of the page, and what happens when the page is opened.

const refreshFacts = inOrder(() => ask('/status'), status => {
  // A test that has failed and waits: its steps are in the recorder.
  const {pause} = status;
  if (pause && $('cs-pause').hidden) openTab('cs-recorder');
  $('cs-pause').hidden = !pause;
  write('cs-pause-title', pause ? `${pause.test} has failed, and waits` : '');
  write('cs-pause-text', pause?.message ?? '');
  if (status.clock.isPaused || !$('cs-clock-resume').disabled) showClock(status.clock);
  document.title = status.app + ' · CleanSlate';
  write('cs-title', status.app);
  write('cs-facts', [`version ${status.appVersion}`, `process ${status.pid}`, `generation ${status.generation}`,
    `screen ${status.screen ?? 'none'}`, status.busy.length ? 'busy with ' + status.busy.join(', ') : 'idle'].join(' · '));
});
when('cs-go-on', 'click', async () => {
  await ask('/pause', {end: true});
  await refreshFacts();
  say('The tests go on.');
});
for (const field of document.querySelectorAll('input, textarea')) field.autocomplete = 'off';
addEventListener('hashchange', () => waiting?.abort());
listeners.push(() => refreshFacts());
// A request that is refused draws nothing, nor does work that ends without a change of the screen.
setInterval(() => {
  if (isLost) {
    // The banner says it all.
    note.remove();
    write('cs-facts', $('cs-facts').textContent.replace(/[^·]*$/, ' not answering'));
  }
  if (document.hidden || isLost) return;
  for (const refresh of [refreshLog, refreshFacts, refreshRecording, refreshNetwork]) refresh().catch(complain);
  ask('/resets?after=' + resetCount).then(({count}) => count !== resetCount && refreshHistory()).catch(complain);
}, 2000);
follow();
