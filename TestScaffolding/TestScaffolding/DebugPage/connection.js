'use strict';

// Asking the app, and following it from drawing to drawing.

class Refusal extends Error {
  constructor(status, reply) { super(reply.message); this.status = status; this.code = reply.code; }
}
const lost = () => new Error('The app does not answer.');
const token = () => new URLSearchParams(location.hash.slice(1)).get('token') || '';
// Another program may have taken the port. So the token is shown only to who proves to know it.
let isMet = false, losses = 0;
const hex = bytes => [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');
function question() {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  return {path: '/proof?nonce=' + nonce, text: `${location.host} ${nonce} ${token()}`};
}
function believe({proof}, digest) {
  if (proof !== digest) throw new Refusal(403, {message: 'its token is another one.'});
  isMet = true;
}
async function meet(signal) {
  const {path, text} = question();
  believe(await request(path, {signal}), hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
async function request(path, options) {
  const before = losses, answer = await fetch(path, {cache: 'no-store', credentials: 'omit', redirect: 'error', ...options});
  const reply = await answer.json();
  // What is read late may be of a process that has ended, and the next one counts from 1 again.
  if (!options.method && before !== losses) throw lost();
  if (!answer.ok) throw new Refusal(answer.status, reply);
  return reply;
}
async function ask(path, body, more) {
  if (!isMet) throw lost();
  const options = {headers: {Authorization: 'Bearer ' + token()}, ...more};
  if (body !== undefined) Object.assign(options, {method: 'POST', body: JSON.stringify(body)});
  return options.method ? inSight(request(path, options)) : request(path, options);
}
// What was sent to an app that is stopped is done when it goes on. So the page says that it waits.
async function inSight(answer) {
  let hasWaited = false;
  const late = setTimeout(() => {
    if (isLost) return;
    hasWaited = true;
    say('The app has not answered yet. What you did waits, and is done when the app goes on.', true);
  }, 1500);
  try { return await answer; } finally {
    clearTimeout(late);
    if (hasWaited) say('The app has answered.');
  }
}
// What cannot be reached is told by the banner; what the app refuses is told here.
const tell = (problem, near) => say(problem.message, true, near);
const complain = problem => { if (problem instanceof Refusal) tell(problem); };

// What is to be forgotten when another app answers.
const onReturn = [];
let isLost = false;
function forgetApp() {
  isMet = false;
  revision = undefined;
  losses += 1;
}
function lose(problem) {
  isLost = true;
  forgetApp();
  const wrong = problem instanceof Refusal && (problem.status === 401 || problem.status === 403);
  write('cs-banner', !token()
    ? 'This address lacks its token, the part after #. Open the whole address, as the app prints it when it starts and when it ends, '
      + 'click it in the terminal, or start the app with --open-browser.'
    : wrong ? 'The app at this address refuses the page: ' + problem.message + ' Open the address that the running app has printed.'
    : 'The app does not answer. It has ended or is stopped. Start it again with cleanslate run or --control-port, or let it go on with fg in '
      + 'its terminal or kill -CONT. The page then goes on by itself; if it prints another address, open that one.');
  $('cs-banner').hidden = false;
  $('cs-screen').classList.add('stale');
  put($('cs-screen'), 'aria-busy', 'true');
}
function find() {
  if (!isLost) return;
  isLost = false;
  for (const forget of onReturn) forget();
  $('cs-banner').hidden = true;
  $('cs-screen').classList.remove('stale');
  put($('cs-screen'), 'aria-busy');
  say('The app answers again.');
}

// Called after each drawing, with whether it is the first of a generation or of this connection.
const listeners = [];
let revision, generation, waiting;
function take(reply, isTheTruth = false) {
  const isNew = revision === undefined || reply.generation !== generation, isSame = reply.revision === revision;
  if (reply.revision < revision || isSame && !isTheTruth) return;
  revision = reply.revision;
  generation = reply.generation;
  draw(reply, isNew);
  if (isSame) return;
  for (const listener of listeners) (async () => listener(isNew))().catch(complain);
}
async function follow() {
  for (;;) {
    waiting = new AbortController();
    const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(8000)]);
    const path = revision === undefined ? '/tree' : `/tree?after=${revision}&timeout=5000`;
    try {
      if (!isMet) await meet(signal);
      const asked = revision, reply = await ask(path, undefined, {signal}), isNews = reply.revision !== revision;
      // It was started again meanwhile.
      if (reply.revision < asked) throw lost();
      find();
      take(reply);
      // Who acts on the page is not to wait for requests that only tell what it has shown already.
      if (!isNews) await pause(100);
    } catch (problem) {
      if (waiting.signal.aborted) forgetApp(); else { lose(problem); await pause(1000); }
    }
  }
}
