#if DEBUG
extension PageScript {
  /// Asking the app, with the token from the page's address, and saying so when it does not answer.
  static let connection = #"""
    class Refusal extends Error {
      constructor(status, reply) { super(reply.message); this.status = status; this.code = reply.code; }
    }
    const token = () => new URLSearchParams(location.hash.slice(1)).get('token') || '';
    async function ask(path, body, signal) {
      const headers = {Authorization: 'Bearer ' + token()};
      const options = {headers, signal, cache: 'no-store', credentials: 'omit', redirect: 'error'};
      if (body !== undefined) Object.assign(options, {method: 'POST', body: JSON.stringify(body)});
      const answer = await fetch(path, options);
      const reply = await answer.json();
      if (!answer.ok) throw new Refusal(answer.status, reply);
      return reply;
    }
    let isLost = false;
    function lose(problem) {
      isLost = true;
      const wrong = problem instanceof Refusal && (problem.status === 401 || problem.status === 403);
      put($('cs-banner'), 'text', wrong
        ? 'The app refuses the page: ' + problem.message + ' Open the address that the running app has printed.'
        : 'The app does not answer. It has ended or is held; the page goes on as soon as it is back.');
      $('cs-banner').hidden = false;
      $('cs-screen').classList.add('stale');
    }
    function find() {
      if (!isLost) return;
      isLost = false;
      $('cs-banner').hidden = true;
      $('cs-screen').classList.remove('stale');
      say('The app answers again.');
    }
    """#
}
#endif
