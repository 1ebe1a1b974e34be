'use strict';

// The filter, and what is shown of all.

const option = (value, label) => make('option', {value}, label);
const names = list => [...new Set(list)];
function fill(id, all, options, chosen = '') {
  $(id).append(...(options.length > 1 ? [option('', all)] : []), ...options.map(each => option(each.value, each.label)));
  $(id).value = options.length > 1 ? chosen : options[0]?.value ?? '';
}
const plainOptions = list => list.map(value => ({value, label: `${value}`}));
const findingCount = data.shots.reduce((sum, shot) => sum + shot.findings.length, 0);
// Of an app or a kind, there may be only what is gone.
const known = [...data.shots, ...differences.map(each => each.after ?? each.before)].map(shot => shot.scene);
fill('cs-app', 'all', plainOptions(names(known.map(scene => scene.app))));
fill('cs-kind', 'all', [...names(known.map(scene => scene.kind)).map(value => ({value, label: `${kinds[value]}s`})),
  ...(findingCount ? [{value: 'findings', label: 'with findings'}] : [])]);
fill('cs-locale', 'all', plainOptions(data.locales));
fill('cs-width', 'all', plainOptions(data.widths), `${innerWidth > 700 && data.widths.includes(80) ? 80 : data.widths[0] ?? ''}`);
fill('cs-look', 'in every way', looks, 'colour');

function chosen() {
  const [width, look] = [$('cs-width').value, $('cs-look').value];
  return {app: $('cs-app').value, kind: $('cs-kind').value, locale: $('cs-locale').value, text: $('cs-text').value.trim().toLowerCase(),
    widths: width ? [Number(width)] : data.widths, looks: look ? [look] : looks.map(each => each.value)};
}
function passes(shot, filter) {
  return (!filter.app || shot.scene.app === filter.app) && (!filter.locale || shot.locale === filter.locale)
    && (!filter.kind || (filter.kind === 'findings' ? shot.findings.length > 0 : shot.scene.kind === filter.kind))
    && (!filter.text || haystack(shot).includes(filter.text));
}

function show() {
  const filter = chosen();
  const shown = scenes.map(shots => shots.filter(shot => passes(shot, filter))).filter(shots => shots.length);
  $('cs-scenes').replaceChildren(...shown.map(shots => card(shots, filter)));
  $('cs-scenes').style.setProperty('--widest', `${Math.max(...filter.widths) * cell.width * zoom + 50}px`);
  $('cs-count').textContent = `${shown.length} of ${plural(scenes.length, 'scene')}`;
  const changed = differences.filter(each => passes(each.after ?? each.before, filter));
  $('cs-difference-list').replaceChildren(...changed.map(each => differenceCard(each, filter)));
}

function summarize() {
  const apps = names(data.shots.map(shot => shot.scene.app));
  const counts = Object.entries(kinds).map(([kind, label]) => [scenes.filter(([shot]) => shot.scene.kind === kind).length, label])
    .filter(([count]) => count).map(([count, label]) => plural(count, label));
  $('cs-facts').textContent = `${counts.join(', ') || 'Nothing'} of ${plural(apps.length, 'app')} in ${data.widths.join(', ')} columns and ${data.locales.join(', ')}; `
    + `${plural(findingCount, 'finding')}. The clocks stand at ${data.clock}.`;
  $('cs-problems').replaceChildren(...data.problems.map(problem => make('li', {}, problem)));
  $('cs-problems').hidden = !data.problems.length;
  $('cs-open').hidden = !data.notJudged.length;
  $('cs-open-list').replaceChildren(...data.notJudged.map(reason => make('li', {}, reason)));
  const undrawn = data.undrawn ?? [];
  $('cs-undrawn').hidden = !undrawn.length;
  $('cs-undrawn-title').textContent = `${plural(undrawn.length, 'screen')} that no scene shows, ${data.run ? 'and no test of the latest run' : 'and there is no run of tests to ask'}`;
  $('cs-undrawn-list').replaceChildren(...undrawn.map(each => make('li', {}, `${each.screen}  ${each.file}:${each.line}`)));
  $('cs-differences').hidden = !data.comparison;
  if (data.comparison) $('cs-differences-title').textContent = differences.length ? `${plural(differences.length, 'screen')} not as in ${data.comparison.base}` : `All is as in ${data.comparison.base}`;
}

for (const id of ['cs-app', 'cs-kind', 'cs-locale', 'cs-width', 'cs-look']) $(id).addEventListener('change', show);
$('cs-text').addEventListener('input', show);
summarize();
show();
document.getElementById(location.hash.slice(1))?.scrollIntoView();
