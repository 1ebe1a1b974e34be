'use strict';

// What the page itself has to say, and what a person has chosen on it.

// A message stands beside the button that was pressed, else in the head, and is read out from one place.
const note = make('p', {id: 'cs-note', 'aria-hidden': 'true'});
function say(text, isBad = false, near = $('cs-banner')) {
  for (const place of [$('cs-status'), note]) {
    put(place, 'text', text);
    put(place, 'class', [place === note ? '' : 'unseen', isBad ? 'bad' : ''].join(' ').trim() || undefined);
  }
  const place = near?.isConnected ? near : $('cs-banner');
  (place.closest('.buttons') ?? place).after(note);
  note.scrollIntoView({block: 'nearest'});
}
async function copy(text, what, near) {
  try {
    await navigator.clipboard.writeText(text);
    say(what + ' is copied.', false, near);
  } catch { say('The browser does not let the page copy. Select the text and copy it by hand.', true, near); }
}
// What a person has chosen stays in the address, for when the page is loaded again.
const chosenHere = () => new URLSearchParams(location.hash.slice(1)), remembered = name => chosenHere().get(name) ?? '';
function remember(name, value) {
  const words = chosenHere();
  words.set(name, value);
  history.replaceState(null, '', '#' + words);
}
const time = ns => `${(ns / 1e6).toFixed(2)} ms`;
const some = (count, what) => count ? `${count} ${what}${count > 1 ? 's' : ''}` : `no ${what}s`;
const size = bytes => bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`;
