'use strict';

// Named states: saved under a name, and begun from by a reset, as situations are.

function showStates({states}) {
  $('cs-states').hidden = $('cs-states-title').hidden = !states.length;
  $('cs-states').replaceChildren(...states.map(({name, isOfThisBuild, parts}) => make('li', {},
    make('button', {id: 'cs-begin-' + encodeURIComponent(name), 'data-state': name, text: name, disabled: !isOfThisBuild,
      onclick: () => reset({launchArguments: [], launchEnvironment: {}, state: name}, $('cs-states'))}),
    make('span', {class: 'hint', text: !isOfThisBuild ? 'Another build has saved it: save it anew.'
      : parts.map(({part, count}) => `${count} of ${part}`).join(', ') || 'no data'}),
    make('button', {id: 'cs-delete-' + encodeURIComponent(name), text: 'Delete', 'aria-label': `Delete the state “${name}”`,
      onclick: () => deleteState(name)}))));
}
async function deleteState(name) {
  const next = $('cs-delete-' + encodeURIComponent(name)).closest('li').nextSibling?.lastChild.id;
  try {
    keepFocus(await ask('/states/' + encodeURIComponent(name), undefined, {method: 'DELETE'}), showStates);
    if (document.activeElement === document.body) $(next ?? 'cs-state-name').focus();
    say(`“${name}” is deleted.`, false, $('cs-save-state-button'));
  } catch (problem) { tell(problem, $('cs-save-state-button')); }
}
const refreshStates = async () => keepFocus(await ask('/states'), showStates);
when('cs-save-state', 'submit', async event => {
  event.preventDefault();
  try {
    const {state} = await ask('/states', {name: $('cs-state-name').value.trim()});
    const left = state.leftOut.length ? ` Without ${state.leftOut.join(', ')}, which nobody can copy.` : '';
    say(`“${state.name}” is saved.` + left, left !== '', $('cs-save-state-button'));
    await refreshStates();
  } catch (problem) {
    tell(problem, $('cs-save-state-button'));
  }
});
listeners.push(async isNew => { if (isNew) await refreshStates(); });
onOpening['cs-reset'] = () => refreshStates().catch(complain);
