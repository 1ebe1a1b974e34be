#if DEBUG
extension PageScript {
  /// Making and changing elements of the page; text is never read as markup.
  static let elements = #"""
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
    function say(text, isBad = false) {
      $('cs-status').textContent = text;
      $('cs-status').className = isBad ? 'bad' : '';
    }
    async function copy(text, what) {
      try {
        await navigator.clipboard.writeText(text);
        say(what + ' is copied.');
      } catch { say('The browser does not let the page copy. Select the text and copy it by hand.', true); }
    }
    """#
}
#endif
