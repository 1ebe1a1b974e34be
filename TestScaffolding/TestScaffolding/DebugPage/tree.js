'use strict';

// The elements as a list with a search, and the Swift expression for the one that is selected.

let rows = [], queries = {revision: undefined}, selected = {};
const quoted = text => text ? ` “${text.length > 60 ? text.slice(0, 60) + '…' : text}”` : '';
function drawRows() {
  const words = $('cs-tree-search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(({e}) => {
    const text = [e.role, e.identifier, e.label, e.value, ...(e.traits ?? [])].join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  });
  patch($('cs-tree-list'), found.map(row => ({tag: 'li', key: row.key, children: [{tag: 'button', attributes: {
    'data-key': row.key, 'aria-pressed': String(row.key === selected.key)},
    text: '\u00a0\u00a0'.repeat(row.depth) + row.e.role + (row.e.identifier ? ' #' + row.e.identifier : '')
      + quoted(row.e.label) + (row.e.value ? ' = ' + row.e.value.slice(0, 40).replace(/\s+/g, ' ') : '')
      + (row.e.isDisabled ? ' disabled' : '') + (row.e.isSelected ? ' selected' : '') + (row.e.isFocused ? ' focused' : ''),
  }]})));
  put($('cs-tree-count'), 'text', words.length ? `${found.length} of ${rows.length} elements` : `${rows.length} elements`);
  showQuery();
}
function showQuery() {
  const index = rows.findIndex(row => row.key === selected.key);
  const isKnown = index >= 0 && queries.revision === revision;
  $('cs-tree-copy').disabled = !isKnown;
  put($('cs-tree-query'), 'text', isKnown ? queries.queries[index] : 'Select an element.');
  for (const button of $('cs-assert').querySelectorAll('button')) button.disabled = !isKnown || !recorded?.source;
  $('cs-assert-hint').hidden = !!recorded?.source;
  mark(index);
}
function mark(number) {
  for (const node of document.querySelectorAll('.marked')) node.classList.remove('marked');
  document.querySelector(`#cs-screen [data-at="${number}"]`)?.classList.add('marked');
}
when('cs-assert', 'click', async ({target}) => {
  const {property} = target.dataset, query = $('cs-tree-query').textContent;
  if (!property) return;
  try {
    await askRecording('/expect', {query, property});
    say(`Step ${recorded.stepCount} of the recording: ${phrase(recorded.steps.at(-1))}.`, false, target);
  } catch (problem) { tell(problem, target); }
});
when('cs-tree-list', 'click', event => {
  const button = event.target.closest('button');
  if (!button) return;
  selected.key = button.dataset.key === selected.key ? undefined : button.dataset.key;
  drawRows();
});
when('cs-tree-search', 'input', drawRows);
when('cs-tree-copy', 'click', event => copy($('cs-tree-query').textContent, 'The query', event.target));
listeners.push(async () => {
  rows.length = 0;
  list(shown.tree, 0, rows);
  drawRows();
  Object.assign(queries, await ask('/queries'));
  showQuery();
});
