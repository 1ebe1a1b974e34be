'use strict';

// What is not as in the base, which stands first.

const differences = data.comparison?.differences ?? [];

function pairs(difference, filter) {
  const {before, after} = difference, sides = [before, after];
  const wanted = difference.widths.filter(width => filter.widths.includes(width));
  return (wanted.length ? wanted : difference.widths.slice(0, 1)).flatMap(width => {
    const drawings = sides.map(side => side?.drawings.find(each => each.columns === width));
    const [old, now] = drawings;
    // Where the pictures are equal, plain mode is not.
    const usual = old && now && old.picture === now.picture ? ['plain'] : ['colour'];
    const chosen = filter.looks.filter(look => !old || !now || (look === 'plain' ? old.plain !== now.plain : old.picture !== now.picture));
    return (chosen.length ? chosen : usual).map(look => make('div', {class: 'pair'}, ...drawings.map((drawing, index) => {
      const caption = `${index ? 'Now' : 'Before'}, ${width} columns`;
      return drawing && make('figure', {}, make('figcaption', {}, caption), picture(drawing, look, `${nameOf(sides[index].scene)}, ${caption}`));
    })));
  });
}

function differenceCard(difference, filter) {
  const shot = difference.after ?? difference.before;
  const word = !difference.before ? 'is new' : !difference.after ? 'is gone' : `differs in ${difference.widths.join(', ') || 'its tree'}`;
  return make('article', {class: 'scene'}, make('h3', {}, `${shot.scene.name} ${word}`),
    make('p', {class: 'hint'}, `${facts(shot.scene, shot.screen)}, ${shot.locale}`),
    make('div', {class: 'drawings'}, ...pairs(difference, filter)),
    difference.changes.length > 0 && make('div', {class: 'changes'},
      ...difference.changes.map(line => make('div', {}, make(line.startsWith('-') ? 'del' : 'ins', {}, line)))));
}
