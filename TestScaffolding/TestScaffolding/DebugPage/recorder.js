'use strict';

// Begins and ends recordings, and shows what they have become.

let isRecording = false, recorded, isOld = false;
const title = () => $('cs-record-name').value.trim(), titled = path => path + '?' + new URLSearchParams({name: title()});
const oldText = 'The app was started anew since, and knows nothing of these steps. They can be replayed, copied and saved, but not changed.';
function showRecording(reply) {
  // An app that has recorded something has a source. Without one it was started anew, and the page keeps what it has.
  const ended = !reply.source && recorded?.source && !isOld;
  isOld = !reply.source && Boolean(recorded?.source);
  if (isOld) reply = {...recorded, isOn: false, warnings: [oldText, ...recorded.warnings.filter(text => text !== oldText)]};
  if (ended) say(isRecording ? 'The app was started anew, which has ended the recording.' : 'The app was started anew. The recording is kept here.', isRecording);
  recorded = reply;
  isRecording = reply.isOn;
  put($('cs-record'), 'aria-pressed', String(reply.isOn));
  write('cs-record', reply.isOn ? `Stop recording (${reply.stepCount})` : 'Record');
  showState('cs-state-record', reply.isOn ? 'recording, ' + some(reply.stepCount, 'step') : '', 'bad');
  $('cs-record-warnings').hidden = !reply.warnings.length;
  patch($('cs-record-warnings'), reply.warnings.map(text => ({tag: 'li', key: text, text})));
  for (const id of ['cs-record-copy', 'cs-record-save']) $(id).disabled = !reply.source;
  write('cs-record-file', title() ? reply.file : reply.source ? 'Give the test a name: its file is called after it.' : '');
  $('cs-record-source').hidden = !reply.source;
  write('cs-record-source', reply.source);
  drawSteps();
  showQuery();
}
const refreshRecording = inOrder(() => ask(titled('/recording')), reply => waitingEdits || showRecording(reply));
const changeRecording = async (path, change) => {
  await lastEdit;
  return refreshRecording(ask(titled(path), change));
};
when('cs-record', 'click', async ({target}) => {
  if (!isRecording && $('cs-record-clean').checked && !await reset(formRequest(), target)) return;
  if (!isRecording) outcomes = [];
  const {isOn} = await changeRecording('/record', {on: !isRecording});
  say(isOn ? 'Recording. Use the app; the test is written as you go.' : 'The recording has ended.', false, target);
});
$('cs-record-name').value = remembered('name');
when('cs-record-name', 'input', ({target}) => {
  remember('name', target.value);
  refreshRecording().catch(complain);
});
when('cs-record-copy', 'click', async ({target}) => {
  await lastEdit;
  copy(recorded.source, 'The test', target);
});
// The page writes where the person says; the app itself writes no files of the package.
when('cs-record-save', 'click', async ({target}) => {
  if (!title()) {
    say('Give the test a name first: its file is called after it.', true, target);
    return $('cs-record-name').focus();
  }
  await lastEdit;
  const {source, file} = recorded, at = file.lastIndexOf('/'), name = file.slice(at + 1);
  try {
    if (window.showSaveFilePicker) {
      const place = await showSaveFilePicker({suggestedName: name, id: 'cleanslate-tests',
        types: [{description: 'Swift', accept: {'text/plain': ['.swift']}}]});
      const stream = await place.createWritable();
      await stream.write(source);
      await stream.close();
      say(place.name + ' is saved.', false, target);
    } else {
      const link = make('a', {href: URL.createObjectURL(new Blob([source])), download: name});
      link.click();
      URL.revokeObjectURL(link.href);
      say(`${name} is among your downloads. It belongs in ${file.slice(0, at)}.`, false, target);
    }
  } catch (problem) { if (problem.name !== 'AbortError') tell(problem, target); }
});
listeners.push(isNew => { if (isNew || isRecording) return refreshRecording(); });
