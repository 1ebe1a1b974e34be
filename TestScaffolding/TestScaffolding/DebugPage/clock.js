'use strict';

// The app's clock: paused, moved on, and resumed. A reset gives the real one back.

function showClock({now, isPaused}) {
  $('cs-clock-now').textContent = (isPaused ? 'Paused at ' : 'Running; it was ')
    + now.replace('T', ' ').replace(/\.\d*Z$/, ' UTC') + (isPaused ? '.' : ' when this was shown.');
  $('cs-clock-resume').disabled = !isPaused;
}
async function moveClock(request, button) {
  try {
    showClock((await ask('/clock', request)).clock);
    say($('cs-clock-now').textContent, false, button);
  } catch (problem) {
    say(problem.message, true, button);
  }
}
$('cs-clock').addEventListener('submit', event => {
  event.preventDefault();
  moveClock({pauseAt: $('cs-clock-time').value.trim()}, $('cs-clock-pause'));
});
$('cs-clock').addEventListener('click', ({target}) => {
  if (target.dataset.advance) moveClock({advanceSeconds: Number(target.dataset.advance)}, target);
});
$('cs-clock-resume').addEventListener('click', ({target}) => moveClock({resume: true}, target));
