'use strict';

// The sections below the screens share one place, and the tabs say which of them is there.

const tabs = [...$('cs-tabs').children], panelOf = tab => $(tab.getAttribute('aria-controls'));
function openTab(id, withFocus = false) {
  for (const tab of tabs) {
    const panel = panelOf(tab), isOpen = panel.id === id;
    tab.setAttribute('aria-selected', String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    panel.hidden = !isOpen;
    if (isOpen && withFocus) tab.focus();
  }
}
$('cs-tabs').addEventListener('click', event => {
  const tab = event.target.closest('button');
  if (tab) openTab(panelOf(tab).id);
});
$('cs-tabs').addEventListener('keydown', event => {
  const at = tabs.indexOf(event.target), last = tabs.length - 1;
  const next = {ArrowLeft: at ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0, Home: 0, End: last}[event.key];
  if (next === undefined || event.altKey) return;
  event.preventDefault();
  openTab(panelOf(tabs[next]).id, true);
});
openTab('cs-source');

const hint = text => make('p', {class: 'hint'}, text);
const text = value => make('pre', {}, value);
const table = (caption, head, lines) => make('table', {}, make('caption', {}, caption),
  make('thead', {}, make('tr', {}, ...head.map(word => make('th', {scope: 'col'}, word)))),
  make('tbody', {}, ...lines.map(cells => make('tr', {}, ...cells.map(cell => make('td', {}, cell))))));

function showReceipts(trace) {
  $('cs-receipts').replaceChildren(...(trace.receipts.length ? trace.receipts.map(({step, receipt}) => make('div', {},
    make('h3', {}, `Reset to generation ${receipt.generation}, after step ${step}`),
    hint(`${nanoseconds(receipt.nanoseconds)}, by ${receipt.trigger}${receipt.keptData ? ', data kept' : ''}`),
    ...receipt.leaks.map(leak => make('p', {class: 'bad'}, `leaked: ${leak.count > 1 ? leak.count + ' ' : ''}${leak.type} (${leak.name})`)),
    ...receipt.late.map(what => make('p', {}, `late: ${what}`)),
    ...[...receipt.survived, ...receipt.failures].map(each => make('p', {class: 'bad'}, `${each.part}${each.item === each.part ? '' : ` "${each.item}"`}: ${each.reason}`)),
    table('Steps', ['step', 'time'], receipt.steps.map(each => [each.name, nanoseconds(each.nanoseconds)])),
    make('details', {}, make('summary', {}, 'The whole receipt'), text(JSON.stringify(receipt, null, 2))))) : [hint('There was no reset.')]));
}
function showLog(trace) {
  $('cs-log').replaceChildren(trace.events.length
    ? table('What the app has noted', ['at', 'what', ''], trace.events.map(each => [nanoseconds(each.at), each.what, each.text]))
    : hint('The app has noted nothing, or had ended.'));
}
// The copies are made when somebody asks for them.
function showAttachments(trace, screen) {
  const files = [['trace.jsonl', trace.raw], ...(screen ? [['screen.txt', screen.text], ['tree.txt', screen.tree]] : []),
    ...(trace.output ? [['output.txt', trace.output]] : []), ...trace.attachments.map(each => [each.name, each.text])];
  $('cs-attachments').replaceChildren(make('ul', {class: 'plain'}, ...files.map(([name, contents]) => {
    const button = make('button', {type: 'button'}, `Save ${name}`);
    button.addEventListener('click', () => {
      const link = make('a', {download: name, href: URL.createObjectURL(new Blob([contents], {type: 'text/plain'}))});
      link.click();
      URL.revokeObjectURL(link.href);
    });
    return make('li', {}, button);
  })));
}
