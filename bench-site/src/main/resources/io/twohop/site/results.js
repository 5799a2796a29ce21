/** All results that pass the filters, newest first, in one table without places. */
const Results = (() => {
  const ROWS = 100;
  const DRAW_MILLIS = 400;
  const COLUMNS = ['started', 'scenario', 'verdict', 'forks', 'p50', 'p99', 'p999', 'p9999', 'achieved', 'cpu', 'bytes', 'layout', 'version', 'revision',
    'machine', 'compare'];

  /** Shows rows, a table for each step. */
  function draw(list, entries) {
    list.replaceChildren(Tables.isMarked(entries) ? element('p', { class: 'muted small' }, BEYOND) : '');
    Tables.more(list, () => entries.length, ROWS, 'results', (from, to) => [Tables.results(
      `Results ${Format.count(from + 1)} to ${Format.count(to)}, newest first`, COLUMNS, entries.slice(from, to))]);
  }

  async function render(main, { query }, isStale) {
    const filters = Filters.of(query);
    const entries = [];
    const status = element('p', { class: 'muted', role: 'status' }, 'Reading the overview.');
    const list = element('div', {});
    main.append(element('header', {}, element('h1', { tabindex: -1 }, 'All results')),
      element('p', { class: 'muted small' }, 'Results of different scenarios and machines stand in this table side by side. They are in order of time and not ranked.'),
      element('div', { class: 'controls' }, element('a', { href: Route.link('overview', '', query) }, 'By question'),
        Words.files('results', () => entries.map(({ scenario, row }) => Words.record(scenario, row)))),
      External.pointer(query), status, list);
    await Store.overviews();
    const scenarios = new Map([...Store.scenarios].filter(([, scenario]) => Filters.passes(filters, scenario)));
    const indexes = Filters.shards(filters, [...scenarios.values()]);
    let drawnAt = 0;
    const show = (read) => {
      entries.sort((a, b) => b.row.started - a.row.started || (a.row.id < b.row.id ? 1 : -1));
      status.textContent = `${Format.count(entries.length)} results${Filters.isActive(filters) ? ' pass the filters' : ''}. `
        + (read < indexes.length ? `Read ${read} of ${indexes.length} files so far, newest first.` : '');
      draw(list, entries);
      drawnAt = performance.now();
    };
    await Store.shards(indexes, (part, shard, read) => {
      if (isStale()) {
        return false;
      }
      const rows = part ? Store.rows(shard, part, (columns, i) => scenarios.has(columns.scenario[i])) : [];
      rows.filter((row) => Filters.passesResult(filters, row)).forEach((row) => entries.push({ scenario: scenarios.get(row.scenario), row }));
      if (read < indexes.length && performance.now() - drawnAt > DRAW_MILLIS) {
        show(read);
      }
      return true;
    });
    if (!isStale()) {
      show(indexes.length);
    }
  }

  return { render };
})();
