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

// The lines of a trace, by kind. One that cannot be read is told of, and the others count.
function traceOf(attempt) {
  const trace = {steps: [], screens: new Map(), failures: [], receipts: [], requests: [], events: [], sources: [], attachments: [], output: '',
    unread: [], raw: ''};
  if (attempt.trace === undefined || attempt.trace === null) return trace;
  trace.raw = read(`cs-trace-${attempt.trace}`).trim();
  for (const [index, line] of trace.raw.split('\n').entries()) {
    let record;
    try { record = JSON.parse(line); } catch { trace.unread.push(index + 1); continue; }
    if (record.kind === 'step') trace.steps.push(record);
    else if (record.kind === 'leftOut') trace.steps.push({leftOut: record.steps, text: `${plural(record.steps, 'step')} left out`});
    else if (record.kind === 'screen') trace.screens.set(record.number, record);
    else if (record.kind === 'failure') trace.failures.push(record);
    else if (record.kind === 'receipt') trace.receipts.push(record);
    else if (record.kind === 'request') trace.requests.push(record);
    else if (record.kind === 'event') trace.events.push(record);
    else if (record.kind === 'source') trace.sources.push(record);
    else if (record.kind === 'attachment') trace.attachments.push(record);
    else if (record.kind === 'output') trace.output = record.text;
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
