'use strict';

// What the app asks servers for, and other answers than theirs.

const pathOf = url => { const at = url.indexOf('/', url.indexOf('://') + 3); return at < 0 ? '/' : url.slice(at); };
function showNetwork({routes, requests, isStrict}) {
  write('cs-network-count', some(requests.length, 'request') + ' kept since the reset, or since all routes were removed');
  patch($('cs-network-list'), requests.slice(-200).reverse().map(request => ({tag: 'li', key: String(request.number), attributes: {class: request.problem ? 'bad' : undefined}, children: [
    {tag: 'button', attributes: {'data-target': `${request.method} ${pathOf(request.url)}`, title: 'Takes it over into the form.'}, text: `${request.method} ${request.url}`},
    {tag: 'span', key: 'outcome', text: ' ' + (request.problem ?? request.status ?? 'under way') + (request.route ? ` by ${request.route}` : '')}]})));
  write('cs-network-strict', isStrict ? 'What no route answers is an error now.' : 'Without a route, requests to this machine go to their servers.');
  patch($('cs-network-routes'), routes.map((route, index) => ({tag: 'li', key: `${index} ${route.to}`,
    text: `${route.to}: ${route.fails ?? route.status ?? 200}${route.once ? ', once' : ''}`})));
  $('cs-network-remove').disabled = !isStrict;
}
const takeNetwork = inOrder(() => ask('/network'), showNetwork);
const refreshNetwork = async () => $('cs-network').hidden || takeNetwork();
async function setRoute(answer, button) {
  const route = {to: $('cs-network-target').value.trim(), ...answer};
  await takeNetwork(ask('/network', route));
  say(`${route.to} is answered${route.once ? ' once' : ''}.`, false, button);
}
function typedAnswer() {
  const status = $('cs-network-status').value.trim(), text = $('cs-network-text').value;
  return {...status && {status: +status || status}, ...text && {text}};
}
when('cs-network-form', 'submit', event => {
  event.preventDefault();
  return setRoute({...typedAnswer(), once: true}, event.submitter);
});
when('cs-network-always', 'click', ({target}) => setRoute(typedAnswer(), target));
when('cs-network-lose', 'click', ({target}) => setRoute({fails: 'connectionLost', once: true}, target));
when('cs-network-remove', 'click', () => takeNetwork(ask('/network', undefined, {method: 'DELETE'})));
when('cs-network-list', 'click', ({target}) => {
  if (target.dataset.target) $('cs-network-target').value = target.dataset.target;
});
listeners.push(refreshNetwork);
onOpening['cs-network'] = refreshNetwork;
