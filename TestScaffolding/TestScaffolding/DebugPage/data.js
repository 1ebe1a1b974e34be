'use strict';

// What the app keeps, part by part; a secret is listed with its size and nothing else.

const drawEntry = (part, entry) => part.name.startsWith('secrets.')
  ? {tag: 'span', attributes: {class: 'code'}, text: `${entry.name} •••••• ${size(entry.bytes)}`}
  : {tag: 'button', attributes: {'data-part': part.name, 'data-name': entry.name}, text: `${entry.name} ${size(entry.bytes)}`};
const drawPart = part => ({tag: 'div', key: part.name, attributes: {'data-part': part.name}, children: [
  {tag: 'h2', text: `${part.name} (${part.count})`},
  {tag: 'ul', attributes: {class: 'scroll', 'aria-label': part.name}, children: part.entries.slice(0, 500)
    .map(entry => ({tag: 'li', key: entry.name, children: [drawEntry(part, entry)]}))},
  ...part.count > 500 ? [{tag: 'p', attributes: {class: 'hint'}, text: `and ${part.count - 500} more`}] : [],
]});
function showData({parts}) {
  const full = parts.filter(part => part.count), empty = parts.filter(part => !part.count);
  patch($('cs-data-parts'), [...full.map(drawPart), ...empty.length
    ? [{tag: 'p', attributes: {class: 'hint', id: 'cs-data-empty'}, text: 'Empty: ' + empty.map(part => part.name).join(', ')}] : []]);
}
const readData = inTurn(() => ask('/data').then(showData).finally(() => pause(300)));
const refreshData = async () => $('cs-data').hidden || readData();
let wanted;
const refreshContents = inOrder(async () => wanted && ask('/contents?' + wanted), reply => {
  $('cs-contents').hidden = !reply;
  if (!reply) return;
  write('cs-contents-title', `${reply.part}: ${reply.name} (${size(reply.bytes)}, ${reply.note})`);
  write('cs-contents-text', reply.text ?? '');
  $('cs-contents-title').focus();
});
when('cs-data-parts', 'click', ({target: {dataset}}) => {
  if (!dataset.name) return;
  wanted = new URLSearchParams(dataset);
  return refreshContents();
});
onOpening['cs-data'] = refreshData;
listeners.push(isNew => {
  if (isNew) {
    wanted = undefined;
    refreshContents();
  }
  return refreshData();
});
