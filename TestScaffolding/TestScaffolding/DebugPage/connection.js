'use strict';

// Asking the app, with the token from the page's address; following it from drawing to drawing, and saying so when it
// does not answer.

class Refusal extends Error {
  constructor(status, reply) { super(reply.message); this.status = status; this.code = reply.code; }
}
const token = () => new URLSearchParams(location.hash.slice(1)).get('token') || '';
async function ask(path, body, signal) {
  const headers = {Authorization: 'Bearer ' + token()};
  const options = {headers, signal, cache: 'no-store', credentials: 'omit', redirect: 'error'};
  if (body !== undefined) Object.assign(options, {method: 'POST', body: JSON.stringify(body)});
  const answer = await fetch(path, options);
  const reply = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, reply);
  return reply;
}
// What cannot be reached is told by the banner; what the app refuses is told here.
const complain = problem => { if (problem instanceof Refusal) say(problem.message, true); };

let isLost = false;
function lose(problem) {
  isLost = true;
  const wrong = problem instanceof Refusal && (problem.status === 401 || problem.status === 403);
  put($('cs-banner'), 'text', wrong
    ? 'The app refuses the page: ' + problem.message + ' Open the address that the running app has printed.'
    : 'The app does not answer. It has ended or is held; the page goes on as soon as it is back.');
  $('cs-banner').hidden = false;
  $('cs-screen').classList.add('stale');
}
function find() {
  if (!isLost) return;
  isLost = false;
  $('cs-banner').hidden = true;
  $('cs-screen').classList.remove('stale');
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
  draw(reply);
  if (isSame) return;
  for (const listener of listeners) (async () => listener(isNew))().catch(complain);
}
async function follow() {
  for (;;) {
    waiting = new AbortController();
    const path = revision === undefined ? '/tree' : `/tree?after=${revision}&timeout=5000`;
    try {
      const reply = await ask(path, undefined, AbortSignal.any([waiting.signal, AbortSignal.timeout(8000)]));
      find();
      take(reply);
    } catch (problem) {
      revision = undefined;
      if (!waiting.signal.aborted) { lose(problem); await pause(1000); }
    }
  }
}
