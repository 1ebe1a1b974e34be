'use strict';

// What the app asks servers for, as it happens; and other answers than theirs.

let requestCount = 0;
const pathOf = url => { const at = url.indexOf('/', url.indexOf('://') + 3); return at < 0 ? '/' : url.slice(at); };
function showNetwork({routes, requests, count, isStrict}) {
  requestCount = count;
  put($('cs-network-count'), 'text', requests.length ? some(requests.length, 'request') + ' since the reset' : 'The app has asked for nothing since the reset.');
  patch($('cs-network-list'), requests.slice(-200).reverse().map(request => ({tag: 'li', key: String(request.number), attributes: {class: request.problem ? 'bad' : undefined}, children: [
    {tag: 'button', attributes: {'data-target': `${request.method} ${pathOf(request.url)}`, title: 'Takes it over into the form.'}, text: `${request.method} ${request.url}`},
    {tag: 'span', key: 'outcome', text: ' ' + (request.problem ?? (request.status ? `${request.status}` : 'under way')) + (request.route ? ` by ${request.route}` : '')}]})));
  put($('cs-network-strict'), 'text', isStrict ? 'What no route answers is an error now.' : 'Without a route, requests to this machine go to their servers.');
  patch($('cs-network-routes'), routes.map((route, index) => ({tag: 'li', key: `${index} ${route.to}`,
    text: `${route.to}: ${route.fails ?? route.status ?? 200}${route.once ? ', once' : ''}`})));
  $('cs-network-remove').disabled = !isStrict;
}
async function refreshNetwork() {
  if (document.hidden || isLost) return;
  showNetwork(await ask('/network'));
}
async function setRoute(answer, button) {
  const route = {to: $('cs-network-target').value.trim(), ...answer};
  try {
    showNetwork(await ask('/network', route));
    say(`${route.to} is answered${route.once ? ' once' : ''}.`, false, button);
  } catch (problem) { tell(problem, button); }
}
function typedAnswer() {
  const status = $('cs-network-status').value.trim(), text = $('cs-network-text').value;
  return {...status && {status: +status || status}, ...text && {text}};
}
when('cs-network-form', 'submit', event => {
  event.preventDefault();
  setRoute({...typedAnswer(), once: true}, $('cs-network-once'));
});
when('cs-network-always', 'click', ({target}) => setRoute(typedAnswer(), target));
when('cs-network-lose', 'click', ({target}) => setRoute({fails: 'connectionLost', once: true}, target));
when('cs-network-remove', 'click', async ({target}) => {
  try { showNetwork(await ask('/network', undefined, {method: 'DELETE'})); } catch (problem) { tell(problem, target); }
});
when('cs-network-list', 'click', ({target}) => {
  if (target.dataset.target) $('cs-network-target').value = target.dataset.target;
});
listeners.push(refreshNetwork);
onOpening['cs-network'] = () => refreshNetwork().catch(complain);
// A request may begin and end without a drawing.
async function followNetwork() {
  for (;;) {
    if (document.hidden || isLost || !isMet) { await pause(1000); continue; }
    try {
      const {count} = await ask(`/network?after=${requestCount}&timeout=5000`);
      if (count !== requestCount) await refreshNetwork();
    } catch { await pause(1000); }
  }
}
followNetwork();
