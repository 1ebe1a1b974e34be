'use strict';

// The app's screen alone, for tools that drive browsers. What is done here, or asked by `app`, has returned when the app is
// idle and the page shows it: the page waits, as no tool knows how to. `aria-busy` of the screen tells what else goes on.

function say(text, isBad) {
  write('cs-banner', isBad ? text : '');
  $('cs-banner').hidden = !isBad;
}
function now(path, body, method = body === undefined ? 'GET' : 'POST') {
  const call = new XMLHttpRequest();
  call.open(method, path, false);
  if (isMet) call.setRequestHeader('Authorization', 'Bearer ' + token());
  try {
    call.send(body === undefined ? null : JSON.stringify(body));
  } catch {
    lose();
    throw lost();
  }
  const reply = JSON.parse(call.responseText);
  if (call.status !== 200) throw new Refusal(call.status, reply);
  return reply;
}
function perform(path, body, method) {
  if (!isMet) throw lost();
  let reply, patience = 10000;
  try {
    if (path) reply = now(path + (path.includes('?') ? '&' : '?') + 'tree=' + patience, body, method);
    say('', false);
  } catch (problem) {
    if (problem.code === 'busy') patience = 0;
    throw problem;
  } finally {
    forgetDeeds();
    if (isMet) show(reply?.tree ?? now('/tree?idle=' + patience));
  }
  return reply?.answer;
}
// Asks the app as its routes take it, with the token, and shows what has come of it. Without a path it only catches up with
// what others have done to the app. A driver would take the code of a refusal for one of its own.
function app(...request) {
  try { return perform(...request); } catch ({message}) { throw new Error(message); }
}
function send(makeRequest) {
  try { perform(...makeRequest()); } catch (problem) { complain(problem); }
}

let name, isWatching = false;
function show(reply) {
  take(reply, true);
  if (reply.revision === revision) mark(reply);
}
// Only the app knows when it is idle, and work may end without a drawing.
function mark({busy, tree}) {
  const isIdle = busy?.length === 0;
  put($('cs-screen'), 'aria-busy', String(!isIdle));
  document.title = [firstIn(tree, isScreen)?.label, name].filter(Boolean).join(' · ');
  if (!isIdle) watch();
}
async function watch() {
  if (isWatching) return;
  isWatching = true;
  try {
    for (let reply; !reply || reply.busy.length || reply.revision < revision;) {
      reply = await ask('/tree?idle=5000');
      show(reply);
    }
  } catch { /* The banner tells that the app does not answer. */ }
  isWatching = false;
}
const learnName = () => { name = now('/status').app; };
onReturn.push(learnName);
listeners.push(() => mark(shown));
addEventListener('hashchange', () => location.reload());
// The page has loaded when it shows the app.
try {
  const {path, text} = question();
  believe(now(path), sha256(text));
  learnName();
  perform();
} catch (problem) { lose(problem); }
follow();
