/** Scenarios by question: only those of one question and one machine class stand in one ranking. */
const Overview = (() => {
  const QUESTIONS = 20;
  const FIGURES = ['p50', 'p90', 'p99', 'p999', 'p9999'];
  const DRAW_MILLIS = 300;

  /** Puts usable results with a trusted figure in order. All others follow without a place. */
  function ranked(entries, by) {
    const hasPlace = ({ row }) => Words.isUsable(row) && Number.isFinite(row[by]) && Words.isTrusted(row, by);
    const placed = entries.filter(hasPlace).sort((a, b) => a.row[by] - b.row[by] || (a.scenario.id < b.scenario.id ? -1 : 1));
    const others = entries.filter((entry) => !hasPlace(entry)).sort((a, b) => a.row.verdict - b.row.verdict || (a.scenario.id < b.scenario.id ? -1 : 1));
    return [...placed.map((entry, i) => ({ ...entry, place: i + 1 })), ...others];
  }

  const name = { title: 'transport', text: true, cell: (scenario, row, entry) => [Selection.box(scenario, row),
    element('span', { class: 'rank', title: entry.place ? 'place in this ranking' : 'no place in this ranking' }, entry.place ? `${entry.place}.` : '–'), ' ',
    element('a', { href: Route.scenario(scenario.id) }, scenario.transport),
    Tables.small(element('a', { href: Route.result(row) }, Words.day(row.started)), `, ${Format.count(scenario.results)} ${scenario.results === 1 ? 'result' : 'results'}`),
    scenario.configuration === 'tuned' ? Tables.small(Words.brief(scenario)) : null] };
  const COLUMNS = [name, 'verdict', 'forks', 'p50', 'p99', 'p999', 'p9999', 'achieved', 'cpu', 'bytes', 'layout', 'trend'];

  function question(entries, by) {
    const [{ scenario }] = entries;
    const title = Words.question(scenario);
    const machine = Words.machine(scenario.machineClass);
    const own = entries.filter((entry) => entry.scenario.configuration !== 'tuned');
    const tuned = entries.filter((entry) => entry.scenario.configuration === 'tuned');
    const where = `${title}, on ${scenario.machineClass.alias ?? 'an unnamed machine'}`;
    return section('question-' + scenario.question + '-' + scenario.machine, where,
      element('p', { class: 'muted small' }, machine),
      own.length ? Tables.results(`By ${NAMES[by]}`, COLUMNS, ranked(own, by), `By ${NAMES[by]}: ${where}`) : null,
      tuned.length ? Tables.results('Tuned, without a place', COLUMNS,
        ranked(tuned, by).map(({ place, ...entry }) => entry), `Tuned configurations: ${where}`) : null,
      Tables.isMarked(entries) ? element('p', { class: 'muted small' }, BEYOND) : null);
  }

  function grouped(entries) {
    const groups = new Map();
    entries.forEach((entry) => {
      const key = entry.scenario.question + ' ' + entry.scenario.machine;
      groups.set(key, [...(groups.get(key) ?? []), entry]);
    });
    return [...groups.values()];
  }

  function draw(list, entries, by) {
    let groups = grouped(entries);
    list.replaceChildren();
    const fill = Tables.more(list, () => groups.length, QUESTIONS, 'questions', (from, to) => groups.slice(from, to).map((one) => question(one, by)));
    return (grown) => {
      groups = grouped(grown);
      fill();
    };
  }

  /** Each scenario with its newest result that passes the filters. */
  async function newest(filters, scenarios, isStale, show) {
    const found = new Map();
    const indexes = Filters.shards(filters, scenarios);
    const wanted = new Set(scenarios.map((scenario) => scenario.id));
    let drawnAt = 0;
    await Store.shards(indexes, (part, shard, read) => {
      if (isStale()) {
        return false;
      }
      const rows = part ? Store.rows(shard, part, (columns, i) => wanted.has(columns.scenario[i])) : [];
      rows.filter((row) => Filters.passesResult(filters, row)).forEach((row) => {
        const known = found.get(row.scenario);
        if (!known || row.started > known.started || (row.started === known.started && row.id > known.id)) {
          found.set(row.scenario, row);
        }
      });
      if (read === indexes.length || performance.now() - drawnAt > DRAW_MILLIS) {
        drawnAt = performance.now();
        show(scenarios.filter((scenario) => found.has(scenario.id)).map((scenario) => ({ scenario, row: found.get(scenario.id) })), read, indexes.length);
      }
      return true;
    });
    if (indexes.length === 0 && !isStale()) {
      show([], 0, 0);
    }
  }

  async function render(main, { query }, isStale) {
    const manifest = Store.manifest();
    const filters = Filters.of(query);
    const by = FIGURES.includes(query.get('by')) ? query.get('by') : 'p99';
    let shown = [];
    const status = element('p', { class: 'muted', role: 'status' }, 'Reading the overview.');
    const list = element('div', {});
    main.append(
      element('header', {}, element('h1', { tabindex: -1 }, manifest.title), element('p', { class: 'muted' },
        `${Format.count(manifest.results)} results of ${Format.count(manifest.scenarios)} scenarios, the newest of ${manifest.newest}. Made by TwoHop.`)),
      element('p', { class: 'muted small' }, 'A scenario is a workload, rate, size, codec, transport with its configuration, and machine class. '
        + 'A row shows its newest result. A place in a ranking is no proof of a difference: compare two for a verdict, by the boxes beside them. '
        + 'Greyed results have no place; their reason is beside the verdict.'),
      element('div', { class: 'controls' },
        element('label', {}, 'ranked by', element('select', { 'data-key': 'by', onchange: (event) => Route.change({ by: event.target.value }) },
          FIGURES.map((one) => element('option', { value: one, selected: one === by }, NAMES[one])))),
        element('a', { href: Route.link('results', '', new URLSearchParams([...query].filter(([key]) => key !== 'by'))) }, 'All results in one table'),
        Words.files('overview', () => shown.map(({ scenario, row }) => Words.record(scenario, row)))),
      External.pointer(query), status, list);
    const matching = () => [...Store.scenarios.values()].filter((scenario) => Filters.passes(filters, scenario));
    const tell = (entries, parts) => {
      shown = entries;
      status.textContent = [Filters.isActive(filters)
        ? `${Format.count(entries.length)} of ${Format.count(manifest.scenarios)} scenarios pass the filters.` : `${Format.count(entries.length)} scenarios.`, parts].filter(Boolean).join(' ');
    };

    if (Filters.isOnResults(filters)) {
      await Store.overviews((read, of) => {
        status.textContent = `Read ${read} of ${of} parts of the overview.`;
      });
      await newest(filters, matching(), isStale, (entries, read, of) => {
        tell(entries, `A row shows the newest result that passes. Read ${read} of ${of} files${read < of ? ' so far' : ''}.`);
        draw(list, entries, by);
      });
      return;
    }
    const plain = () => matching().map((scenario) => ({ scenario, row: scenario.newest }));
    // The first part alone is drawn at once; with filters, what passes may be in any part.
    await Store.overviews(undefined, () => Store.scenarios.size > 0);
    if (isStale()) {
      return;
    }
    tell(plain(), Store.scenarios.size < manifest.scenarios ? 'Reading the others.' : null);
    const grow = draw(list, shown, by);
    await Store.overviews();
    if (!isStale()) {
      // Parts hold whole questions in the order of the page, so what is drawn stays as it is.
      tell(plain());
      grow(shown);
    }
  }

  return { render };
})();
