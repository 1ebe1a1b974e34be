'use strict';

// Begins and ends recordings, and shows what they have become.

let isRecording = false;
function showRecording(reply) {
  isRecording = reply.isOn;
  put($('cs-record'), 'aria-pressed', String(reply.isOn));
  put($('cs-record'), 'text', reply.isOn ? `Stop recording (${reply.stepCount})` : 'Record');
  $('cs-record-source').hidden = !reply.source;
  $('cs-record-copy').disabled = !reply.source;
  put($('cs-record-source'), 'text', reply.source);
}
$('cs-record').addEventListener('click', async () => {
  try {
    if (!isRecording && $('cs-record-clean').checked && !await reset(formRequest())) return;
    showRecording(await ask('/record', {on: !isRecording}));
    say(isRecording ? 'Recording. Use the app; the test is written as you go.' : 'The recording has ended.');
  } catch (problem) { say(problem.message, true); }
});
$('cs-record-copy').addEventListener('click', () => copy($('cs-record-source').textContent, 'The test'));
listeners.push(async isNew => { if (isNew || isRecording) showRecording(await ask('/recording')); });
