'use strict';

// The app's clock: paused, moved on, and resumed. A reset gives the real one back.

const clockText = now => now.replace('T', ' ').replace(/\.\d*Z$/, ' UTC');
function showClock({now, isPaused}) {
  showState('cs-state-clock', isPaused ? 'Clock paused at ' + clockText(now) : '', 'bad');
  write('cs-clock-now', (isPaused ? 'Paused at ' : 'Running; it was ') + clockText(now)
    + (isPaused ? '.' : ' when this was shown.'));
  $('cs-clock-resume').disabled = !isPaused;
}
async function moveClock(request, button) {
  await ask('/clock', request);
  await refreshFacts();
  say($('cs-clock-now').textContent, false, button);
}
when('cs-clock', 'submit', event => {
  event.preventDefault();
  return moveClock({pauseAt: $('cs-clock-time').value.trim()}, event.submitter);
});
when('cs-clock', 'click', ({target}) => {
  if (target.dataset.advance) return moveClock({advanceSeconds: Number(target.dataset.advance)}, target);
});
when('cs-clock-resume', 'click', ({target}) => moveClock({resume: true}, target));
