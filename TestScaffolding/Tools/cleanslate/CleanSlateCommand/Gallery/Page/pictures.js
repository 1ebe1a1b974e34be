'use strict';

// Pictures: each is in the page once, and shown in many places.

const looks = [
  {value: 'colour', label: 'with colour'}, {value: 'colourless', label: 'without colour'}, {value: 'plain', label: 'in plain mode'},
];
const cell = {width: 6, height: 13}, zoom = 7 / 6, space = 'http://www.w3.org/2000/svg';
function draw(tag, attributes, ...children) {
  const node = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A frame and a number around each element of which something was found.
function marks(drawing) {
  return Object.entries(drawing.places).map(([number, place]) => {
    const [x, y] = [place.column * cell.width - 2, place.row * cell.height - 1];
    const label = draw('text', {x, y: y + 3, 'text-anchor': 'middle'});
    label.textContent = Number(number) + 1;
    return draw('g', {class: 'mark'},
      draw('rect', {x, y, width: place.columns * cell.width + 4, height: place.rows * cell.height + 2, rx: 2}),
      draw('circle', {cx: x, cy: y, r: 6}), label);
  });
}

function picture(drawing, look, name) {
  if (look === 'plain') return make('pre', {tabindex: 0, role: 'group', 'aria-label': name}, data.texts[drawing.plain].trimEnd());
  const symbol = $(`p${drawing.picture}`), [left, top, width, height] = symbol.getAttribute('viewBox').split(' ').map(Number);
  const node = draw('svg', {class: `picture ${look === 'colourless' ? look : ''}`.trim(), role: 'img', 'aria-label': name,
    viewBox: `${left} ${top} ${width} ${height}`}, draw('use', {href: `#p${drawing.picture}`, width, height}), ...marks(drawing));
  node.style.width = `${width * zoom + 14}px`;
  return node;
}
