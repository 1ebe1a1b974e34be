'use strict';

// A screen as the terminal paints it. What differs from the other screen is marked.

const spanKey = span => [span.c, span.t, span.s ?? ''].join('\u0001');
function paint(box, screen, other, why) {
  box.scrollLeft = box.scrollTop = 0;
  if (!screen) return box.replaceChildren(make('p', {}, why));
  let last = screen.rows.length;
  while (last > 1 && !screen.rows[last - 1].length && !(other?.rows[last - 1] ?? []).length) last -= 1;
  let changes = 0;
  box.replaceChildren(...screen.rows.slice(0, last).map((spans, number) => {
    const known = new Set((other?.rows[number] ?? []).map(spanKey));
    const row = make('div', {class: 'row'}, ...spans.map(span => {
      const isChanged = other && !known.has(spanKey(span)) && (span.t.trim() || (span.s ?? '').includes('reversed'));
      if (isChanged) changes += 1;
      const node = make('span', {class: [span.s ?? '', isChanged ? 'changed' : ''].join(' ').trim()}, span.t);
      node.style.left = `${span.c}ch`;
      node.style.width = `${span.n}ch`;
      return node;
    }));
    row.style.width = `${screen.columns}ch`;
    return row;
  }));
  return changes;
}

// The lines of the tree that are on one side only, in their order.
function changedLines(before, after) {
  const count = text => {
    const counts = new Map();
    for (const line of text.split('\n')) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
    return counts;
  };
  const only = (text, others) => text.split('\n').map(line => line.trim()).filter(line => {
    const left = others.get(line) ?? 0;
    others.set(line, left - 1);
    return line && left <= 0;
  });
  return {gone: only(before, count(after)), come: only(after, count(before))};
}
