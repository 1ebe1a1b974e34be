'use strict';

// One test: its failures, and the timeline whose screens are stepped through.

const current = {test: undefined, attempt: undefined, trace: undefined, step: -1};
const steps = chooser($('cs-steps'), index => showStep(index));

function showTest(test, wantedAttempt, wantedStep = null) {
  // The attempt that failed tells the most.
  const failed = test.attempts.findLastIndex(attempt => attempt.summary.outcome !== 'passed');
  const number = test.attempts[wantedAttempt] ? wantedAttempt : failed >= 0 ? failed : test.attempts.length - 1;
  const attempt = test.attempts[number], trace = traceOf(attempt), {summary} = attempt;
  Object.assign(current, {test, attempt: number, trace, step: -1});
  $('cs-test-title').textContent = `${test.suite} ${test.title}`;
  $('cs-test-facts').textContent = [test.outcome, test.module, attempt.app, seconds(summary.seconds), test.app && plural(summary.resets, 'reset'),
    test.app && (summary.launches ? `launched ${summary.launches === 1 ? 'once' : summary.launches + ' times'}` : 'not launched'),
    summary.leaks ? plural(summary.leaks, 'leak') : undefined,
    Math.abs(attempt.date || Infinity) <= 8.64e12 ? new Date(attempt.date * 1000).toISOString().replace('T', ' ').slice(0, 19) + ' UTC' : undefined]
    .filter(Boolean).join(' · ');
  const notes = [attempt.note, trace.unread.length ? `Not to be read in the trace: line ${trace.unread.join(', ')}.` : undefined].filter(Boolean);
  $('cs-test-note').textContent = notes.join(' ');
  $('cs-test-note').hidden = !notes.length;
  const attempts = test.attempts.length < 2 ? [] : [make('div', {class: 'buttons', role: 'group', 'aria-label': test.attempts[0].role ? 'Apps' : 'Attempts'},
    ...test.attempts.map((each, index) => {
      const button = make('button', {type: 'button', 'aria-pressed': String(index === number)}, `${nameOf(each, test)}: ${each.summary.outcome}`);
      button.addEventListener('click', () => {
        showTest(test, index);
        $('cs-failures').querySelectorAll('[aria-pressed]')[index].focus();
      });
      return button;
    }))];
  const failures = trace.failures.length ? trace.failures : attempt.message ? [{message: attempt.message}] : [];
  $('cs-failures').replaceChildren(...attempts, ...failures.map(failure => {
    // A framework names no line of an error that was thrown, but the step that threw it does.
    const thrown = trace.steps.findLast(step => step.error && step.file && step.number <= failure.step);
    const place = failure.line > 0 ? failure : thrown;
    return make('div', {class: 'failure'}, make('h3', {}, test.outcome === 'skipped' ? 'Why it was skipped' : 'Failure'),
      make('pre', {tabindex: '0', role: 'group', 'aria-label': 'Message'}, failure.message),
      place && sourceAround(trace, place.file, place.line, 'The line that failed'));
  }));
  $('cs-trace').hidden = !trace.steps.length;
  if (!trace.steps.length) {
    if (!test.app) $('cs-failures').append(hint('No app was lent to this test, so there is no trace of it.'));
    else if (!failures.length) $('cs-failures').append(hint('No trace was kept of this test: it passed. CLEANSLATE_TRACE=on keeps all.'));
    return remember();
  }
  const wrong = new Set(trace.failures.map(failure => failure.step));
  steps.fill(trace.steps.map((step, index) => {
    const isWrong = step.error || wrong.has(step.number);
    const row = make('div', {class: isWrong || step.request?.request.problem ? 'bad' : ''},
      make('span', {class: 'time'}, step.leftOut ? '' : nanoseconds(step.at)),
      make('span', {class: 'grow'}, '\u2002'.repeat(2 * (step.depth ?? 0)) + step.text
        + (step.element ? `: ${step.element}` : '') + (step.request ? `: ${step.request.outcome}` : '') + (isWrong ? (step.error ? ` (failed: ${step.error})` : ' (then the failure)') : '')),
      make('span', {class: 'time'}, [step.clock !== trace.steps[index - 1]?.clock && clockOf(step),
        step.nanoseconds && nanoseconds(step.nanoseconds), step.file && `${shortFile(step.file)}:${step.line}`]
        .filter(Boolean).join(', ')));
    return row;
  }));
  showReceipts(trace);
  showLog(trace);
  $('cs-output').replaceChildren(trace.output ? text(trace.output) : hint('The app has written nothing.'));
  const last = trace.steps.findLastIndex(step => step.error || wrong.has(step.number));
  const wanted = trace.steps.findIndex(step => wantedStep !== null && String(step.number) === wantedStep);
  steps.choose(wanted >= 0 ? wanted : last >= 0 ? last : trace.steps.length - 1);
}

// What the app's own clock says, where it stands still.
const clockOf = step => step.clock ? `clock at ${step.clock.replace('T', ' ').replace(/(\.000)?Z$/, '')}` : step.leftOut ? undefined : 'clock runs';
// The screen that was there after a step: its own, or that of the nearest step before it, if none between is left out.
function screenAt(index) {
  for (let at = index; at >= 0 && !current.trace.steps[at].leftOut; at -= 1) {
    const screen = current.trace.screens.get(current.trace.steps[at].screen);
    if (screen) return screen;
  }
}
function showStep(index) {
  const {trace} = current, step = trace.steps[index];
  current.step = index;
  const before = screenAt(index - 1), after = screenAt(index);
  const none = 'Nothing was on the screen, or nobody knows what.';
  paint($('cs-before'), before, after, none);
  const changes = paint($('cs-after'), after, before, none);
  // What only happens, and what could not be done, has no screen of its own.
  const isKnown = !step.nanoseconds || step.error || trace.screens.has(step.screen) || !/^(Tap|Type|Go|Follow|Look|Wait|Reset)/.test(step.text);
  $('cs-after-title').textContent = 'After' + (before && after ? before === after ? ': the same' : `: ${plural(changes, 'change')} marked` : '')
    + (isKnown ? '' : ' (the screen of this step is gone with its process)');
  $('cs-step-text').textContent = step.leftOut ? step.text
    : `${step.request ? 'Request' : `Step ${step.number}`}: ${step.text}${step.element ? `, ${step.element}` : ''}${step.request ? `, ${step.request.outcome}` : ''}${step.nanoseconds ? `, ${nanoseconds(step.nanoseconds)}` : ''}`
      + (step.clock ? `, ${clockOf(step)}` : '');
  $('cs-source').replaceChildren(sourceAround(trace, step.file, step.line, 'The line that asked'));
  const {gone, come} = before && after ? changedLines(before.tree, after.tree) : {gone: [], come: []};
  $('cs-changes').replaceChildren(gone.length + come.length ? make('ul', {class: 'plain code'},
    ...gone.map(line => make('li', {}, make('del', {}, `− ${line}`))), ...come.map(line => make('li', {}, make('ins', {}, `+ ${line}`))))
    : hint(step.request ? 'The step in which the app asked says what has changed.' : !before || !after ? 'The screen before or after it is not known.' : 'This step has changed nothing on the screen.'));
  $('cs-tree').replaceChildren(after ? text(after.tree) : hint('There is no screen.'));
  showRequests(trace, step.request);
  showAttachments(trace, after);
  $('cs-previous').disabled = index === 0;
  $('cs-next').disabled = index === trace.steps.length - 1;
  remember();
}
$('cs-previous').addEventListener('click', () => steps.choose(current.step - 1));
$('cs-next').addEventListener('click', () => steps.choose(current.step + 1));
