/** The page's address: a view, what it shows, and its filters. Nothing else holds state that a link should carry. */
const Route = (() => {
  const VIEWS = ['results', 'scenario', 'result', 'compare', 'external'];

  function decode(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  /** Reads `#/view/ID?query`; an unknown view is the overview. */
  function parse(hash) {
    const [, address, query] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash);
    const [name, ...rest] = address.split('/');
    const view = VIEWS.includes(name) ? name : 'overview';
    return { view, id: view === 'overview' ? '' : decode(rest.join('/')), query: new URLSearchParams(query) };
  }

  function link(view, id = '', query = new URLSearchParams()) {
    const filled = new URLSearchParams(query);
    [...filled].filter(([, value]) => value === '').forEach(([key]) => filled.delete(key));
    const asked = filled.toString();
    return '#/' + (view === 'overview' ? '' : view) + (id ? '/' + encodeURIComponent(id) : '') + (asked ? '?' + asked : '');
  }

  const current = () => parse(window.location.hash);

  /** Changes parts of the query. A replacing change leaves no step for the back button, such as a letter of a search. */
  function change(changes, { replace = false } = {}) {
    const { view, id, query } = current();
    for (const [key, value] of Object.entries(changes)) {
      query.delete(key);
      [value].flat().forEach((one) => query.append(key, one));
    }
    const hash = link(view, id, query);
    if (replace) {
      window.location.replace(hash);
    } else {
      window.location.hash = hash;
    }
  }

  return {
    parse, link, current, change,
    result: (row) => link('result', row.id, { scenario: row.scenario }),
    scenario: (id) => link('scenario', id),
    compare: (a, b) => link('compare', '', { a: a.scenario + '/' + a.id, b: b.scenario + '/' + b.id }),
    report: (row) => 'reports/' + encodeURIComponent(row.id) + '.html',
  };
})();
