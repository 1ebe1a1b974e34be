'use strict';

// Begins and ends recordings, and shows what they have become.

let isRecording = false;
function showRecording(reply) {
  isRecording = reply.isOn;
  put($('cs-record'), 'aria-pressed', String(reply.isOn));
  put($('cs-record'), 'text', reply.isOn ? `Stop recording (${reply.stepCount})` : 'Record');
  showState('cs-state-record', reply.isOn ? 'recording, ' + some(reply.stepCount, 'step') : '', 'bad');
  $('cs-record-source').hidden = !reply.source;
  $('cs-record-copy').disabled = !reply.source;
  put($('cs-record-source'), 'text', reply.source);
}
$('cs-record').addEventListener('click', async ({target}) => {
  try {
    if (!isRecording && $('cs-record-clean').checked && !await reset(formRequest(), target)) return;
    showRecording(await ask('/record', {on: !isRecording}));
    say(isRecording ? 'Recording. Use the app; the test is written as you go.' : 'The recording has ended.', false, target);
  } catch (problem) { say(problem.message, true, target); }
});
$('cs-record-copy').addEventListener('click', ({target}) => copy($('cs-record-source').textContent, 'The test', target));
const refreshRecording = async () => showRecording(await ask('/recording'));
listeners.push(isNew => { if (isNew || isRecording) return refreshRecording(); });
