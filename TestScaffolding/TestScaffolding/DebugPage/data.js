'use strict';

// What the app keeps, part by part; a secret is listed with its size and nothing else.

let isReadingData = false, wantsData = false;
const drawEntry = (part, entry) => part.name.startsWith('secrets.')
  ? {tag: 'span', attributes: {class: 'code'}, text: `${entry.name} •••••• ${size(entry.bytes)}`}
  : {tag: 'button', attributes: {'data-part': part.name, 'data-name': entry.name}, text: `${entry.name} ${size(entry.bytes)}`};
const drawPart = part => ({tag: 'div', key: part.name, attributes: {'data-part': part.name}, children: [
  {tag: 'h2', text: `${part.name} (${part.count})`},
  {tag: 'ul', attributes: {class: 'scroll', 'aria-label': part.name}, children: part.entries.slice(0, 500)
    .map(entry => ({tag: 'li', key: entry.name, children: [drawEntry(part, entry)]}))},
  ...part.count > 500 ? [{tag: 'p', attributes: {class: 'hint'}, text: `and ${part.count - 500} more`}] : [],
]});
// Much data takes the app long to list.
async function refreshData() {
  if ($('cs-data').hidden) return;
  wantsData = true;
  if (isReadingData) return;
  isReadingData = true;
  try {
    while (wantsData) {
      wantsData = false;
      const {parts} = await ask('/data');
      const full = parts.filter(part => part.count), empty = parts.filter(part => !part.count);
      patch($('cs-data-parts'), [...full.map(drawPart), ...empty.length
        ? [{tag: 'p', attributes: {class: 'hint', id: 'cs-data-empty'}, text: 'Empty: ' + empty.map(part => part.name).join(', ')}] : []]);
      await pause(300);
    }
  } finally { isReadingData = false; }
}
when('cs-data-parts', 'click', async event => {
  const button = event.target.closest('button');
  if (!button) return;
  const {part, name} = button.dataset;
  try {
    const reply = await ask('/contents?' + new URLSearchParams({part, name}));
    put($('cs-contents-title'), 'text', `${part}: ${name} (${size(reply.bytes)}, ${reply.note})`);
    put($('cs-contents-text'), 'text', reply.text ?? '');
    $('cs-contents').hidden = false;
    $('cs-contents-title').focus();
  } catch (problem) { tell(problem, button); }
});
onOpening['cs-data'] = () => refreshData().catch(complain);
listeners.push(isNew => {
  if (isNew) $('cs-contents').hidden = true;
  return refreshData();
});
