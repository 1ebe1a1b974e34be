'use strict';

// The app's clock: paused, moved on, and resumed. A reset gives the real one back.

const clockText = now => now.replace('T', ' ').replace(/\.\d*Z$/, ' UTC');
function showClock({now, isPaused}) {
  showState('cs-state-clock', isPaused ? 'Clock paused at ' + clockText(now) : '', 'bad');
  put($('cs-clock-now'), 'text', (isPaused ? 'Paused at ' : 'Running; it was ') + clockText(now)
    + (isPaused ? '.' : ' when this was shown.'));
  $('cs-clock-resume').disabled = !isPaused;
}
async function moveClock(request, button) {
  try {
    showClock((await ask('/clock', request)).clock);
    say($('cs-clock-now').textContent, false, button);
  } catch (problem) {
    tell(problem, button);
  }
}
when('cs-clock', 'submit', event => {
  event.preventDefault();
  moveClock({pauseAt: $('cs-clock-time').value.trim()}, $('cs-clock-pause'));
});
when('cs-clock', 'click', ({target}) => {
  if (target.dataset.advance) moveClock({advanceSeconds: Number(target.dataset.advance)}, target);
});
when('cs-clock-resume', 'click', ({target}) => moveClock({resume: true}, target));
