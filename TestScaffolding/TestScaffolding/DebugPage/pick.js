'use strict';

// A pane of glass over the picture takes the click, and what is below is selected among the elements.

function pick(isOn) {
  put($('cs-pick'), 'aria-pressed', String(isOn));
  $('cs-glass').hidden = !isOn;
}
// The number of the element at a point, in reading order; what is behind an alert counts, too.
const numberAt = event => document.elementsFromPoint(event.clientX, event.clientY)
  .map(node => $('cs-screen').contains(node) && node.closest('[data-at]')).find(Boolean)?.dataset.at;
when('cs-pick', 'click', () => pick($('cs-glass').hidden));
when('cs-glass', 'pointermove', event => mark(numberAt(event)));
when('cs-glass', 'click', event => {
  const row = rows[numberAt(event)];
  if (!row) return;
  pick(false);
  $('cs-tree-search').value = '';
  selected.key = row.key;
  openTab('cs-tree');
  drawRows();
  $('cs-tree-list').querySelector('[aria-pressed=true]')?.scrollIntoView({block: 'nearest'});
});
document.addEventListener('keydown', event => { if (event.key === 'Escape' && !$('cs-glass').hidden) pick(false); });
