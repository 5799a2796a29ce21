/** Results of other tools: figures without verdict and trust, apart from all rankings, trends and comparisons. */
const External = (() => {
  const ROWS = 100;
  const NONE = '–';
  const HEADLINE = 'endToEnd';
  const FIGURES = ['p50', 'p99', 'p99.9', 'max'];
  const RATE = 'operationsPerSecond';
  const ALONE = 'No verdict, no trust: nothing can be concluded from these figures. They are only shown, and are in no ranking, trend or comparison.';

  const count = () => Store.manifest().external?.results ?? 0;
  const link = (one) => Route.link('external', one.id);
  const badge = () => element('span', { class: 'badge external' }, 'EXTERNAL');
  const readable = (key) => key.replace(/([a-z])([A-Z])/g, (both, end, start) => `${end} ${start.toLowerCase()}`);
  const named = (one, name) => one.series.find((series) => series.name === name);
  const begun = (one) => (one.day ? `${one.day}${one.dayOf === 'name' ? ', by its name' : ''}` : 'date not stated');

  /** A figure, in parentheses and with the reason if the tool cannot resolve it. */
  function figure(one, series, label) {
    const value = series?.figures[label];
    if (!Number.isFinite(value)) {
      return NONE;
    }
    const text = series.quantity === 'latency' ? Format.duration(value) : Format.rate(value);
    return series.doubtful.includes(label) ? [element('span', { class: 'untrusted' }, `(${text})`), Tables.small(one.doubt)] : text;
  }

  const limits = (all) => [...new Map(all.map((one) => [one.tool, one.limits]))].map(([tool, list], i) => section('limits-' + i, `What ${tool} cannot tell`,
    element('ul', { class: 'small' }, list.map((limit) => element('li', {}, limit)))));

  const COLUMNS = [
    { title: 'result', text: true, wrap: true, cell: (one) => [badge(), ' ', element('a', { href: link(one) }, one.id), Tables.small(`${one.tool}, ${begun(one)}`)] },
    { title: 'driver', text: true, wrap: true, cell: (one) => one.stated.driver ?? NONE },
    { title: 'workload', text: true, wrap: true, cell: (one) => one.stated.workload ?? NONE },
    { title: 'message size', cell: (one) => Words.size(one.stated.messageSize) },
    ...FIGURES.map((label) => ({ title: label, cell: (one) => figure(one, named(one, HEADLINE), label) })),
    { title: 'consumed', cell: (one) => figure(one, named(one, 'consumeRate'), RATE) },
  ];

  /** A result as saved to a file, with what marks its figures. */
  const record = (one) => ({
    result: one.id, tool: one.tool, verdict: 'none', comparable: false, day: one.day ?? null, 'day of': one.dayOf ?? null, ...one.stated,
    ...Object.fromEntries(one.series.flatMap((series) => Object.entries(series.figures).map(([label, value]) =>
      [`${series.name} ${label === RATE ? '(1/s)' : label + ' (ns)'}`, value]))),
    [one.doubt]: one.series.flatMap((series) => series.doubtful.map((label) => `${series.name} ${label}`)).join(', '),
    'cannot tell': one.limits.join('; '),
  });

  /** A line for views of our results that leads to these, with the same filters. */
  function pointer(query) {
    return count() === 0 ? '' : element('p', { class: 'small' }, element('a', { href: Route.link('external', '', query) },
      `${Format.count(count())} ${count() === 1 ? 'result' : 'results'} of other tools`), ' stand apart, without verdict and place.');
  }

  async function list(main, query, isStale) {
    const filters = Filters.of(query);
    const status = element('p', { class: 'muted', role: 'status' }, 'Reading the results.');
    main.append(element('header', {}, element('h1', { tabindex: -1 }, 'Results of other tools')), element('p', { class: 'note' }, ALONE), status);
    const all = await Store.external();
    if (isStale()) {
      return;
    }
    // Newest first; those without a date follow.
    const shown = all.filter((one) => Filters.passesExternal(filters, one))
      .sort((a, b) => (b.day ?? '').localeCompare(a.day ?? '') || (a.id < b.id ? -1 : 1));
    const unstated = Filters.unstated(filters);
    status.textContent = `${Format.count(shown.length)} of ${Format.count(all.length)} results. `
      + (unstated.length ? `None passes a filter by ${unstated.join(', ')}: their files do not state it.` : '');
    const tables = element('div', {});
    main.append(element('div', { class: 'controls' }, Words.files('other-tools', () => shown.map(record))), tables, ...limits(all));
    Tables.more(tables, () => shown.length, ROWS, 'results', (from, to) => [table(`End to end, newest first: ${Format.count(from + 1)} to ${Format.count(to)}`, COLUMNS,
      shown.slice(from, to).map((one) => COLUMNS.map((column) => column.cell(one))))]);
  }

  function series(one) {
    const labels = [...new Set(one.series.filter((each) => each.quantity === 'latency').flatMap((each) => Object.keys(each.figures)))];
    const rates = one.series.filter((each) => each.quantity !== 'latency');
    return [table('Latency', [{ title: 'series', text: true }, ...labels.map((title) => ({ title }))],
      one.series.filter((each) => each.quantity === 'latency').map((each) => [each.name, ...labels.map((label) => figure(one, each, label))])),
    facts(rates.map((each) => [readable(each.name), figure(one, each, RATE)]))];
  }

  async function single(main, id, isStale) {
    const status = element('p', { class: 'muted', role: 'status' }, 'Looking for the result.');
    main.append(element('header', {}, element('h1', { tabindex: -1 }, id), status));
    const one = (await Store.external()).find((each) => each.id === id);
    if (isStale()) {
      return;
    }
    if (!one) {
      status.textContent = `This site has no result ${id}.`;
      return;
    }
    document.title = `${id} - TwoHop`;
    status.replaceChildren(badge(), ` ${one.tool}, `, element('a', { href: Route.link('external') }, 'results of other tools'));
    main.append(element('p', { class: 'note' }, ALONE),
      facts([['date', begun(one)], ...Object.entries(one.stated).map(([key, value]) => [readable(key), key === 'messageSize' ? Words.size(value) : String(value)])]),
      element('div', { class: 'controls' }, Words.files(id, () => [record(one)])), ...series(one),
      element('ul', { class: 'small' }, (one.facts ?? []).map((fact) => element('li', {}, fact))), ...limits([one]),
      element('p', { class: 'small muted' }, 'Beside a result of ours: ', element('code', {}, 'bench compare RESULT FILE.json'), ' or ', element('code', {}, 'bench report RESULT FILE.json'), '.'));
  }

  return {
    count,
    pointer,
    render: (main, { id, query }, isStale) => (id ? single(main, id, isStale) : list(main, query, isStale)),
  };
})();
