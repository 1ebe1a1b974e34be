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
const begin = (id, more) => () => reset({launchArguments: [], launchEnvironment: {}, ...more}, $(id));
function flagRow(flag, isSame) {
  const id = 'cs-flag-' + flag.key, note = id + '-note';
  const attributes = {id, 'data-key': flag.key, 'data-type': flag.type, 'aria-describedby': note};
  let input;
  if (flag.type === 'Bool') {
    input = make('select', attributes, ...['', 'true', 'false'].map(value => make('option', {value, text: value || 'leave'})));
  } else {
    const inputmode = {Int: 'numeric', Double: 'decimal'}[flag.type];
    input = make('input', {...attributes, type: 'text', inputmode, autocomplete: 'off', placeholder: 'leave'});
  }
  input.own = flag.layer === 'ephemeral' ? flag.value : undefined;
  fillIn(input, input.own ?? '', isSame);
  return make('div', {class: 'field'}, make('label', {for: id, text: flag.key}), input,
    make('span', {id: note, class: 'hint', text: `${flag.type}, now ${flag.value} (${flag.layer}). ${flag.summary}`}));
}
// The value as JSON, with the type that the flag has.
function flagText(input, text) {
  if (input.dataset.type === 'String') return JSON.stringify(text);
  const isFine = {Bool: /^(true|false)$/, Int: /^-?\d+$/, Double: /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/}[input.dataset.type];
  if (!isFine.test(text.trim())) throw new Error(`The flag ${input.dataset.key} takes a value of type ${input.dataset.type}, not “${text}”.`);
  return text.trim();
}
// A field that nobody has typed in stands for what the app was started with, which not every field can hold.
const isTyped = field => field.value !== field.filled;
function fillIn(field, text, isSame) {
  const before = $(field.id), typed = isSame && before && isTyped(before) ? before.value : text;
  field.value = text;
  field.filled = field.value;
  field.value = typed;
}
let filledFor, others, environment;
function fillForm(setup) {
  others = setup.launchArguments.filter(argument => !argument.startsWith(ephemeral));
  environment = setup.launchEnvironment;
  // What was typed stays until the app is started with something else.
  const own = JSON.stringify([setup.launchArguments, environment]), isSame = own === filledFor;
  filledFor = own;
  $('cs-flags').replaceChildren(make('legend', {text: 'Flags'}),
    ...setup.flags.length ? setup.flags.map(flag => flagRow(flag, isSame)) : [make('p', {class: 'hint', text: 'The app declares none.'})]);
  fillIn($('cs-arguments'), others.join('\n'), isSame);
  fillIn($('cs-environment'), Object.entries(environment).map(([name, value]) => `${name}=${value}`).join('\n'), isSame);
  $('cs-presets').replaceChildren(
    make('button', {id: 'cs-preset-clean', text: 'No situation', title: 'Erases all data, without any argument or flag.',
      onclick: begin('cs-presets')}),
    ...setup.situations.map(situation => make('button', {id: 'cs-preset-' + situation.name, text: words(situation.name),
      title: situation.summary, onclick: begin('cs-presets', {launchArguments: [situation.argument]})})));
}
const words = name => name.replace(/([a-z0-9])([A-Z])/g, (_, a, b) => a + ' ' + b.toLowerCase()).replace(/^./, c => c.toUpperCase());
function formRequest() {
  const set = [...$('cs-flags').querySelectorAll('[data-key]')].flatMap(input => {
    const text = isTyped(input) ? input.value || undefined : input.own;
    return text === undefined ? [] : [JSON.stringify(input.dataset.key) + ':' + flagText(input, text)];
  });
  const [words, variables] = ['cs-arguments', 'cs-environment'].map(id => isTyped($(id)) && lines($(id).value));
  const launchEnvironment = variables ? {} : environment;
  for (const line of variables || []) {
    const at = line.indexOf('=');
    if (at < 1) throw new Error(`“${line}” is not of the form NAME=value.`);
    launchEnvironment[line.slice(0, at)] = line.slice(at + 1);
  }
  return {launchArguments: [...words || others, ...set.length ? [`${ephemeral}{${set}}`] : []],
    launchEnvironment, keepData: $('cs-keep').checked};
}
when('cs-reset-form', 'submit', event => {
  event.preventDefault();
  return reset(formRequest(), event.submitter);
});
const refreshSetup = inOrder(() => ask('/setup'), setup => keepFocus(setup, fillForm));
listeners.push(isNew => isNew && refreshSetup());
// The form is made anew; the control that had the keyboard gets it back.
function keepFocus(value, change) {
  const id = document.activeElement?.id;
  change(value);
  if (id && document.activeElement?.id !== id) $(id)?.focus({preventScroll: true});
}
