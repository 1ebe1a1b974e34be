'use strict';

// Making and changing elements of the page; text is never read as markup.

const $ = id => document.getElementById(id);
const pause = ms => new Promise(done => setTimeout(done, ms));
function put(node, name, value) {
  if (name === 'text') { if (node.textContent !== value) node.textContent = value; }
  else if (name.startsWith('on')) node[name] = value;
  else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value === true ? '' : value)) node.setAttribute(name, value === true ? '' : value);
}
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const name in attributes) put(node, name, attributes[name]);
  node.append(...children);
  return node;
}
// A message stands beside the button that was pressed, else in the head, and is read out from one place.
const note = make('p', {id: 'cs-note', 'aria-hidden': 'true'});
function say(text, isBad = false, near = $('cs-banner')) {
  for (const place of [$('cs-status'), note]) {
    put(place, 'text', text);
    put(place, 'class', [place === note ? '' : 'unseen', isBad ? 'bad' : ''].join(' ').trim() || undefined);
  }
  const place = near.isConnected ? near : $('cs-banner');
  (place.closest('.buttons') ?? place).after(note);
  note.scrollIntoView({block: 'nearest'});
}
async function copy(text, what, near) {
  try {
    await navigator.clipboard.writeText(text);
    say(what + ' is copied.', false, near);
  } catch { say('The browser does not let the page copy. Select the text and copy it by hand.', true, near); }
}
// What a person has chosen stays in the address, and so is still chosen when the page is loaded again.
const chosenHere = () => new URLSearchParams(location.hash.slice(1)), remembered = name => chosenHere().get(name) ?? '';
function remember(name, value) {
  const words = chosenHere();
  words.set(name, value);
  history.replaceState(null, '', '#' + words);
}
const time = ns => `${(ns / 1e6).toFixed(2)} ms`;
const some = (count, what) => count ? `${count} ${what}${count > 1 ? 's' : ''}` : `no ${what}s`;
const size = bytes => bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`;

// Bringing what the page shows to what it should show, with every element that stays left in its place: it
// keeps the keyboard, the caret and the scroll position.

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
  if ('checked' in want && !chosen.has(node.id)) node.checked = want.checked;
  if ('value' in want) fill(node, want.value);
}
function fill(field, value) {
  if (field.value === value || typing.has(field.id)) return;
  const start = field.selectionStart, end = field.selectionEnd;
  field.value = value;
  if (field === document.activeElement) field.setSelectionRange(Math.min(start, value.length), Math.min(end, value.length));
}
