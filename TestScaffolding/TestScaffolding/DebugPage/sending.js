'use strict';

// What is done on the picture goes to the app in its order, and the page goes on meanwhile.

// An answer is shown only if it was asked for after what is shown. What was asked for during a change may be from before it,
// and is asked for again.
function inOrder(question, show) {
  let asked = 0, told = 0;
  return async function take(change) {
    const number = ++asked, reply = await (change ?? question()), isAlone = number === asked;
    if (number > told) {
      told = change ? asked : number;
      show(reply);
    }
    if (change && !isAlone) await take();
    return reply;
  };
}
// What takes the app long is asked for once at a time, and once more for all who come meanwhile.
function inTurn(work) {
  let latest, isWaiting = false;
  return async () => {
    if (isWaiting) return;
    isWaiting = true;
    await latest?.catch(() => {});
    isWaiting = false;
    return latest = work();
  };
}
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
