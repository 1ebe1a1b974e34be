'use strict';

// The elements as a list with a search, and the Swift expression for the one that is selected.

let rows = [], queries = {}, selected = {};
const brief = text => text.length > 60 ? text.slice(0, 60) + '…' : text;
const said = (e, part = text => text) => [e.role, e.identifier && '#' + e.identifier, e.label && `“${part(e.label)}”`,
  e.value && '= ' + part(e.value), e.isDisabled && 'disabled', e.isSelected && 'selected'].filter(Boolean).join(' ');
function drawRows() {
  const words = $('cs-tree-search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(({e}) => {
    const text = [e.role, e.identifier, e.label, e.value, ...(e.traits ?? [])].join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  });
  patch($('cs-tree-list'), found.map(row => ({tag: 'li', key: row.key, children: [{tag: 'button', attributes: {
    'data-key': row.key, 'aria-pressed': String(row.key === selected.key)},
    text: '\u00a0\u00a0'.repeat(row.depth) + said(row.e, brief) + (row.e.isFocused ? ' focused' : '')}]})));
  write('cs-tree-count', (words.length ? found.length + ' of ' : '') + rows.length + ' elements');
  showQuery();
}
function showQuery() {
  const index = rows.findIndex(row => row.key === selected.key);
  const isKnown = index >= 0 && queries.revision === revision;
  $('cs-tree-copy').disabled = !isKnown;
  write('cs-tree-query', isKnown ? queries.queries[index] : 'Select an element.');
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
  const {stepCount, steps} = await changeRecording('/expect', {query, property});
  say(`Step ${stepCount} of the recording: ${phrase(steps.at(-1))}.`, false, target);
});
when('cs-tree-list', 'click', ({target: {dataset: {key}}}) => {
  if (!key) return;
  selected.key = key === selected.key ? undefined : key;
  drawRows();
});
when('cs-tree-search', 'input', drawRows);
when('cs-tree-copy', 'click', event => copy($('cs-tree-query').textContent, 'The query', event.target));
const takeQueries = inOrder(() => ask('/queries'), reply => {
  queries = reply;
  showQuery();
});
const refreshQueries = onOpening['cs-tree'] = async () => $('cs-tree').hidden || takeQueries();
listeners.push(() => {
  rows = list(shown.tree, 0, []);
  drawRows();
  return refreshQueries();
});
