'use strict';

// The steps of the recording, which can be changed and replayed.

let outcomes = [], isReplaying = false;
const deedOf = step => Object.entries(step.deed)[0];
const whatOf = ({role, identifier}) => `${role} “${identifier}”`;
function phrase(step) {
  const [kind, deed] = deedOf(step);
  switch (kind) {
    case 'tap': return 'tap ' + whatOf(deed.target);
    case 'type': return (deed.replaces ? 'replace the text of ' : 'type into ') + whatOf(deed.target);
    case 'open': return 'open the link';
    case 'clock': {
      const {pauseAt: at, advanceSeconds: by, advanceTo: to} = deed.request;
      return at ? 'pause the clock at ' + at : to ? 'advance the clock to ' + to : by ? `advance the clock by ${by} s` : 'resume the clock';
    }
    case 'saveState': return 'save the state';
    case 'network': return `answer ${deed.route.to}${deed.route.once ? ' once' : ''} with ${deed.route.fails ?? deed.route.status ?? 200}`;
    case 'clearNetwork': return 'remove all routes';
    case 'reset': return deed.request.keepData ? 'reset, data kept' : deed.request.state ? `reset to “${deed.request.state}”` : 'reset';
    case 'expect':
      if (deed.property === 'screen') return 'expect the screen';
      if (deed.property === 'exists') return `expect that ${deed.query} exists`;
      if (deed.property === 'enabled') return `expect that ${deed.query} is ${deed.value === 'true' ? 'enabled' : 'disabled'}`;
      return `expect the ${deed.property} of ${deed.query}`;
    default: return kind;
  }
}
// The part of a step that is a text of its own.
function textKey(step) {
  const [kind, deed] = deedOf(step);
  if (kind === 'expect') return ['label', 'value', 'screen'].includes(deed.property) ? 'value' : undefined;
  return {type: 'text', open: 'link', saveState: 'name'}[kind];
}
function drawSteps() {
  const steps = recorded?.steps ?? [], isFixed = isRecording || isReplaying || isOld;
  $('cs-replay').disabled = isRecording || !steps.length;
  put($('cs-replay'), 'aria-disabled', String(isReplaying));
  patch($('cs-steps'), steps.map((step, index) => {
    const id = 'cs-step-' + index, key = textKey(step), outcome = outcomes[index] ?? {};
    const change = (name, label) => ({tag: 'button', key: name, text: label, attributes: {'data-change': name,
      'data-index': index, disabled: isFixed || name === 'up' && !index, 'aria-label': `${name === 'up' ? 'Move up' : 'Remove'} step ${index + 1}`}});
    const text = key && (deedOf(step)[1][key] ?? ''), tag = /[\r\n]/.test(text) ? 'textarea' : 'input';
    const field = key && {tag, attributes: {id, 'data-index': index, disabled: isFixed, autocomplete: 'off',
      'aria-label': `Text of step ${index + 1}`}};
    // Whoever writes there is not disturbed.
    if (field && !$(id)?.matches(tag + ':focus')) field.value = text;
    return {tag: 'li', attributes: {'data-outcome': outcome.state, 'aria-current': outcome.state === 'running' ? 'step' : undefined}, children: [
      {tag: 'button', attributes: {class: 'phrase', 'data-change': 'go', 'data-index': index, disabled: isRecording, 'aria-disabled': String(isReplaying),
        title: 'Resets the app and replays the steps up to here'}, text: `${index + 1}. ${phrase(step)}`}, ...field ? [field] : [],
      change('up', '↑'), change('remove', '✕'),
      ...outcome.state ? [{tag: 'span', key: 'outcome', attributes: {class: 'outcome'}, text: outcome.text ?? outcome.state}] : []]};
  }));
}
// Edits are seen at once, and go to the app one after the other. One that fails takes those after it along.
let lastEdit = Promise.resolve(), waitingEdits = 0, failedEdits = 0;
function edit(change) {
  const was = recorded.steps, steps = structuredClone(was), held = document.activeElement, failed = failedEdits;
  change(steps);
  recorded.steps = steps;
  outcomes = [];
  drawSteps();
  if (!held.isConnected) ($('cs-steps').lastChild?.lastChild ?? $('cs-record')).focus();
  waitingEdits += 1;
  lastEdit = lastEdit.then(async () => {
    if (failed !== failedEdits) return;
    const answer = ask(titled('/steps'), {steps, was}).finally(() => { waitingEdits -= 1; });
    try { await refreshRecording(answer); } catch (problem) {
      failedEdits += 1;
      waitingEdits = 0;
      tell(problem, $('cs-steps'));
      await refreshRecording().catch(complain);
    }
  });
}
when('cs-steps', 'click', ({target}) => {
  const index = Number(target.dataset.index);
  if (target.dataset.change === 'go') replayTo(index, $('cs-replay'));
  if (target.dataset.change === 'remove') edit(steps => steps.splice(index, 1));
  if (target.dataset.change === 'up') edit(steps => steps.splice(index - 1, 0, ...steps.splice(index, 1)));
});
when('cs-steps', 'change', ({target}) => edit(steps => {
  const step = steps[Number(target.dataset.index)];
  deedOf(step)[1][textKey(step)] = target.value;
}));

// Replaying, as the test does: each step is answered when the app is idle and drawn.

async function shows(screen) {
  let reply = await ask('/tree');
  for (const end = Date.now() + 5000; screenIn(reply.tree) !== screen;) {
    if (Date.now() > end) throw new Error(`The app shows the screen “${screenIn(reply.tree)}”, not “${screen}”.`);
    reply = await ask(`/tree?after=${reply.revision}&timeout=1000`);
  }
}
async function check({query, property, value}) {
  if (property === 'screen') return shows(value);
  let tree, known;
  do [tree, known] = [await ask('/tree'), await ask('/queries')]; while (tree.revision !== known.revision);
  const e = list(tree.tree, 0, [])[known.queries.indexOf(query)]?.e;
  if (!e) throw new Error('There is no such element.');
  const found = {label: e.label ?? '', value: e.value, enabled: String(!e.isDisabled)}[property];
  if (found === value) return;
  throw new Error(property === 'enabled' ? `It is ${e.isDisabled ? 'disabled' : 'enabled'}.` : `The ${property} is “${found ?? ''}”, not “${value ?? ''}”.`);
}
async function replay(step) {
  const [kind, deed] = deedOf(step), on = deed.target && {id: deed.target.identifier, roles: [deed.target.role]};
  if (step.screen && deed.property !== 'screen') await shows(step.screen);
  switch (kind) {
    case 'tap': return ask('/tap', on);
    case 'type': return ask('/type', {...on, text: deed.text, replace: deed.replaces});
    case 'back': return ask('/back', {});
    case 'open': return ask('/open', {link: deed.link});
    case 'clock': return ask('/clock', deed.request);
    case 'saveState': return ask('/states', {name: deed.name});
    case 'network': return ask('/network', deed.route);
    case 'clearNetwork': return ask('/network', undefined, {method: 'DELETE'});
    case 'reset': return ask('/reset', deed.request);
    case 'expect': return check(deed);
  }
}
// What only one of the two screens has. Which field has the keyboard is nobody's deed.
function difference(recordedTree, tree) {
  const [then, now] = [recordedTree, tree].map(each => list(each, 0, []).map(({e}) => said(e)));
  const gone = then.filter(line => !now.includes(line)), come = now.filter(line => !then.includes(line));
  const name = lines => lines[0] + (lines.length > 1 ? ` and ${lines.length - 1} more` : '');
  if (!gone.length && !come.length) return undefined;
  return ['differs from what was recorded', gone.length && 'not there: ' + name(gone), come.length && 'there instead: ' + name(come)]
    .filter(Boolean).join('; ');
}
// After a step, the app is as it was recorded before the next one.
async function differenceBefore(index) {
  const next = recorded.steps[index];
  if (!next || isOld) return undefined;
  if (next.screen) await shows(next.screen);
  const {tree} = await ask('/shown?step=' + index);
  return tree ? difference(tree, (await ask('/tree')).tree) : undefined;
}
async function replayTo(last, near) {
  if (isReplaying) return;
  const failed = failedEdits;
  isReplaying = true;
  outcomes = [];
  drawSteps();
  await lastEdit;
  if (failed !== failedEdits) {
    isReplaying = false;
    return drawSteps();
  }
  const {steps, launchArguments, launchEnvironment} = recorded;
  let index = -1;
  try {
    await ask('/reset', {launchArguments, launchEnvironment});
    for (index = 0; index <= last; index++) {
      outcomes[index] = {state: 'running'};
      drawSteps();
      await replay(steps[index]);
      const text = await differenceBefore(index + 1);
      outcomes[index] = text ? {state: 'differs', text} : {state: 'passed'};
    }
    const differing = outcomes.findIndex(({state}) => state === 'differs');
    if (differing >= 0) say(`After step ${differing + 1}, the screen ${outcomes[differing].text}.`, true, near);
    else say(last + 1 < steps.length ? `The app is where it was after step ${last + 1}.` : `All ${some(steps.length, 'step')} passed.`, false, near);
  } catch (problem) {
    if (index >= 0) outcomes[index] = {state: 'failed', text: 'failed: ' + problem.message};
    say((index < 0 ? 'The reset failed: ' : `Step ${index + 1} failed: `) + problem.message, true, near);
  }
  isReplaying = false;
  drawSteps();
}
when('cs-replay', 'click', ({target}) => replayTo(recorded.steps.length - 1, target));
