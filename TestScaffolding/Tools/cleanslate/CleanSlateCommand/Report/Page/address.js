'use strict';

// The address names test and step, so that it can be handed on.

function addressOf() {
  const {test, attempt, trace, step} = current;
  const parts = [['test', test.key], ['attempt', test.attempts.length > 1 ? attempt + 1 : undefined], ['step', trace.steps[step]?.number]];
  return '#' + parts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
function remember() {
  const address = addressOf();
  $('cs-link').href = address;
  $('cs-status').textContent = '';
  if (location.hash !== address) history.replaceState(null, '', address);
}
function follow() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const first = ordered.find(each => each.id === data.opens) ?? ordered[0];
  const test = tests.find(each => each.key === wanted.get('test')) ?? (wanted.has('test') ? undefined : first);
  if (!test) {
    $('cs-test-title').textContent = wanted.has('test') ? 'The test of the address is not in this report' : 'There is no test';
    $('cs-status').textContent = $('cs-test-title').textContent;
    // Nothing of the test before stays below it.
    current.test = undefined;
    filter();
    for (const id of ['cs-test-facts', 'cs-failures']) $(id).replaceChildren();
    for (const id of ['cs-test-note', 'cs-trace']) $(id).hidden = true;
    return;
  }
  showTest(test, wanted.has('attempt') ? Number(wanted.get('attempt')) - 1 : undefined, wanted.get('step'));
  const at = shown.indexOf(test);
  if (at >= 0) list.mark(at);
}
addEventListener('hashchange', () => { if (!current.test || location.hash !== addressOf()) follow(); });
summarize();
filter();
follow();
