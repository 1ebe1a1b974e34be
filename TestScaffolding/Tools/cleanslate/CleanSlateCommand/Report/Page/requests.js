'use strict';

// What the app has asked servers for, and what came back. The one that is chosen in the timeline stands open.

const fields = (caption, headers) => Object.keys(headers).length ? [table(caption, ['field', 'value'], Object.entries(headers).sort())] : [];
function contents(title, value, bytes) {
  if (!bytes) return [];
  return value === undefined || value === null ? [hint(`${title}: ${plural(bytes, 'byte')} that are no text, or too many.`)]
    : [make('h4', {}, title), make('pre', {tabindex: '0', role: 'group', 'aria-label': title}, value)];
}
function showRequests(trace, chosen) {
  $('cs-requests').replaceChildren(...(trace.requests.length ? trace.requests.map(record => {
    const {request, answer} = record;
    return make('details', {open: record === chosen, 'aria-current': record === chosen && 'true'},
      make('summary', {class: request.problem ? 'code bad' : 'code'}, `${request.method} ${request.url}: ${record.outcome}`),
      hint([`${nanoseconds(record.at)} after the test began`, record.nanoseconds && `took ${nanoseconds(record.nanoseconds)}`,
        `the app's clock was at ${request.at.replace('T', ' ').replace(/(\.000)?Z$/, '')}`].filter(Boolean).join(', ')),
      ...fields('Header fields of the request', request.headers), ...contents('Body of the request', request.body, request.bodyBytes),
      ...(answer ? [...fields('Header fields of the answer', answer.headers), ...contents('Body of the answer', answer.text, answer.bytes)] : []));
  }) : [hint('The app has asked no server for anything.')]));
}
