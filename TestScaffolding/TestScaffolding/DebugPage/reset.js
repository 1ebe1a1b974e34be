'use strict';

// Resets: one for each situation, and one with everything as the form says.

const ephemeral = 'EPHEMERAL_', lines = text => text.split('\n').map(line => line.trim()).filter(Boolean);
async function reset(request, button) {
  try {
    const receipt = await ask('/reset', request);
    say(`Generation ${receipt.generation} is up, after ${time(receipt.nanoseconds)}: ${verdict(receipt)}.`, !receipt.isClean, button);
    return true;
  } catch (problem) {
    tell(problem, button);
    await refreshHistory().catch(complain);
    return false;
  }
}
function flagRow(flag, value) {
  const id = 'cs-flag-' + flag.key, note = id + '-note';
  const attributes = {id, 'data-key': flag.key, 'data-type': flag.type, 'aria-describedby': note};
  let input;
  if (flag.type === 'Bool') {
    input = make('select', attributes, make('option', {value: '', text: 'leave'}),
      make('option', {value: 'true', text: 'true'}), make('option', {value: 'false', text: 'false'}));
  } else {
    const inputmode = {Int: 'numeric', Double: 'decimal'}[flag.type];
    input = make('input', {...attributes, type: 'text', inputmode, autocomplete: 'off', placeholder: 'leave'});
  }
  input.value = value;
  return make('div', {class: 'field'}, make('label', {for: id, text: flag.key}), input,
    make('span', {id: note, class: 'hint', text: `${flag.type}, now ${flag.value} (${flag.layer}). ${flag.summary}`}));
}
// The value as JSON, with the type that the flag has.
function flagText(input) {
  const text = input.value;
  if (input.dataset.type === 'String') return JSON.stringify(text);
  const isFine = {Bool: /^(true|false)$/, Int: /^-?\d+$/, Double: /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/}[input.dataset.type];
  if (!isFine.test(text.trim())) throw new Error(`The flag ${input.dataset.key} takes a value of type ${input.dataset.type}, not “${text}”.`);
  return text.trim();
}
let filled = {}, filledFor;
function fillForm(setup) {
  const [flags, others] = [{}, []];
  for (const argument of setup.launchArguments) {
    if (argument.startsWith(ephemeral)) Object.assign(flags, JSON.parse(argument.slice(ephemeral.length)));
    else others.push(argument);
  }
  // What was typed stays until the app is started with something else.
  const own = JSON.stringify([setup.launchArguments, setup.launchEnvironment]), isSame = own === filledFor;
  filledFor = own;
  const value = (id, text = '') => {
    const before = filled[id], typed = $(id)?.value ?? before;
    filled[id] = String(text);
    return isSame && typed !== before ? typed : filled[id];
  };
  $('cs-flags').replaceChildren(make('legend', {text: 'Flags'}),
    ...setup.flags.length ? setup.flags.map(flag => flagRow(flag, value('cs-flag-' + flag.key, flags[flag.key]))) : [make('p', {class: 'hint', text: 'The app declares none.'})]);
  $('cs-arguments').value = value('cs-arguments', others.join('\n'));
  $('cs-environment').value = value('cs-environment', Object.entries(setup.launchEnvironment).map(([name, value]) => `${name}=${value}`).join('\n'));
  showClock(setup.clock);
  $('cs-presets').replaceChildren(
    make('button', {id: 'cs-preset-clean', text: 'No situation', title: 'Erases all data, without any argument or flag.',
      onclick: () => reset({launchArguments: [], launchEnvironment: {}}, $('cs-presets'))}),
    ...setup.situations.map(situation => make('button', {id: 'cs-preset-' + situation.name, text: words(situation.name),
      title: situation.summary, onclick: () => reset({launchArguments: [situation.argument], launchEnvironment: {}}, $('cs-presets'))})));
}
const words = name => name.replace(/([a-z0-9])([A-Z])/g, (_, a, b) => a + ' ' + b.toLowerCase()).replace(/^./, c => c.toUpperCase());
function formRequest() {
  const set = [...$('cs-flags').querySelectorAll('[data-key]')].filter(input => input.value !== '')
    .map(input => JSON.stringify(input.dataset.key) + ':' + flagText(input));
  const launchEnvironment = {};
  for (const line of lines($('cs-environment').value)) {
    const at = line.indexOf('=');
    if (at < 1) throw new Error(`“${line}” is not of the form NAME=value.`);
    launchEnvironment[line.slice(0, at)] = line.slice(at + 1);
  }
  return {launchArguments: [...lines($('cs-arguments').value), ...set.length ? [`${ephemeral}{${set}}`] : []],
    launchEnvironment, keepData: $('cs-keep').checked};
}
when('cs-reset-form', 'submit', event => {
  event.preventDefault();
  try { reset(formRequest(), $('cs-reset-button')); } catch (problem) { tell(problem, $('cs-reset-button')); }
});
listeners.push(async isNew => { if (isNew) keepFocus(await ask('/setup'), fillForm); });
// The form is made anew; the control that had the keyboard gets it back.
function keepFocus(value, change) {
  const id = document.activeElement?.id;
  change(value);
  if (id && document.activeElement?.id !== id) $(id)?.focus({preventScroll: true});
}
