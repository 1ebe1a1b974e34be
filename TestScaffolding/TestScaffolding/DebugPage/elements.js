'use strict';

// Making and changing elements of the page; text is never read as markup.

const $ = id => document.getElementById(id);
// A problem is told beside what was pressed.
const when = (id, kind, act) => $(id).addEventListener(kind, async event => {
  try { await act(event); } catch (problem) { tell(problem, event.submitter ?? event.target); }
});
const pause = ms => new Promise(done => setTimeout(done, ms));
function put(node, name, value) {
  if (name === 'text') { if (node.textContent !== value) node.textContent = value; }
  else if (name.startsWith('on')) node[name] = value;
  else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value === true ? '' : value)) node.setAttribute(name, value === true ? '' : value);
}
const write = (id, text) => put($(id), 'text', text);
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const name in attributes) put(node, name, attributes[name]);
  node.append(...children);
  return node;
}

// Every element that stays is left in its place: it keeps the keyboard, the caret and the scroll position.

function patch(parent, wanted) {
  const old = new Map();
  for (const child of [...parent.childNodes]) {
    if (child.patchKey === undefined) child.remove(); else old.set(child.patchKey, child);
  }
  const keys = new Set();
  let place = parent.firstChild;
  wanted.forEach((want, index) => {
    let key = want.tag + ' ' + (want.key ?? '#' + index);
    if (keys.has(key)) key += ' #' + index;
    keys.add(key);
  });
  for (const [key, node] of old) if (!keys.has(key)) { if (node === place) place = place.nextSibling; node.remove(); }
  [...keys].forEach((key, index) => {
    const want = wanted[index];
    const node = old.get(key) ?? document.createElement(want.tag);
    node.patchKey = key;
    dress(node, want);
    if (node === place) place = place.nextSibling; else parent.insertBefore(node, place);
  });
}
function dress(node, want) {
  const attributes = want.attributes ?? {};
  for (const name of node.getAttributeNames()) if (!(name in attributes) && name !== 'inert') node.removeAttribute(name);
  for (const name in attributes) put(node, name, attributes[name]);
  if (want.text !== undefined) put(node, 'text', want.text); else if (want.children) patch(node, want.children);
  if ('checked' in want && !chosen.has(node.id)) node[want.tag === 'option' ? 'selected' : 'checked'] = want.checked;
  if ('value' in want) fill(node, want.value);
}
// The app and the field agree on what was told last. Of a password, the app tells a dot for each letter.
function fill(field, value) {
  if (field === composing || typing.has(field.id)) return;
  if (field.type === 'password') value = [...new Intl.Segmenter().segment(field.value)].length === value.length ? field.value : '';
  field.told = value;
  // Typing goes on after others' text.
  if (field.value !== value) field.value = value;
}
