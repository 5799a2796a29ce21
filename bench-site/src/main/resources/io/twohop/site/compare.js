/** Two results side by side, with the verdict that the build found for them. Without one, the page claims none. */
const Compare = (() => {
  const CLASSES = { faster: 'improved', cheaper: 'improved', slower: 'regressed', 'more expensive': 'regressed' };

  const verdict = (pair) => [element('span', { class: 'word ' + (CLASSES[pair.verdict] ?? '') }, pair.verdict), pair.reason ? element('span', { class: 'why' }, pair.reason) : null];

  /** The difference and its interval. Without an interval, as of one fork, the difference alone would say too much. */
  const difference = (pair) => (Number.isFinite(pair.low) && Number.isFinite(pair.percent)
    ? [Tables.signed(pair.percent), `${Tables.signed(pair.low)} to ${Tables.signed(pair.high)}`] : ['–', '–']);

  /** Reads `scenario/result`, `scenario` for its newest usable result, or `result`. */
  async function side(text) {
    const [first, ...rest] = (text ?? '').split('/');
    await Store.overviews();
    const scenario = Store.scenarios.get(first);
    const id = scenario ? rest.join('/') : text;
    if (id) {
      const row = await Store.result(id, scenario?.id);
      return row && { row, scenario: Store.scenarios.get(row.scenario) };
    }
    const rows = scenario ? (await Store.results(scenario)).rows : [];
    const row = rows.findLast(Words.isUsable) ?? rows.at(-1);
    return row && { row, scenario };
  }

  /** A word of a shell's command line. */
  const quoted = (word) => (/^[\w.,:@%+/-]+$/.test(word) && !word.startsWith('-') ? word : "'" + word.replaceAll("'", "'\\''") + "'");

  /** The verdicts of the build about exactly these two results. */
  async function pairs(a, b) {
    const of = async (one, other) => (await Store.results(one.scenario)).pairs
      .filter((pair) => pair.with === other.scenario.id && pair.a === one.row.id && pair.b === other.row.id).map((pair) => ({ pair, one, other }));
    const found = a.scenario.id === b.scenario.id ? [] : await of(a, b);
    return found.length || a.scenario.id === b.scenario.id ? found : of(b, a);
  }

  const lines = (content) => (content ?? '').split(/\r?\n/).map((line) => line.trimEnd()).filter((line) => line.trim() && !line.trim().startsWith('#'));

  /** Settings in which the two differ, as rows. */
  function differences(a, b) {
    const settings = ({ scenario, row, detail }) => new Map([
      ['workload', scenario.workload], ['rate', Words.rate(scenario.rate)], ['size', Words.size(scenario.size)], ['hops', scenario.hops], ['codec', scenario.codec],
      ['transport', scenario.transport], ['configuration', [scenario.configuration, ...Words.changed(scenario)].join(', ')], ['service', scenario.service], ['further settings', Words.further(scenario).join(', ')],
      ['machine class', Words.machine(scenario.machineClass)], ['layout', row.layout], ['JDK', row.jdk], ['transport version', row.version], ['revision', row.revision],
      ['forks', row.forks], ...Result.flat(detail?.machine).map(([key, value]) => ['machine: ' + key, value]),
      ...Result.flat(detail?.versions).map(([key, value]) => ['version: ' + key, value]), ['JVM flags', detail?.flags?.join(' ')],
    ]);
    const [left, right] = [settings(a), settings(b)];
    const rows = [...new Set([...left.keys(), ...right.keys()])].map((key) => [key, String(left.get(key) ?? '–'), String(right.get(key) ?? '–')])
      .filter(([, one, other]) => one !== other);
    for (const name of new Set([...Object.keys(a.detail?.files ?? {}), ...Object.keys(b.detail?.files ?? {})])) {
      const [one, other] = [lines(a.detail?.files[name]), lines(b.detail?.files[name])];
      const only = (from, without) => from.filter((line) => !without.includes(line)).join('\n');
      if (only(one, other) || only(other, one)) {
        rows.push([name + '.yaml', element('span', { class: 'code' }, only(one, other) || '–'), element('span', { class: 'code' }, only(other, one) || '–')]);
      }
    }
    return rows;
  }

  function figures(a, b) {
    const both = [a, b];
    const line = (title, cell) => [title, ...both.map(({ row, scenario }) => cell(row, scenario))];
    const made = table('Figures side by side', [{ title: 'figure', text: true }, { title: 'A', text: true, wrap: true }, { title: 'B', text: true, wrap: true }], [
      line('scenario', (row, scenario) => element('a', { href: Route.scenario(scenario.id) }, Words.title(scenario))),
      line('result', (row) => element('a', { href: Route.result(row) }, row.id)), line('verdict', (row) => Words.verdict(row)),
      line('trusted', (row) => Words.trust(row.trust)), line('forks', (row) => Words.forks(row.forks)),
      ...PERCENTILES.map((name) => line(NAMES[name], (row) => Words.figure(row, name))), line('achieved rate', Words.achieved),
      line('CPU µs per message', (row) => Words.plain(row.cpu)), line('allocated bytes per message', (row) => Words.plain(row.bytes))]);
    // A column of a refused result is greyed from its verdict on.
    made.querySelectorAll('tbody tr').forEach((tr) => both.forEach(({ row }, i) => tr.children[i + 1].classList.toggle('refused', !Words.isUsable(row))));
    return made;
  }

  function judged(found) {
    return [element('p', {}, 'The verdict of ', element('code', {}, 'bench compare'), ' when this site was built:'), table('Verdict by figure', [
      { title: 'figure', text: true }, { title: 'verdict', text: true, wrap: true }, { title: 'difference' }, { title: '95 % interval' }, { title: 'p' }, { title: 'forks' }],
    found.map(({ pair, one, other }) => [FIGURE_NAMES[pair.figure] ?? pair.figure ?? '–', [`${one.label} against ${other.label}: `, verdict(pair)],
      ...difference(pair),
      Words.probability(pair.p), pair.n ?? '–']))];
  }

  function why(a, b) {
    const refused = [a, b].filter(({ row }) => !Words.isUsable(row)).map(({ label, row }) => `${label} is ${VERDICTS[row.verdict]}: ${Words.refusal(row)}`);
    return refused.length ? refused.join('. ') + '.'
      : a.scenario.machine !== b.scenario.machine ? 'They ran on different machine classes.'
        : a.scenario.question !== b.scenario.question ? 'They answer different questions.' : 'The build compares only the newest usable results of nearby scenarios.';
  }

  async function render(main, { query }, isStale) {
    const status = element('p', { class: 'muted', role: 'status' }, 'Looking for both results.');
    main.append(element('header', {}, element('h1', { tabindex: -1 }, 'A against B'), status));
    if (!query.get('a') || !query.get('b')) {
      status.textContent = 'Choose two results by the boxes in a table, then “Compare”.';
      return;
    }
    const [a, b] = [await side(query.get('a')), await side(query.get('b'))];
    if (isStale()) {
      return;
    }
    if (!a || !b) {
      status.textContent = [[a, 'a'], [b, 'b']].filter(([one]) => !one).map(([, key]) => `This site has no result ${query.get(key)}.`).join(' ');
      return;
    }
    [a.label, b.label] = ['A', 'B'];
    const unknown = await Promise.all([a, b].map((one) => Store.detail(one.row).then((detail) => {
      one.detail = detail;
      return null;
    }, (error) => error.message)));
    const found = await pairs(a, b);
    if (isStale()) {
      return;
    }
    status.textContent = `${a.scenario.transport} against ${b.scenario.transport}`;
    const line = `./bench compare ${[a, b].map(({ row, detail }) => quoted(detail?.name ?? row.id)).join(' ')}`;
    const differ = differences(a, b);
    main.append(
      section('verdict', 'Verdict', found.length ? judged(found) : [element('p', { class: 'note' }, `Not compared. ${why(a, b)}`),
        element('p', {}, 'With both directories of results, the command is:'), element('pre', { tabindex: 0, role: 'region', 'aria-label': 'Command', class: 'command' }, line)]),
      section('figures', 'Figures', element('div', { class: 'controls' }, Words.files('compare', () => [a, b].map(({ scenario, row }) => Words.record(scenario, row)))),
        figures(a, b), Tables.isMarked([a, b]) ? element('p', { class: 'muted small' }, BEYOND) : null),
      section('settings', 'Differences in setting', unknown.filter(Boolean).map((message) => element('p', { class: 'note' }, `Some settings are unknown: ${message}.`)),
        differ.length === 0 ? element('p', {}, 'No setting differs.')
          : table('Settings that differ', [{ title: 'setting', text: true }, { title: 'A', text: true, wrap: true }, { title: 'B', text: true, wrap: true }], differ)));
  }

  return { render, verdict, difference };
})();
