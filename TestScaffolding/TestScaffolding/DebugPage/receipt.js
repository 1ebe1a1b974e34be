'use strict';

// The receipt of the last reset, and how time, memory and descriptors went from reset to reset; the leaks.

function table(caption, head, body) {
  const cells = (row, tag) => row.map((cell, index) => make(tag, {text: String(cell), class: index ? 'number' : undefined,
    scope: tag === 'th' ? 'col' : undefined}));
  return make('table', {}, make('caption', {text: caption}), make('thead', {}, make('tr', {}, ...cells(head, 'th'))),
    make('tbody', {}, ...body.map(row => make('tr', {}, ...cells(row, 'td')))));
}
const changes = (receipt, isRestored) => receipt.processDifferences.filter(({restored}) => restored === isRestored)
  .map(({what, before, after}) => `${what}: ${before} before, ${after} ${isRestored ? 'until it was put back' : 'now'}`);
const problemsOf = receipt => [...receipt.survived, ...receipt.failures]
  .map(({part, item, reason}) => (item === part ? [part, reason] : [part, item, reason]).join(': '))
  .concat(receipt.abandonedWork.map(work => 'went on: ' + work), receipt.leaks.map(leak => `leaked: ${summary(leak)}`),
    changes(receipt, false).map(text => 'changed: ' + text));
// The outcome in a few words: "not clean: 2 leaks".
function verdict(receipt) {
  if (receipt.isClean) return 'clean';
  const others = problemsOf(receipt).length - receipt.leaks.length;
  const parts = [receipt.leaks.length && some(receipt.leaks.length, 'leak'), others && some(others, 'other problem')];
  return 'not clean: ' + parts.filter(Boolean).join(' and ');
}
const listOf = (id, texts, look) => texts.length ? [make('ul', {id: 'cs-receipt-' + id, class: look}, ...texts.map(text => make('li', {text})))] : [];
function showReceipt(receipt) {
  $('cs-receipt').replaceChildren(
    make('p', {}, make('strong', {id: 'cs-receipt-verdict', class: receipt.isClean ? 'good' : 'bad', text: receipt.isClean ? 'Clean' : 'Not clean'}),
      ` · generation ${receipt.generation} · screen ${receipt.screen ?? 'none'} · ${time(receipt.nanoseconds)}${receipt.keptData ? ' · data kept' : ''}${
        receipt.notLookedInto.length ? ` · ${receipt.notLookedInto.length} not looked into` : ''}${
        receipt.survivesInStatic.length ? ` · ${receipt.survivesInStatic.length} kept by static variables` : ''}`),
    ...listOf('problems', problemsOf(receipt), 'bad'),
    ...listOf('late', receipt.busy.map(work => 'still busy: ' + work).concat(receipt.late.map(what => 'late: ' + what), receipt.unanswered ?? [])),
    ...listOf('restored', changes(receipt, true)),
    table('Steps', ['Step', 'Time'], receipt.steps.map(step => [step.name, time(step.nanoseconds)])),
    table('Cleared', ['Part', 'Things'], receipt.cleared.length ? receipt.cleared.map(c => [c.part, c.count]) : [['nothing', 0]]));
}
function drawn(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const name in attributes) node.setAttribute(name, attributes[name]);
  node.append(...children);
  return node;
}
function chart(id, title, values, text, isBar) {
  const most = Math.max(...values, 1), width = 100, height = 40, step = width / Math.max(values.length, 1);
  const summary = `${title}: last ${text(values.at(-1))}, least ${text(Math.min(...values))}, most ${text(Math.max(...values))}`;
  const y = value => height - Math.max(1, value / most * (height - 2));
  const marks = isBar
    ? values.map((value, i) => drawn('rect', {x: i * step + step * .1, y: y(value), width: step * .8, height: height - y(value)}))
    : [drawn('polyline', {points: values.map((value, i) => `${(i + .5) * step},${y(value)}`).join(' ')}),
      ...values.map((value, i) => drawn('rect', {x: (i + .5) * step - .6, y: y(value) - 1.2, width: 1.2, height: 2.4}))];
  return make('figure', {id}, drawn('svg', {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': summary},
    ...marks), make('figcaption', {text: summary}));
}
let resetCount = 0;
function showHistory({count, resets: all}) {
  const last = all.at(-1), resets = all.filter(reset => reset.receipt);
  resetCount = count;
  showState('cs-state-reset', !last ? 'No reset yet' : `Reset ${last.number}: ${last.receipt ? verdict(last.receipt).split(':')[0] : 'refused'}`,
    last && (last.receipt?.isClean ? 'good' : 'bad'));
  $('cs-refusal').hidden = !last?.refusal;
  if (last?.refusal) write('cs-refusal', `Reset ${last.number} was refused. ${last.refusal.message}`
    + (resets.length ? ` Below is the receipt of reset ${resets.at(-1).number}.` : ''));
  if (!resets.length) {
    $('cs-receipt').replaceChildren(make('p', {class: 'hint', text: 'There was no reset yet.'}));
    return $('cs-charts').replaceChildren();
  }
  showReceipt(resets.at(-1).receipt);
  const latest = resets.slice(-40), known = key => latest.map(reset => reset[key]).filter(value => value !== undefined);
  if (latest.length < 2) return $('cs-charts').replaceChildren();
  const charts = [chart('cs-chart-time', `Reset times (${latest.length})`, latest.map(reset => reset.receipt.nanoseconds), time, true)];
  if (known('residentBytes').length) charts.push(chart('cs-chart-memory', 'Memory', known('residentBytes'), size));
  if (known('descriptors').length) charts.push(chart('cs-chart-descriptors', 'Descriptors', known('descriptors'), String));
  $('cs-charts').replaceChildren(...charts);
}
// What holds what in a cycle, as names on a ring with an arrow from each to the next.
function ring(cycle) {
  const names = cycle.length > 2 ? cycle.slice(0, -1) : cycle, width = 320, height = 60 + 28 * names.length;
  const place = i => { const turn = 2 * Math.PI * i / names.length - Math.PI / 2;
    return [width / 2 + Math.cos(turn) * 90, height / 2 + Math.sin(turn) * (height / 2 - 24)]; };
  const arrows = names.flatMap((_, i) => {
    const [x1, y1] = place(i), [x, y] = place((i + 1) % names.length), x2 = x1 + (x - x1) * .8, y2 = y1 + (y - y1) * .8;
    const turn = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
    return [drawn('line', {x1, y1, x2, y2, class: 'arrow'}),
      drawn('path', {d: 'M-8 -4 0 0 -8 4z', transform: `translate(${x2} ${y2}) rotate(${turn})`})]; });
  const labels = names.map((name, i) => { const [x, y] = place(i); return drawn('text', {x, y, 'text-anchor': 'middle'}, name); });
  return drawn('svg', {viewBox: `0 0 ${width} ${height}`, class: 'ring', role: 'img', 'aria-label': 'held in a cycle: ' + path(cycle)},
    ...arrows, ...labels);
}
const path = stations => stations.reduce((text, next) => text + (text.endsWith('(closure)') ? ' captures ' : ' -> ') + next);
// What leaked: "3 Basket (LeakySession.basket -> Basket, generations 1 to 3)".
function summary({type, name, count, generation, countByGeneration}) {
  const last = Math.max(generation, ...Object.keys(countByGeneration));
  const generations = last > generation ? `generations ${generation} to ${last}` : `generation ${generation}`;
  return `${count > 1 ? count + ' ' : ''}${type} (${name}, ${generations})`;
}
// What holds a leak and what it holds, in the words of a failing test.
function details({count, furtherNames, holders, furtherHolders, heldFromOutside, holds, advice}) {
  const words = {cycle: 'in a cycle: ', new: 'by what is new: ', root: 'by '};
  const text = ({kind, path: stations, isCertain}) => `${isCertain ? '' : 'probably '}held ${words[kind]}${path(stations)}`;
  const held = Object.entries(holds).sort().map(([type, count]) => count > 1 ? `${count} ${type}` : type);
  return [
    ...furtherNames.map(name => 'also ' + name),
    furtherNames.length && count > 1 + furtherNames.length && `and ${count - 1 - furtherNames.length} more`,
    ...holders.filter(({isCertain}) => isCertain).map(text), furtherHolders && `and held by ${furtherHolders} more`,
    ...holders.filter(({isCertain}) => !isCertain).map(text),
    heldFromOutside && `held from outside by ${heldFromOutside} strong reference${heldFromOutside > 1 ? 's' : ''}`,
    held.length && 'holds ' + held.join(', '), advice].filter(Boolean);
}
function showLeaks({leaks, notLookedInto}) {
  const text = some(leaks.length, 'leak');
  // Before a reset nobody has looked for any.
  showState('cs-state-leaks', leaks.length ? text : resetCount ? 'No leaks' : '', leaks.length ? 'bad' : 'good');
  write('cs-leaks-title', leaks.length ? `Leaks (${leaks.length})` : 'Leaks');
  $('cs-unseen').hidden = !notLookedInto.length;
  $('cs-unseen-list').replaceChildren(...notLookedInto.map(text => make('li', {text})));
  $('cs-leaks-list').replaceChildren(...leaks.length
    ? leaks.map(leak => make('li', {class: 'bad'}, summary(leak), ...details(leak).map(text => make('p', {text})),
      ...leak.holders.filter(({kind}) => kind === 'cycle').map(({path}) => ring(path))))
    : [resetCount ? make('li', {class: 'good', text: 'Nothing of an earlier generation is left.'})
      : make('li', {class: 'hint', text: 'A reset looks for what an earlier generation has left; there was none yet.'})]);
}
// The first answer waits for the resets under way.
const refreshHistory = inTurn(async () => {
  const leaks = await ask('/leaks');
  showHistory(await ask('/resets'));
  showLeaks(leaks);
});
listeners.push(isNew => isNew && refreshHistory());
