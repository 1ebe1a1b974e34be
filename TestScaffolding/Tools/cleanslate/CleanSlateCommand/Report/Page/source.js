'use strict';

// A line of source in its surroundings.

function sourceAround(trace, file, line, label) {
  const source = trace.sources.find(each => each.file === file && line >= each.first && line < each.first + each.lines.length);
  if (!source) return make('p', {class: 'hint'}, file ? `${file}:${line} is not in the trace.` : 'No line of source asked for this.');
  const from = Math.max(source.first, line - 6), to = Math.min(source.first + source.lines.length - 1, line + 6);
  const items = [];
  for (let number = from; number <= to; number += 1) {
    items.push(make('li', {'aria-current': number === line && 'true'},
      make('span', {class: 'number'}, String(number)), source.lines[number - source.first] || ' '));
  }
  return make('div', {}, make('p', {class: 'hint code'}, `${file}:${line}`), make('ol', {class: 'source', 'aria-label': label, tabindex: '0'}, ...items));
}
