'use strict';

// How each role of the app's elements looks as HTML.

// What has no identifier is known by the first control in it, so that no field is made anew when text comes or goes.
const controls = ['textField', 'secureField', 'toggle', 'radioButton', 'button', 'cell', 'tab'];
const held = tree => firstIn(tree, e => controls.includes(e.role) && e.identifier)?.identifier;
const box = (tag, attributes, children) => ({tag, key: attributes.id, attributes, children});
const around = (e, tag, attributes, children) => ({tag, key: held(e) && 'around ' + held(e), attributes, children});
const leaf = (tag, attributes, text) => ({tag, key: attributes.id, attributes, text});
// One of several answers has a name in common with the others. An error belongs to the field before it. What stands above a
// choice asks for it.
const inside = e => {
  const children = e.children ?? [], group = 'cs-one-of-' + children.find(({role}) => role === 'radioButton')?.identifier;
  return children.map((child, index) => look(child,
    {group, wrong: mistake(children[index + 1]), asked: children[index - 1]?.role === 'text' ? children[index - 1].label : e.label}));
};
const mistake = next => next?.role === 'text' && next.traits?.includes('failure')
  ? {'aria-invalid': 'true', 'aria-describedby': idOf(next), 'aria-errormessage': idOf(next)} : {};
const idOf = e => e.identifier ?? (e.traits?.includes('failure') ? 'cs-mistake-' + e.at : undefined);
// What is above the screen on the page has headings of its own.
const heading = depth => 'h' + (Number($('cs-screen').dataset.headings) + depth);
const isOff = e => !!e.isDisabled || !e.identifier;
const classes = (e, ...more) => [...more, ...(e.traits ?? [])].join(' ') || undefined;
const named = e => e.label || e.identifier;
const base = (e, ...more) => ({
  id: idOf(e), 'data-at': e.at, 'data-testid': e.identifier, 'data-role': e.role, class: classes(e, ...more),
});
const control = (e, ...more) => ({...base(e, ...more), type: 'button', disabled: isOff(e),
  'aria-label': e.label ? undefined : e.identifier});
function field(e, type, {wrong}) {
  const isSecure = type === 'password', value = e.value ?? '';
  return around(e, 'div', {class: 'field'}, [leaf('label', {for: e.identifier}, named(e)),
    {tag: 'input', key: e.identifier, value, attributes: {...base(e), ...wrong, type, disabled: isOff(e),
      'aria-label': e.identifier ? undefined : e.label,
      autocomplete: isSecure ? 'new-password' : 'off',
      placeholder: isSecure && value || e.placeholder}}]);
}
const choice = (e, kind) => around(e, 'label', {class: 'choice'}, [
  {tag: 'input', key: e.identifier, checked: !!e.isSelected, attributes: {...control(e), ...kind}}, leaf('span', {}, e.label ?? '')]);
// Rows that scroll, of which one is chosen.
const choices = (e, {wrong, asked}) => box('select', {...base(e), ...wrong, 'aria-label': e.label || asked || e.identifier, size: Math.min(Math.max(e.children.length, 2), 10)},
  e.children.map(each => ({tag: 'option', key: each.identifier, checked: !!each.isSelected, text: each.label ?? '',
    attributes: {...base(each), value: each.identifier, disabled: isOff(each)}})));
const headed = (e, list) => e.label
  ? {...box('div', {}, [leaf(heading(1), {}, e.label), list]), key: e.identifier && 'h' + e.identifier} : list;
// The text above names answers.
const asks = e => e.role === 'radioButton' || e.role === 'group' && !!e.children?.some(asks);
const titleOf = e => e.label || asks(e) && e.children[0].role === 'text' && e.children[0].label;
const isAll = (e, role) => e.children?.length > 0 && e.children.every(child => child.role === role);
const rated = (e, style, gap = ' ') => [leaf('span', {class: style}, e.label ?? ''),
  ...e.value ? [leaf('span', {class: 'value'}, gap + e.value)] : []];
const lookOf = {
  window: e => box('div', base(e), inside(e)),
  screen: e => box('div', {...base(e), role: 'group', 'aria-label': named(e)}, [
    ...e.traits?.includes('allowsBack')
      ? [leaf('button', {id: 'cs-back', 'aria-keyshortcuts': 'Escape Alt+ArrowLeft'}, 'Back')] : [],
    leaf(heading(0), {}, e.label ?? ''), ...inside(e)]),
  group: e => around(e, 'div', {...base(e, 'group'), role: titleOf(e) && 'group', 'aria-label': titleOf(e)},
    [...e.label ? [leaf(heading(1), {}, e.label)] : [], ...inside(e)]),
  text: e => leaf(e.traits?.includes('heading') ? heading(1) : 'p', base(e), e.label ?? ''),
  button: e => leaf('button', control(e), e.label ?? ''),
  textField: (e, place) => field(e, 'text', place),
  secureField: (e, place) => field(e, 'password', place),
  toggle: e => choice(e, {type: 'checkbox', role: 'switch'}),
  radioButton: (e, {group}) => choice(e, {type: 'radio', name: group}),
  list: (e, place) => headed(e, isAll(e, 'radioButton') ? choices(e, place) : box('ul', {...base(e), 'aria-label': e.label, tabindex: (e.children ?? []).length ? undefined : '-1'},
    inside(e).map((child, index) => ({tag: 'li', key: e.children[index].identifier, children: [child]})))),
  cell: e => box(e.identifier ? 'button' : 'p',
    {...e.identifier ? control(e, 'cell') : base(e, 'cell'), 'aria-current': e.isSelected ? 'true' : undefined}, rated(e, classes(e), '')),
  progress: e => around(e, 'label', {class: 'field'}, [leaf('span', {}, [e.label, e.value].filter(Boolean).join(' ')),
    {tag: 'progress', key: e.identifier, attributes: {...base(e), max: 1, value: e.fraction, 'aria-label': named(e)}}]),
  image: e => leaf('pre', {...base(e), role: 'img', 'aria-label': named(e)}, e.value ?? ''),
  alert: e => {
    const children = inside(e), texts = children.filter(({attributes}) => attributes['data-role'] === 'text');
    for (const {attributes} of texts) attributes.id ??= 'cs-text-' + attributes['data-at'];
    return box('div', {...base(e), role: 'alertdialog', 'aria-modal': 'true', 'aria-label': named(e),
      'aria-describedby': texts.map(text => text.attributes.id).join(' ') || undefined}, [leaf(heading(1), {}, e.label ?? ''), ...children]);
  },
  tabBar: e => box('div', {...base(e), role: 'tablist', 'aria-label': e.label}, inside(e)),
  tab: e => box('button', {...control(e), role: 'tab', 'aria-selected': String(!!e.isSelected)}, rated(e)),
};
const look = (e, place) => (lookOf[e.role] ?? lookOf.group)(e, place);
