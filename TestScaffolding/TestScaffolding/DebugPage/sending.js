'use strict';

// What is done on the picture goes to the app in its order, and the page goes on meanwhile.

let lastSent = Promise.resolve();
// What is sent later must arrive later, but an app that is busy for long may be asked for something else.
function send(makeRequest) {
  const before = lastSent;
  unanswered += 1;
  lastSent = (async () => {
    await Promise.race([before, pause(300)]);
    try { await ask(...makeRequest()); } catch (problem) { tell(problem, $('cs-pick')); }
    unanswered -= 1;
    if (!unanswered) await settle();
  })();
}
// While answers are missing, a drawing may be older than what was done here. With the last answer the app's word
// counts again, for the text in fields and for the keyboard.
async function settle() {
  try {
    const reply = await ask('/tree');
    if (unanswered) return;
    forgetDeeds();
    take(reply, true);
  } catch { /* The banner tells that the app does not answer. */ }
}
