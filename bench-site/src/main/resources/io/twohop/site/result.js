/** One result, with everything that is needed to repeat it. */
const Result = (() => {
  /** Keys and values of nested objects, with dotted keys. */
  function flat(value, prefix = '') {
    return Object.entries(value ?? {}).flatMap(([key, one]) => (one !== null && typeof one === 'object' && !Array.isArray(one) ? flat(one, prefix + key + '.')
      : [[prefix + key, Array.isArray(one) ? one.join(', ') : one]]));
  }

  const readable = (key) => key.replace(/([a-z])([A-Z])/g, (both, end, start) => `${end} ${start.toLowerCase()}`);
  const written = (value) => (Number.isInteger(value) ? Format.count(value) : (value ?? null) === null ? null : String(value));
  const group = (title, pairs) => (pairs.length === 0 ? null
    : [element('h3', {}, title), facts(pairs.map(([key, value]) => [readable(key), written(value)]))]);

  function percentiles(probes, row) {
    const names = [...new Set(Object.values(probes).flatMap((probe) => Object.keys(probe.percentiles ?? {})))];
    const cell = (probe, name) => {
      const nanos = probe.percentiles?.[name];
      return nanos === undefined || nanos === null ? '–' : probe.untrusted?.includes(name)
        ? element('span', { class: 'untrusted', title: 'beyond the trusted percentile' }, `(${Format.duration(nanos)})`) : Format.duration(nanos);
    };
    const made = table('Latency from the intended send time', [{ title: 'probe', text: true }, { title: 'samples' }, ...names.map((name) => ({ title: name }))],
      Object.entries(probes).map(([key, probe]) => [PROBES[key] ?? key, Format.count(probe.count), ...names.map((name) => cell(probe, name))]));
    made.classList.toggle('refused', !Words.isUsable(row));
    const marked = Object.values(probes).some((probe) => probe.untrusted?.length);
    return [made, marked ? element('p', { class: 'muted small' }, BEYOND) : null];
  }

  /** Each fork's own figures. They are not averaged, and one fork has no interval. */
  function forks(figures, count) {
    const keys = Object.keys(figures);
    const write = (key, value) => (value === null || value === undefined ? '–' : /^(p\d+(\.\d+)?|max)$/.test(key) ? Format.duration(value) : ['achieved', 'throughput'].includes(key) ? Format.rate(value)
      : typeof value === 'number' ? Format.plain(value) : String(value));
    return [count === 1 ? element('p', {}, 'One fork: no interval. A second fork would show how far figures differ between JVMs.') : null,
      table(Words.forks(count), [{ title: 'fork' }, ...keys.map((key) => ({ title: FIGURE_NAMES[key] ?? key }))], [...Array(count).keys()].map((i) => [String(i + 1), ...keys.map((key) => write(key, figures[key][i]))]))];
  }

  function file(name, content) {
    return content ? [element('div', { class: 'controls' }, element('h3', {}, name + '.yaml'), element('button', { type: 'button',
      onclick: () => Save.text(name + '.yaml', 'text/yaml', content), 'aria-label': `Save ${name}.yaml` }, 'Save')),
    element('pre', { tabindex: 0, role: 'region', 'aria-label': `${name}.yaml` }, content)] : null;
  }

  function command({ command: text, interleaved }) {
    return text ? [element('h3', {}, 'Command'), element('pre', { tabindex: 0, role: 'region', 'aria-label': 'Command', class: 'command' }, text),
      element('p', { class: 'muted small' }, 'Add --classpath if the run had one: the site does not keep class paths.',
        interleaved ? ' The run took turns with others (--interleave); this command measures it alone.' : '')] : null;
  }

  function repeat(detail, scenario) {
    return section('repeat', 'To repeat it', command(detail), Object.entries(detail.files).map(([name, content]) => file(name, content)),
      group('Versions', flat(detail.versions)), group('Machine', [['class', Words.machine(scenario.machineClass)], ...flat(detail.machine)]),
      detail.flags.length ? [element('h3', {}, 'JVM flags'), element('pre', { tabindex: 0, role: 'region', 'aria-label': 'JVM flags' }, detail.flags.join('\n'))] : null);
  }

  async function render(main, { id, query }, isStale) {
    const status = element('p', { class: 'muted', role: 'status' }, 'Looking for the result.');
    main.append(element('header', {}, element('h1', { tabindex: -1 }, id), status));
    const row = await Store.result(id, query.get('scenario'), (read, of) => {
      status.textContent = `Looking for the result: read ${read} of ${of} files.`;
    });
    if (isStale()) {
      return;
    }
    const scenario = row && Store.scenarios.get(row.scenario);
    if (!scenario) {
      status.textContent = `This site has no result ${id}.`;
      return;
    }
    document.title = `${id} - TwoHop`;
    status.replaceChildren(element('a', { href: Route.scenario(scenario.id) }, Words.title(scenario)));
    main.append(element('p', {}, Words.verdict(row)),
      Words.isUsable(row) ? '' : element('p', { class: 'note' }, 'Its latencies are not comparable and have no place in a ranking.'),
      facts([['started', `${Words.minute(row.started)} UTC`], ['revision', row.revision], ['trusted', Words.trust(row.trust)], ['forks', Words.forks(row.forks)],
        ['offered rate', row.offered ? Format.rate(row.offered) : null], ['achieved rate', Words.achieved(row)], ['CPU per message', row.cpu === null ? null : `${Words.plain(row.cpu)} µs`],
        ['allocated per message', row.bytes === null ? null : `${Words.plain(row.bytes)} B`], ['layout', row.layout], ['transport version', row.version],
        ['configuration', scenario.configuration === 'tuned' ? 'tuned: ' + Words.changed(scenario).join(', ') : scenario.configuration]]));
    const detail = await Store.detail(row).catch((error) => error);
    if (isStale()) {
      return;
    }
    if (detail instanceof Error) {
      main.append(element('p', { class: 'note' }, `The rest of this result cannot be shown: ${detail.message}.`));
      return;
    }
    const { reasons } = detail;
    main.append(element('div', { class: 'controls' },
      detail.report === true ? element('a', { href: Route.report(row), class: 'report' }, 'Full report with charts') : '',
      Words.files(row.id, () => [{ ...Words.record(scenario, row), ...Object.fromEntries(flat({ probes: detail.probes })), command: detail.command, ...detail.files }])),
    detail.flaw ? element('p', { class: 'note' }, `bench compare refuses it (expected: ${detail.flaw}).`) : '',
    reasons.length ? section('reasons', 'Reasons', element('ul', { class: 'reasons' }, reasons.map((one) => element('li', {}, one)))) : '',
    section('latency', 'Latency', percentiles(detail.probes, row)),
    section('forks', 'Forks', forks(detail.forks ?? {}, row.forks)),
    detail.warnings.length ? section('warnings', 'Warnings', element('ul', {}, detail.warnings.map((one) => element('li', {}, one)))) : '',
    section('guarantees', 'Guarantees and message counts', group('Guarantees', flat(detail.guarantees)), group('Messages', flat(detail.accounting))),
    repeat(detail, scenario));
  }

  return { render, flat };
})();
