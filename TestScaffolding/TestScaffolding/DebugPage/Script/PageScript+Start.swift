#if DEBUG
extension PageScript {
  /// What happens when the page is opened.
  static let start = #"""
    // The address keeps the token, so a link within the page must not take its place.
    document.querySelector('nav').addEventListener('click', event => {
      const link = event.target.closest('a');
      if (!link) return;
      event.preventDefault();
      const title = $(link.hash.slice(1) + '-title');
      title.focus({preventScroll: true});
      title.scrollIntoView({block: 'start'});
    });
    addEventListener('hashchange', () => waiting?.abort());
    listeners.push(refreshFacts);
    follow();
    """#
}
#endif
