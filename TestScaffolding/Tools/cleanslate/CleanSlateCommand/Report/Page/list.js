'use strict';

// The summary, the filters and the list of tests.

const outcomes = ['passed', 'failed', 'flaky', 'broken off', 'skipped', 'not run'];
const kinds = [
  ['', 'all', () => true],
  ...outcomes.map(word => [word, word, test => test.outcome === word]),
  ['slow', 'slow', test => test.isSlow], ['leaking', 'leaking', test => test.isLeaking],
].map(([value, label, takes]) => ({value, label, takes, count: tests.filter(takes).length}));

// A name that is longer than its line breaks between the words that are joined in it.
const breakable = name => name.split(/(?<=[a-z0-9])(?=[A-Z])/).flatMap((word, at) => at ? [make('wbr', {}), word] : [word]);

function summarize() {
  const attempts = tests.flatMap(test => test.attempts.map(attempt => ({...attempt, test: `${test.suite} ${test.title}`})));
  // Where the run has said what it says of each test, its figures are these.
  const verdicts = [...new Map(tests.map(test => test.verdict ? [test.id, test.verdict] : [test.key, test.outcome])).values()];
  const words = kinds.slice(1).map(kind => ({...kind, count: outcomes.includes(kind.value) ? verdicts.filter(each => each === kind.value).length : kind.count}))
    .filter(kind => kind.count).map(kind => `${kind.count} ${kind.label}`).join(', ');
  $('cs-facts').textContent = `${plural(verdicts.length, 'test')} in ${seconds(timeOf(attempts))}: ${words || 'none'}. ${data.costs}`;
  const used = attempts.filter(({summary}) => summary.launches + summary.resets > 0);
  $('cs-cost-tables').replaceChildren(costTable('Apps', 'app', used), costTable('The ten tests that spent most', 'test', used, 10));
  $('cs-costs').hidden = !used.length;
  const remarks = new Map();
  for (const {entry} of data.items) for (const remark of entry.remarks ?? []) remarks.set(remark, [...remarks.get(remark) ?? [], entry.test]);
  const first = list => `${list[0].app ?? ''} ${list[0].suite} ${list[0].name}`.trim() + (list.length > 1 ? `, and ${list.length - 1} more` : '');
  $('cs-remark-list').replaceChildren(...[...remarks].map(([remark, list]) => make('li', {}, `${remark} (${first(list)})`)));
  $('cs-remarks').hidden = !remarks.size;
  $('cs-problems').replaceChildren(...data.problems.map(problem => make('li', {}, problem)));
  $('cs-problems').hidden = !data.problems.length;
}

const figures = ['launches', 'launchNanoseconds', 'resets', 'resetNanoseconds'];
// The costs of what has the same name, the highest first.
function costTable(caption, name, used, most = used.length) {
  const groups = new Map(used.map(each => [each[name], []]));
  for (const each of used) groups.get(each[name]).push(each);
  const sums = [...groups].map(([title, group]) =>
    [title, [...figures.map(figure => group.reduce((sum, {summary}) => sum + (summary[figure] ?? 0), 0)), timeOf(group)]]);
  const cost = ([, [, launching, , resetting]]) => launching + resetting, each = (count, time) => count ? nanoseconds(time / count) : '';
  return table(caption, [name, 'launches', 'took', 'each', 'resets', 'took', 'each', 'tests took'],
    sums.sort((a, b) => cost(b) - cost(a)).slice(0, most).map(([title, [launches, launching, resets, resetting, whole]]) =>
      [title, launches, nanoseconds(launching), each(launches, launching), resets, nanoseconds(resetting), each(resets, resetting), seconds(whole)]));
}

const option = (value, label) => make('option', {value}, label);
const names = list => [...new Set(list)].sort((a, b) => a.localeCompare(b));
$('cs-outcome').append(...kinds.filter(kind => !kind.value || kind.count).map(kind => option(kind.value, `${kind.label} (${kind.count})`)));
$('cs-app').append(option('', 'all'), ...names(tests.map(test => test.app).filter(Boolean)).map(name => option(name, name)));
$('cs-suite').append(option('', 'all'), ...names(tests.map(test => test.where)).map(name => option(name, name)));

let shown = [];
const rank = {failed: 0, 'broken off': 0, flaky: 1, passed: 3, skipped: 4};
// What went wrong comes first.
const ordered = tests.map((test, index) => ({test, index}))
  .sort((a, b) => (rank[a.test.outcome] ?? 2) - (rank[b.test.outcome] ?? 2) || a.index - b.index).map(each => each.test);
const list = chooser($('cs-list'), index => showTest(shown[index]));
const rows = new Map();
function row(test) {
  if (!rows.has(test)) {
    const extras = [test.isSlow && 'slow', test.isLeaking && 'leaking', test.attempts.length > 1 && plural(test.attempts.length, test.attempts[0].role ? 'app' : 'attempt')];
    rows.set(test, make('div', {},
      make('span', {class: `word ${test.outcome === 'broken off' ? 'failed' : test.outcome}`}, test.outcome),
      make('span', {class: 'grow'}, ...breakable(`${test.suite} ${test.title}`.trim())),
      make('span', {class: 'time'}, [seconds(test.seconds), ...extras.filter(Boolean)].join(', '))));
  }
  return rows.get(test);
}
function filter() {
  const kind = kinds.find(each => each.value === $('cs-outcome').value) ?? kinds[0];
  const [app, suite, text] = [$('cs-app').value, $('cs-suite').value, $('cs-text').value.trim().toLowerCase()];
  shown = ordered.filter(test => kind.takes(test) && (!app || test.app === app) && (!suite || test.where === suite)
    && (!text || test.haystack.includes(text)));
  list.fill(shown.map(row));
  $('cs-count').textContent = shown.length === tests.length ? plural(tests.length, 'test') : `${shown.length} of ${plural(tests.length, 'test')}`;
  const at = shown.indexOf(current.test);
  if (at >= 0) list.mark(at);
}
for (const id of ['cs-outcome', 'cs-app', 'cs-suite']) $(id).addEventListener('change', filter);
$('cs-text').addEventListener('input', filter);
