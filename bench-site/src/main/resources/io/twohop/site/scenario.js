/** One scenario over time: its trend, its results, and how its latency grows with the rate. */
const Scenario = (() => {
  const ROWS = 50;
  const MOST_LINES = 10;
  const DAY = 86_400;
  const FIGURES = {
    ...Object.fromEntries(PERCENTILES.map((name) => [name, { label: NAMES[name], format: Format.tick, text: Format.exact, latency: true }])),
    achieved: { label: 'achieved rate', format: Format.rate, text: Format.rate },
    cpu: { label: 'CPU µs per message', format: Format.plain, text: Format.plain },
    bytes: { label: 'allocated bytes per message', format: Format.plain, text: Format.plain },
  };
  const COLUMNS = ['started', 'verdict', 'forks', 'p50', 'p90', 'p99', 'p999', 'p9999', 'max', 'achieved', 'cpu', 'bytes', 'layout', 'version', 'jdk',
    'revision', 'compare'];

  const figureOf = (mark) => mark.figure ?? 'p50';

  /** Known changes from the site's annotations that concern a scenario. */
  function annotations(scenario) {
    const scope = { transport: [scenario.transport, scenario.system], workload: [scenario.workload], machine: [scenario.machineClass.alias] };
    return (Store.manifest().annotations ?? []).filter((one) => Object.entries(one.scope ?? {})
      .every(([key, value]) => value === null || value === undefined || (scope[key] ?? []).includes(value)));
  }

  const span = (one) => one.from + (one.to ? ' to ' + one.to : '');

  function text(row, name) {
    const { label, text: words, latency } = FIGURES[name];
    const why = Words.refusal(row);
    return [`${Words.minute(row.started)}${row.revision ? ', ' + row.revision : ''}`, `${label}: ${words(row[name])}`, Words.forks(row.forks),
      latency && !Words.isTrusted(row, name) ? 'beyond the trusted percentile' : null,
      why ? `${VERDICTS[row.verdict]}, not comparable: ${why}` : null].filter(Boolean).join('\n');
  }

  function drawTrend(scenario, series, name) {
    const rows = series.rows.filter((row) => Number.isFinite(row[name]));
    const places = new Map(rows.map((row, i) => [row.id, i]));
    const { label, format, latency } = FIGURES[name];
    const gaps = new Set(series.breaks.map((one) => one.result.id));
    const color = Theme.color(0);
    const points = [];
    let gap = false;
    series.rows.forEach((row) => {
      gap = gap || gaps.has(row.id);
      if (places.has(row.id)) {
        points.push({ x: places.get(row.id), y: row[name], text: text(row, name), gap, open: Route.result(row),
          hollow: !Words.isUsable(row) || (latency && !Words.isTrusted(row, name)) });
        gap = false;
      }
    });
    // A mark stands before the first drawn result of its time or later.
    const before = (seconds) => {
      const at = rows.findIndex((row) => row.started >= seconds);
      return (at < 0 ? rows.length : at) - 0.5;
    };
    const changes = series.changes.filter((one) => figureOf(one) === name);
    const noted = annotations(scenario).map((one) => ({ ...one, seconds: Date.parse(one.from) / 1000 }))
      .filter((one) => rows.length && one.seconds >= rows[0].started - DAY && one.seconds <= rows.at(-1).started + DAY);
    const hollow = points.filter((point) => point.hollow).length;
    const count = rows.length;
    const ticks = [...Array(Math.min(count, 8)).keys()].map((i) => Math.round((i * (count - 1)) / Math.max(1, Math.min(count, 8) - 1)));
    return {
      note: [hollow ? `Hollow points (${hollow}) are not on the line: refused results, and figures beyond trust.` : null,
        count < series.rows.length ? `${series.rows.length - count} results have no such figure.` : null,
        latency && name !== 'p50' ? 'Changes are searched in p50.' : null].filter(Boolean).join(' ') || null,
      x: { label: 'results in order of time', min: -0.5, max: Math.max(0.5, count - 0.5), ticks: [...new Set(ticks)].map((i) => [i, Words.day(rows[i]?.started ?? 0)]) },
      y: { label, ...Charts.linear(rows.map((row) => row[name]), format) },
      series: [{ name: `${label} of each result`, color, points }],
      marks: [
        ...changes.map((one) => ({ x: before(one.result.started), dashed: true, color: Theme.value(one.percent === null || one.percent > 0 ? 'bad' : 'good'),
          label: `${Tables.size(one)} ${one.revision ?? ''} ${Words.day(one.result.started)}` })),
        ...series.breaks.map((one) => ({ x: before(one.result.started), color: Theme.value('ink'), label: one.text })),
        ...noted.map((one) => ({ x: before(one.seconds), color: Theme.value('muted'), dashed: true, label: `${one.from}: ${one.text}` })),
      ],
      csv: [['result', 'started', 'revision', 'verdict', label, 'on the line', 'break before', 'change'],
        ...points.map((point, i) => [rows[i].id, new Date(rows[i].started * 1000).toISOString(), rows[i].revision, VERDICTS[rows[i].verdict], rows[i][name], !point.hollow,
          series.breaks.find((one) => one.result.id === rows[i].id)?.text, changes.find((one) => one.result.id === rows[i].id)?.percent])],
    };
  }

  function changes(series) {
    return series.changes.length === 0 ? element('p', {}, 'No change was found.') : table('Changes, newest first', [
      { title: 'first result after', text: true }, { title: 'figure', text: true }, { title: 'change', text: true }, { title: '95 % interval' }, { title: 'p' },
      { title: 'its revision', text: true }, { title: 'revision before', text: true }],
    [...series.changes].reverse().map((one) => [element('a', { href: Route.result(one.result) }, Words.minute(one.result.started)), NAMES[figureOf(one)] ?? figureOf(one),
      Tables.change(one), Number.isFinite(one.low) ? `${Tables.signed(one.low)} to ${Tables.signed(one.high)}` : '–', Words.probability(one.p),
      one.revision ?? '–', one.before ?? '–']));
  }

  const configuration = (scenario) => scenario.transport + (scenario.configuration === 'tuned' ? ` (${Words.brief(scenario)})` : '');

  /** Room beside the outermost rates. */
  const padded = (axis) => ({ ...axis, min: axis.min / 1.3, max: axis.max * 1.3 });

  /** The newest results at all rates, a line for each configuration of a transport. */
  function drawScaling(lines, name) {
    const { label, format, latency } = FIGURES[name];
    const drawn = lines.slice(0, MOST_LINES);
    const series = drawn.map(([title, scenarios], i) => ({
      name: title, color: Theme.color(i),
      points: scenarios.filter(({ newest }) => newest[name] > 0).map((one) => ({
        x: one.rate, y: one.newest[name], open: Route.scenario(one.id), text: `${Words.rate(one.rate)}: ${text(one.newest, name)}`,
        hollow: !Words.isUsable(one.newest) || (latency && !Words.isTrusted(one.newest, name)),
      })),
    }));
    const points = series.flatMap((one) => one.points);
    const left = lines.slice(MOST_LINES).map(([title]) => title);
    return {
      note: [points.some((point) => point.hollow) ? 'Hollow points are not on the line: refused results, and figures beyond trust.' : null,
        left.length ? `Not drawn: ${left.join('; ')}.` : null].filter(Boolean).join(' ') || null,
      x: { label: 'offered rate', ...padded(Charts.logarithmic(lines.flatMap(([, scenarios]) => scenarios.map((one) => one.rate)), Format.rate)) },
      y: { label, ...(latency ? Charts.logarithmic : Charts.linear)(points.map((point) => point.y), format) },
      series,
      csv: [['configuration', 'scenario', 'rate (1/s)', 'result', 'verdict', 'forks', label],
        ...lines.flatMap(([title, scenarios]) => scenarios.map((one) => [title, one.id, one.rate, one.newest.id, VERDICTS[one.newest.verdict], one.newest.forks, one.newest[name]]))],
    };
  }

  function scaling(main, scenario) {
    const lines = new Map([[configuration(scenario), []]]);
    [...Store.scenarios.values()].filter((one) => one.family === scenario.family && one.machine === scenario.machine && one.rate > 0)
      .sort((a, b) => a.rate - b.rate)
      .forEach((one) => lines.set(configuration(one), [...(lines.get(configuration(one)) ?? []), one]));
    const own = lines.get(configuration(scenario));
    if (own.length < 2) {
      return;
    }
    const part = section('scaling', 'Latency by rate', element('p', { class: 'muted small' }, 'The same question at other rates, on the same machine class.'));
    main.append(part);
    Charts.add(part, { id: 'scaling-chart', title: `${scenario.transport}: latency by rate`, about: 'A point is the newest result at a rate. Latencies are on a logarithmic axis.',
      controls: [{ key: 'figure', label: 'figure', value: 'p99', options: Object.entries(FIGURES).map(([key, one]) => [key, one.label]) }],
      draw: ({ figure }) => drawScaling([...lines], figure) });
    part.append(Tables.results(`Newest results of ${configuration(scenario)} at each rate`, [
      { title: 'rate', text: true, cell: (one) => (one.id === scenario.id ? `${Words.rate(one.rate)} (this)` : element('a', { href: Route.scenario(one.id) }, Words.rate(one.rate))) },
      'verdict', 'forks', 'p50', 'p99', 'p999', 'p9999', 'achieved', 'cpu', 'bytes', 'layout'], own.map((one) => ({ scenario: one, row: one.newest }))));
  }

  /** Verdicts against other scenarios of the question. */
  function pairs(scenario, series) {
    const known = series.pairs.map((pair) => ({ pair, other: Store.scenarios.get(pair.with) })).filter(({ other }) => other);
    return known.length === 0 ? null : section('pairs', 'Against others of this question',
      element('p', { class: 'muted small' }, 'The newest usable result of each. “Faster” means that this scenario is faster.'),
      table('Verdicts against others', [{ title: 'against', text: true, wrap: true }, { title: 'figure', text: true }, { title: 'verdict', text: true, wrap: true }, { title: 'difference' },
        { title: '95 % interval' }, { title: 'forks' }],
      known.map(({ pair, other }) => [element('a', { href: Route.compare({ scenario: scenario.id, id: pair.a ?? '' }, { scenario: other.id, id: pair.b ?? '' }) },
        configuration(other)), FIGURE_NAMES[pair.figure] ?? pair.figure ?? '–', Compare.verdict(pair),
      ...Compare.difference(pair), pair.n ?? '–'])));
  }

  function siblings(scenario) {
    const same = ['workload', 'rate', 'size', 'hops', 'codec', 'transport', 'service'];
    const others = [...Store.scenarios.values()].filter((one) => one.machine !== scenario.machine && same.every((key) => one[key] === scenario[key])
      && ['changed', 'further'].every((key) => JSON.stringify(one[key]) === JSON.stringify(scenario[key])));
    return others.length === 0 ? null : section('machines', 'On other machines', element('p', { class: 'muted small' },
      'Results of different machine classes are never ranked with each other.'),
    element('ul', {}, others.map((one) => element('li', {}, element('a', { href: Route.scenario(one.id) }, Words.machine(one.machineClass))))));
  }

  async function render(main, { id, query }, isStale) {
    const status = element('p', { class: 'muted', role: 'status' }, 'Reading the scenario.');
    main.append(element('header', {}, element('h1', { tabindex: -1 }, 'Scenario'), status));
    await Store.overviews();
    const scenario = Store.scenarios.get(id);
    if (isStale()) {
      return;
    }
    if (!scenario) {
      status.textContent = `This site has no scenario ${id}.`;
      return;
    }
    const series = await Store.results(scenario);
    if (isStale()) {
      return;
    }
    const filters = Filters.of(query);
    const all = series.rows.length;
    series.rows = series.rows.filter((row) => Filters.passesResult(filters, row));
    const kept = new Set(series.rows.map((row) => row.id));
    // A break stays visible even if the filters hide the result at which it was.
    const first = (mark) => (kept.has(mark.result.id) ? mark : { ...mark, result: series.rows.find((row) => row.started >= mark.result.started) });
    series.breaks = series.breaks.map(first).filter((one) => one.result);
    series.changes = series.changes.map(first).filter((one) => one.result);

    main.querySelector('h1').textContent = Words.title(scenario);
    document.title = `${Words.title(scenario)} - TwoHop`;
    status.textContent = all === series.rows.length ? `${Format.count(all)} ${all === 1 ? 'result' : 'results'}.` : `${Format.count(series.rows.length)} of ${Format.count(all)} results pass the filters.`;
    if (all < scenario.results) {
      status.textContent += ` ${scenario.results - all} more could not be read.`;
    }
    main.append(facts([['workload', scenario.workload], ['rate', Words.rate(scenario.rate)], ['size', Words.size(scenario.size)], ['hops', scenario.hops],
      ['codec', scenario.codec], ['transport', `${scenario.transport}${scenario.system && scenario.system !== scenario.transport ? ` (${scenario.system})` : ''}`],
      ['configuration', scenario.configuration === 'tuned' ? 'tuned: ' + Words.changed(scenario).join(', ') : scenario.configuration],
      ['service', scenario.service], ['further', Words.further(scenario).join(', ')], ['machine', Words.machine(scenario.machineClass)]]));

    const trend = section('trend', 'Over time');
    main.append(trend);
    const figures = Object.keys(FIGURES).filter((name) => series.rows.some((row) => Number.isFinite(row[name])));
    if (figures.length) {
      const asked = query.get('figure');
      Charts.add(trend, { id: 'trend-chart', title: `${scenario.transport}: results over time`,
        about: 'A point is a result. A dashed line is a change or a note; a solid line breaks the series where the machine changed. The scale does not begin at zero.',
        controls: [{ key: 'figure', label: 'figure', value: figures.includes(asked) ? asked : figures[0], options: figures.map((name) => [name, FIGURES[name].label]),
          onchange: (value) => Route.change({ figure: value }, { replace: true }) }],
        draw: ({ figure }) => drawTrend(scenario, series, figure) });
    }
    trend.append(changes(series));
    const noted = annotations(scenario);
    trend.append(series.breaks.length || noted.length ? element('ul', { class: 'notes' },
      series.breaks.map((one) => element('li', {}, `${Words.day(one.result.started)}: machine changed, ${one.text}`)),
      noted.map((one) => element('li', {}, `${span(one)}: ${one.text}`))) : '');

    const newest = [...series.rows].reverse().map((row) => ({ scenario, row }));
    const part = section('results', 'Results', element('div', { class: 'controls' },
      Words.files(`scenario-${scenario.id}`, () => newest.map(({ row }) => Words.record(scenario, row)))), Tables.isMarked(newest) ? element('p', { class: 'muted small' }, BEYOND) : null);
    Tables.more(part, () => newest.length, ROWS, 'results', (from, to) => [Tables.results(`Results ${from + 1} to ${to}, newest first`, COLUMNS, newest.slice(from, to))]);
    main.append(part, pairs(scenario, series) ?? '');
    scaling(main, scenario);
    main.append(siblings(scenario) ?? '');
  }

  return { render };
})();
