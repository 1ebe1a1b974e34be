'use strict';

// The app's clock: paused, moved on, and resumed. A reset gives the real one back.

function showClock({now, isPaused}) {
  const at = now.replace('T', ' ').replace(/\.\d*Z$/, ' UTC');
  showState('cs-state-clock', isPaused ? 'Clock paused at ' + at : '', 'bad');
  write('cs-clock-now', isPaused ? `Paused at ${at}.` : `Running; it was ${at} when this was shown.`);
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
