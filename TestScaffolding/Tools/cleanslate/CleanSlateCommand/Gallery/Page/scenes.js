'use strict';

// What apps were brought to show, each with all its pictures.

const kinds = {start: 'first screen', situation: 'situation', link: 'link'};
const nameOf = scene => `${scene.app} ${scene.name}`;
const identify = scene => encodeURIComponent(nameOf(scene));
const scenes = [...Map.groupBy(data.shots, shot => [shot.scene.app, shot.scene.kind, shot.scene.name].join('\n')).values()];
const textOf = shot => [nameOf(shot.scene), shot.scene.summary, shot.screen ?? '', data.texts[shot.tree]].join('\n').toLowerCase();
const haystacks = new Map();
function haystack(shot) {
  if (!haystacks.has(shot)) haystacks.set(shot, textOf(shot));
  return haystacks.get(shot);
}

// The pictures of a scene that the filter lets through. What is equal in several locales is there once.
function figures(shots, filter) {
  const shown = [];
  for (const width of filter.widths) {
    for (const look of filter.looks) {
      for (const shot of shots) {
        const drawing = shot.drawings.find(each => each.columns === width);
        if (!drawing) continue;
        const key = `${look === 'plain' ? drawing.plain : drawing.picture} ${JSON.stringify(drawing.places)}`;
        const same = shown.find(each => each.key === key && each.look === look && each.width === width);
        if (same) same.locales.push(shot.locale);
        else shown.push({key, look, width, drawing, locales: [shot.locale], scene: shot.scene});
      }
    }
  }
  return shown.map(each => {
    const caption = [`${each.width} columns`, each.look === 'colour' ? '' : looks.find(look => look.value === each.look).label, each.locales.join(', ')]
      .filter(Boolean).join(', ');
    return make('figure', {}, make('figcaption', {}, caption), picture(each.drawing, each.look, `${nameOf(each.scene)}, ${caption}`));
  });
}

// The findings of a scene: those that are the same in several locales are there once.
function findingList(shots) {
  const lists = [...Map.groupBy(shots, shot => JSON.stringify(shot.findings)).values()].filter(([first]) => first.findings.length);
  return lists.flatMap(list => [
    shots.length > list.length && make('p', {class: 'hint'}, list.map(shot => shot.locale).join(', ')),
    make('ol', {class: 'findings'}, ...list[0].findings.map(finding => make('li', {}, make('b', {}, finding.rule), ` ${finding.element}: ${finding.message}`))),
  ]);
}

function trees(shots) {
  return [...Map.groupBy(shots, shot => shot.tree).values()].map(list => {
    const details = make('details', {}, make('summary', {}, shots.length > list.length ? `Element tree, ${list.map(shot => shot.locale).join(', ')}` : 'Element tree'));
    details.addEventListener('toggle', () => { if (!details.querySelector('pre')) details.append(make('pre', {tabindex: 0}, data.texts[list[0].tree])); });
    return details;
  });
}

function facts(scene, screen) {
  return [`${scene.app}, ${kinds[scene.kind]}`, screen && `screen ${screen}`, scene.situation && `opened in the situation ${scene.situation}`].filter(Boolean).join(', ');
}

function card(shots, filter) {
  const {scene, screen} = shots[0];
  return make('article', {class: 'scene', id: identify(scene)},
    make('h3', {}, make('a', {href: `#${identify(scene)}`}, scene.name)),
    make('p', {}, scene.summary), make('p', {class: 'hint'}, facts(scene, screen)),
    make('div', {class: 'drawings'}, ...figures(shots, filter)), ...findingList(shots), ...trees(shots));
}
