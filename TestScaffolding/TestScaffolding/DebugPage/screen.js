'use strict';

// The picture of the app, drawn anew whenever the app draws.

// What is shown, what has the keyboard by the app's word, and how many requests are without an answer.
let shown, focused, unanswered = 0;
function draw(reply, isNew) {
  const screen = $('cs-screen'), held = screen.contains(document.activeElement);
  if (screenIn(reply.tree) !== screenIn(shown?.tree)) (screen.closest('section') ?? document.scrollingElement).scrollTop = 0;
  // Nothing of an earlier generation stays in the page either, such as a password that was typed.
  if (isNew) focused = screen.replaceChildren();
  shown = reply;
  list(reply.tree, 0, []).forEach(({e}, number) => { e.at = number; });
  patch(screen, [look(reply.tree, {})]);
  cover(screen);
  const focus = firstIn(reply.tree, e => e.isFocused)?.identifier, active = document.activeElement, isNowhere = active === document.body;
  const mayMove = !unanswered && focus !== focused && (isNowhere || screen.contains(active));
  if (!unanswered) focused = focus;
  if (!focus || !(mayMove || held && isNowhere)) return;
  focused = focus;
  ($(focus)?.closest('select') ?? $(focus))?.focus({preventScroll: true});
}
function list(e, depth, into) {
  into.push({e, depth, key: e.identifier ?? e.role + into.length});
  for (const child of e.children ?? []) list(child, depth + 1, into);
  return into;
}
const firstIn = (tree, isIt) => tree && list(tree, 0, []).find(({e}) => isIt(e))?.e, isScreen = e => e.role === 'screen';
const screenIn = tree => firstIn(tree, isScreen)?.identifier;
// What stands behind an alert can neither be clicked nor reached with the keyboard, but for what floats above it.
function cover(screen) {
  const alerts = screen.querySelectorAll('[role=alertdialog]'), kept = new Set();
  for (let node = alerts[alerts.length - 1]; node && node !== screen; node = node.parentNode) {
    for (const other of node.parentNode.children) if (other !== node && !other.matches('[data-role=window] > .floating')) { kept.add(other); other.inert = true; }
  }
  for (const node of screen.querySelectorAll('[inert]')) if (!kept.has(node)) node.inert = false;
}

// Doing in the app what the person does to the picture of it: `send` takes what is to be asked, and is the page's own.

const typing = new Map(), chosen = new Set();
function forgetDeeds() {
  typing.clear();
  chosen.clear();
}
onReturn.push(forgetDeeds);
function tap(id) {
  focused = id;
  send(() => ['/tap', {id}]);
}
function type(field) {
  const id = field.id, entry = typing.get(id) ?? {isWaiting: false};
  focused = id;
  entry.text = field.told = field.value;
  typing.set(id, entry);
  if (entry.isWaiting) return;
  entry.isWaiting = true;
  send(() => {
    entry.isWaiting = false;
    return ['/type', {id, text: entry.text, replace: true}];
  });
}
// Esc gives the harmless answer of a question, and otherwise leaves the screen.
const back = () => {
  const way = $('cs-screen').querySelector('[role=alertdialog]') ?? $('cs-back');
  if (way) send(() => ['/back', {}]);
};
// The app knows what Enter does in a field. What was typed last goes along, and comes first.
function enter(field) {
  const id = field.id, entry = typing.get(id);
  focused = id;
  send(() => ['/type', entry ? {id, text: entry.text, replace: true, enter: true} : {id, text: '', enter: true}]);
}
const isField = node => /Field$/.test(node.dataset?.role);
when('cs-screen', 'click', event => {
  const target = event.target.closest('button, input[role=switch], input[type=radio]');
  if (!target) return;
  if (target.id === 'cs-back') return back();
  if (target.tagName === 'INPUT') choose(target.name ? document.getElementsByName(target.name) : [target]);
  tap(target.id);
});
// It changes at once, as any on a page, and to what the app says when the last answer is there.
function choose(rivals) { for (const each of rivals) chosen.add(each.id); }
when('cs-screen', 'change', ({target}) => {
  // A tool that empties a field may tell only that it has changed.
  if (isField(target) && target.value !== target.told) type(target);
  if (target.tagName !== 'SELECT' || target.selectedIndex < 0) return;
  choose(target.options);
  tap(target.value);
});
// The app is told which field gets the keyboard, and so which one is left.
when('cs-screen', 'focusin', ({target}) => { if (isField(target) && target.id !== focused) tap(target.id); });
// Of an emoji, Firefox tells half by half.
when('cs-screen', 'input', ({target, isComposing}) => { if (isField(target) && !isComposing && target.value.isWellFormed()) type(target); });
// A field that is filled meanwhile loses what is composed.
let composing;
when('cs-screen', 'compositionstart', ({target}) => { composing = target; });
when('cs-screen', 'compositionend', ({target}) => {
  composing = undefined;
  if (!isField(target)) return;
  if (target.value === target.told) draw(shown); else type(target);
});
when('cs-screen', 'keydown', event => {
  if (event.isComposing) return;
  if (event.key === 'Enter' && isField(event.target)) { event.preventDefault(); enter(event.target); }
  if (event.key === 'Escape') back();
});
let isAtApp = false;
document.addEventListener('pointerdown', ({target}) => { isAtApp = !target.closest('#cs-glass') && $('cs-screen').contains(target); });
document.addEventListener('keydown', event => {
  if (event.key === 'ArrowLeft' && event.altKey && $('cs-back')) { event.preventDefault(); back(); }
  // After a click on a text of the app, nothing has the keyboard.
  if (event.key === 'Escape' && isAtApp && document.activeElement === document.body) back();
});
