'use strict';

// The tests of the report.

// The apps of one test were there at the same time.
function timeOf(attempts) {
  const tests = new Map();
  for (const {id, role, summary} of attempts) {
    const roles = tests.get(id) ?? new Map();
    tests.set(id, roles.set(role, (roles.get(role) ?? 0) + summary.seconds));
  }
  return [...tests.values()].reduce((sum, roles) => sum + Math.max(...roles.values()), 0);
}

const shortFile = file => (file ?? '').split('/').slice(-2).join('/');

// Each test once, with all its attempts; the cases of a test with arguments are tests of their own.
const tests = [];
{
  const known = new Map();
  for (const item of data.items) {
    const {test, summary, message, date} = item.entry;
    const attempt = {...item, summary, message, date, role: test.role, app: test.app, id: test.id};
    delete attempt.entry;
    const same = test.isCase ? undefined : known.get(test.id);
    if (same) { same.attempts.push(attempt); continue; }
    const number = tests.filter(other => test.isCase && other.id === test.id).length;
    const made = {...test, key: number ? `${test.id}~${number + 1}` : test.id, attempts: [attempt],
      title: test.isCase ? `${test.name} (case ${number + 1})` : test.name};
    tests.push(made);
    if (!test.isCase) known.set(test.id, made);
  }
  const ok = attempt => attempt.summary.outcome === 'passed';
  for (const test of tests) {
    const last = test.attempts[test.attempts.length - 1];
    const own = ok(last) && test.attempts.some(attempt => !ok(attempt)) ? 'flaky' : last.summary.outcome;
    // The run knows of what failed beside the app. What it says of a test, it says of all cases together.
    test.verdict = last.verdict;
    test.outcome = test.isCase ? own : test.verdict ?? own;
    test.seconds = timeOf(test.attempts);
    test.isLeaking = test.attempts.some(attempt => attempt.summary.leaks > 0);
    test.message = test.attempts.map(attempt => attempt.message ?? '').join('\n');
    test.haystack = [test.module, test.suite, test.title, test.message].join('\n').toLowerCase();
    test.where = [test.module, test.suite].filter(Boolean).join('.');
  }
  // Slow is what takes more than a second, and five times as long as the test in the middle.
  const sorted = tests.map(test => test.seconds).sort((a, b) => a - b), middle = sorted[sorted.length >> 1] ?? 0;
  for (const test of tests) test.isSlow = test.seconds > Math.max(1, 5 * middle);
}

// How an attempt is called: by its number, and by the app if the test had several.
function nameOf(attempt, test) {
  const same = test.attempts.filter(other => other.role === attempt.role), number = same.indexOf(attempt) + 1;
  return [attempt.role, (!attempt.role || same.length > 1) && `Attempt ${number}`].filter(Boolean).join(', ');
}

// What is known of each kind of line: an example of its form. What has a question mark may be missing.
const forms = {
  step: {number: 0, at: 0, depth: 0, text: '', 'file?': '', 'clock?': ''}, leftOut: {steps: 0},
  screen: {number: 0, columns: 0, rows: [[{c: 0, n: 0, t: '', 's?': ''}]], text: '', tree: ''},
  failure: {message: ''}, event: {at: 0, what: '', text: ''}, source: {file: '', first: 0, lines: ['']},
  request: {at: 0, request: {method: '', url: '', headers: {}, at: ''}, 'answer?': {headers: {}, bytes: 0}},
  receipt: {step: 0, receipt: {steps: [{}], leaks: [{}], late: [''], survived: [{}], failures: [{}]}},
  attachment: {name: '', text: ''}, output: {text: ''},
};
function fits(value, form) {
  if (Array.isArray(form)) return Array.isArray(value) && value.every(each => fits(each, form[0]));
  if (typeof form !== 'object') return typeof value === typeof form;
  return typeof value === 'object' && value !== null && Object.entries(form).every(([name, each]) =>
    fits(name.endsWith('?') ? value[name.slice(0, -1)] ?? each : value[name], each));
}

// The lines of a trace, by kind. One that cannot be read is told of, and the others count.
function traceOf(attempt) {
  const trace = {steps: [], screens: new Map(), failures: [], receipts: [], requests: [], events: [], sources: [], attachments: [], output: '',
    unread: [], raw: ''};
  if (attempt.trace === undefined || attempt.trace === null) return trace;
  trace.raw = read(`cs-trace-${attempt.trace}`).trim();
  for (const [index, line] of trace.raw.split('\n').entries()) {
    let record;
    try { record = JSON.parse(line); } catch { record = null; }
    const kind = record?.kind;
    if (!fits(record, {kind: '', ...forms[kind]})) trace.unread.push(index + 1);
    else if (kind === 'leftOut') trace.steps.push({leftOut: record.steps, text: `${plural(record.steps, 'step')} left out`});
    else if (kind === 'screen') trace.screens.set(record.number, record);
    else if (kind === 'output') trace.output = record.text;
    else trace[`${kind}s`]?.push(record);
  }
  placeRequests(trace);
  return trace;
}

// What the app has asked for stands in the timeline as well, below the step before which nothing later has begun.
function placeRequests(trace) {
  trace.requests.sort((a, b) => a.at - b.at);
  trace.requests.forEach((record, index) => {
    const {method, url, status, problem, route} = record.request;
    record.outcome = (problem ? `failed: ${problem}` : status ? `${status}` : 'under way') + (route ? ` by ${route}` : '');
    const before = trace.steps.findLastIndex(step => step.at <= record.at);
    trace.steps.splice(before + 1, 0, {request: record, number: `r${index + 1}`, at: record.at, nanoseconds: record.nanoseconds,
      depth: 1, text: `${method} ${url}`, clock: trace.steps[before]?.clock});
  });
}
