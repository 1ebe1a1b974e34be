/// The part of the audit that runs in the page.
enum AccessibilityScript {
  static let text = """
    const findings = [];
    const report = (rule, element, detail) => findings.push({rule, element: describe(element), detail});
    \(describing)
    \(structure)
    \(labels)
    \(contrast)
    return findings;
    """

  private static let describing = #"""
    function describe(element) {
      if (typeof element === 'string') return element;
      const text = (element.textContent || element.value || '').trim().replace(/\s+/g, ' ').slice(0, 40);
      const name = element.localName + (element.id ? '#' + element.id : '')
        + (element.className && element.className.length ? '.' + element.className.split(' ').join('.') : '');
      return text ? `${name} "${text}"` : name;
    }
    const all = selector => [...document.querySelectorAll(selector)];
    const isShown = element => element.checkVisibility({visibilityProperty: true});
    """#

  private static let structure = #"""
    const root = document.documentElement;
    if (!root.lang) report('language', 'html', 'no lang');
    if (!document.title.trim()) report('title', 'head', 'no title');
    for (const selector of ['h1', 'main, [role=main]']) {
      const count = all(selector).filter(isShown).length;
      if (count !== 1) report('structure', selector, `${count} of them, where there is to be one`);
    }
    let level = 0;
    for (const heading of all('h1, h2, h3, h4, h5, h6, [role=heading]').filter(isShown)) {
      const own = Number(heading.getAttribute('aria-level') || heading.localName[1] || 2);
      if (level && own > level + 1) report('headings', heading, `level ${own} after level ${level}`);
      level = own;
    }
    const ids = new Map();
    for (const element of all('[id]')) ids.set(element.id, (ids.get(element.id) || 0) + 1);
    for (const [id, count] of ids) if (count > 1) report('identifiers', '#' + id, `${count} times`);
    for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-activedescendant', 'for']) {
      for (const element of all(`[${name}]`)) {
        for (const id of element.getAttribute(name).split(/\s+/).filter(Boolean)) {
          if (!ids.has(id)) report('references', element, `${name} leads to #${id}, which is not there`);
        }
      }
    }
    for (const element of all('[tabindex]')) {
      if (element.tabIndex > 0) report('order', element, `tabindex ${element.tabIndex}`);
    }
    for (const element of all('[aria-hidden=true] :is(a[href], button, input, select, textarea, [tabindex])')) {
      if (isShown(element) && element.tabIndex >= 0) report('hidden', element, 'takes focus where nobody hears it');
    }
    const homes = {tab: '[role=tablist]', treeitem: '[role=tree]', option: '[role=listbox]', listitem: '[role=list], ul, ol'};
    for (const [role, home] of Object.entries(homes)) {
      for (const element of all(`[role=${role}]`)) {
        if (!element.parentElement.closest(home)) report('roles', element, `role ${role} outside of ${home}`);
      }
    }
    for (const item of all('li')) {
      if (!item.parentElement.matches('ul, ol, menu, [role=list], [role=tree], [role=group]')) {
        report('roles', item, 'outside of a list');
      }
    }
    """#

  private static let labels = #"""
    for (const field of all('input:not([type=hidden], [type=submit], [type=button]), select, textarea').filter(isShown)) {
      const isLabelled = field.labels.length > 0 || field.hasAttribute('aria-label')
        || field.hasAttribute('aria-labelledby');
      if (!isLabelled) report('label', field, 'neither a label nor aria-label');
    }
    for (const picture of all('img, svg, canvas').filter(isShown)) {
      const isNamed = picture.alt || picture.getAttribute('aria-label') || picture.hasAttribute('aria-labelledby')
        || picture.querySelector(':scope > title');
      if (!isNamed && picture.alt !== '' && !picture.closest('[aria-hidden=true]')) {
        report('picture', picture, 'neither a name nor aria-hidden');
      }
    }
    """#

  private static let contrast = #"""
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const pen = canvas.getContext('2d', {willReadFrequently: true});
    const paint = (layers) => {
      pen.clearRect(0, 0, 1, 1);
      for (const layer of layers) {
        pen.globalAlpha = layer.alpha;
        pen.fillStyle = layer.colour;
        pen.fillRect(0, 0, 1, 1);
      }
      return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = colour => {
      const [r, g, b] = colour.map(value => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const paper = {colour: matchMedia('(prefers-color-scheme: dark)').matches
      && getComputedStyle(root).colorScheme.includes('dark') ? '#121212' : '#ffffff', alpha: 1};
    function layersBelow(element) {
      const chain = [];
      for (let each = element; each; each = each.parentElement) chain.unshift(getComputedStyle(each));
      let alpha = 1;
      const layers = [paper];
      for (const style of chain) {
        alpha *= Number(style.opacity);
        layers.push({colour: style.backgroundColor, alpha});
      }
      return {layers, alpha, isPainted: chain.some(style => style.backgroundImage !== 'none')};
    }
    function judge(element, colour, what) {
      const {layers, alpha, isPainted} = layersBelow(element);
      if (isPainted) return report('contrast', element, 'stands on a picture, so that its contrast is unknown');
      const below = paint(layers), text = paint([...layers, {colour, alpha}]);
      const [light, dark] = [luminance(below), luminance(text)].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio < 4.5) {
        report('contrast', element, `${what} ${ratio.toFixed(2)}:1, rgb(${text}) on rgb(${below})`);
      }
    }
    const isOff = element => element.closest(':disabled, [aria-disabled=true]');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const judged = new Set();
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || judged.has(element) || !isShown(element) || isOff(element)) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || ['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName)) continue;
      judged.add(element);
      const style = getComputedStyle(element);
      judge(element, element instanceof SVGElement ? style.fill : style.color, 'text');
    }
    for (const field of all('input, select, textarea').filter(isShown)) {
      if (isOff(field)) continue;
      judge(field, getComputedStyle(field).color, 'value');
      if (field.placeholder) judge(field, getComputedStyle(field, '::placeholder').color, 'placeholder');
    }
    """#
}
