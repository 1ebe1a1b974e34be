'use strict';

// Named states: saved under a name, and begun from by a reset, as situations are.

const encoded = encodeURIComponent;
function showStates({states}) {
  $('cs-states').hidden = $('cs-states-title').hidden = !states.length;
  $('cs-states').replaceChildren(...states.map(({name, isOfThisBuild, parts}) => make('li', {},
    make('button', {id: 'cs-begin-' + encoded(name), 'data-state': name, text: name, disabled: !isOfThisBuild,
      onclick: begin('cs-states', {state: name})}),
    make('span', {class: 'hint', text: !isOfThisBuild ? 'Another build has saved it: save it anew.'
      : parts.map(({part, count}) => `${count} of ${part}`).join(', ') || 'no data'}),
    make('button', {id: 'cs-delete-' + encoded(name), text: 'Delete', 'aria-label': `Delete the state “${name}”`,
      onclick: () => deleteState(name)}))));
}
async function deleteState(name) {
  const next = $('cs-delete-' + encoded(name)).closest('li').nextSibling?.lastChild.id;
  try {
    await refreshStates(ask('/states/' + encoded(name), undefined, {method: 'DELETE'}));
    if (document.activeElement === document.body) $(next ?? 'cs-state-name').focus();
    say(`“${name}” is deleted.`, false, $('cs-save-state-button'));
  } catch (problem) { tell(problem, $('cs-save-state-button')); }
}
const refreshStates = inOrder(() => ask('/states'), reply => keepFocus(reply, showStates));
when('cs-save-state', 'submit', async event => {
  event.preventDefault();
  const {state} = await ask('/states', {name: $('cs-state-name').value.trim()});
  const left = state.leftOut.length ? ` Without ${state.leftOut.join(', ')}, which nobody can copy.` : '';
  say(`“${state.name}” is saved.` + left, left !== '', event.submitter);
  await refreshStates();
});
listeners.push(isNew => isNew && refreshStates());
onOpening['cs-reset'] = () => refreshStates();
