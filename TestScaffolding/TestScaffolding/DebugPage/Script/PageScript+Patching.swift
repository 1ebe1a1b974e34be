#if DEBUG
extension PageScript {
  /// Bringing what the page shows to what it should show, with every element that stays left in its place: it
  /// keeps the keyboard, the caret and the scroll position.
  static let patching = #"""
    function patch(parent, wanted) {
      const old = new Map();
      for (const child of [...parent.childNodes]) {
        if (child.patchKey === undefined) child.remove(); else old.set(child.patchKey, child);
      }
      const keys = new Set();
      let place = parent.firstChild;
      wanted.forEach((want, index) => {
        let key = want.tag + ' ' + (want.key ?? '#' + index);
        if (keys.has(key)) key += ' #' + index;
        keys.add(key);
      });
      for (const [key, node] of old) if (!keys.has(key)) { if (node === place) place = place.nextSibling; node.remove(); }
      [...keys].forEach((key, index) => {
        const want = wanted[index];
        const node = old.get(key) ?? document.createElement(want.tag);
        node.patchKey = key;
        dress(node, want);
        if (node === place) place = place.nextSibling; else parent.insertBefore(node, place);
      });
    }
    function dress(node, want) {
      const attributes = want.attributes ?? {};
      for (const name of node.getAttributeNames()) if (!(name in attributes) && name !== 'inert') node.removeAttribute(name);
      for (const name in attributes) put(node, name, attributes[name]);
      if (want.text !== undefined) put(node, 'text', want.text); else if (want.children) patch(node, want.children);
      if ('checked' in want) node.checked = want.checked;
      if ('value' in want) fill(node, want.value);
    }
    function fill(field, value) {
      if (field.value === value || typing.has(field.id)) return;
      const start = field.selectionStart, end = field.selectionEnd;
      field.value = value;
      if (field === document.activeElement) field.setSelectionRange(Math.min(start, value.length), Math.min(end, value.length));
    }
    """#
}
#endif
