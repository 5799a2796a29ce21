/** How scenarios and results are written: the same words and marks in every view and file. */
const VERDICTS = ['Met', 'Missed', 'Saturated', 'Invalid', 'incomplete'];
const PERCENTILES = ['p50', 'p90', 'p99', 'p999', 'p9999', 'max'];
const NAMES = { p50: 'p50', p90: 'p90', p99: 'p99', p999: 'p99.9', p9999: 'p99.99', max: 'max' };
const FIGURE_NAMES = { ...NAMES, achieved: 'achieved rate', throughput: 'throughput', cpu: 'CPU per message', bytes: 'allocated per message' };
const BEYOND = 'In parentheses: beyond the trusted percentile. The machine may have decided that figure.';

const Words = (() => {
  const LONGEST_BRIEF = 100;

  /** Whether figures may be compared and ranked. */
  const isUsable = (row) => row.verdict <= 1;
  const isTrusted = (row, figure) => !((row.untrusted ?? 0) & (1 << PERCENTILES.indexOf(figure)));

  /** Why a result has no place in a ranking; null if it has one. */
  function refusal(row) {
    return isUsable(row) ? null : row.reason ?? {
      Saturated: 'did not hold the offered rate', Invalid: 'the run is invalid', incomplete: 'the run did not complete',
    }[VERDICTS[row.verdict]] ?? 'unknown verdict';
  }

  const day = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
  const minute = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const forks = (count) => (count === 1 ? 'one fork' : `${Format.count(count)} forks`);
  const rate = (value) => (value === 0 ? 'closed loop' : typeof value === 'number' ? Format.rate(value) : value ?? '–');
  const size = (value) => (typeof value === 'number' ? `${Format.count(value)} B` : value ?? '–');
  const machine = (one) => [one.alias, one.cpu, one.cores && `${one.cores} cores`, one.memoryGiB && `${one.memoryGiB} GiB`,
    one.kernel && `kernel ${one.kernel}`, one.jdk && `JDK ${one.jdk}`].filter(Boolean).join(', ');
  const settings = (some) => Object.entries(some).map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const changed = (scenario) => settings(scenario.changed);
  const further = (scenario) => settings(scenario.further);
  // Trust up to p0 is trust in nothing.
  const trust = (value) => (value === 'p0' ? 'none' : value === 'all' || value === 'unknown' || value === null ? value ?? '–' : `to ${value}`);

  const shortened = (text) => (text.length > LONGEST_BRIEF ? text.slice(0, LONGEST_BRIEF) + '…' : text);

  /** Changed settings in a few words; the page of the scenario has them whole. */
  const brief = (scenario) => shortened(changed(scenario).join(', '));

  /** What scenarios of one ranking have in common. Two hops and a service that only passes messages on are usual, so they are left out. */
  const question = (scenario) => [scenario.workload, rate(scenario.rate), size(scenario.size), scenario.codec,
    scenario.hops === 2 ? null : scenario.hops && `hops: ${scenario.hops}`,
    scenario.service === 'pass-through' ? null : scenario.service && `service ${scenario.service}`,
    ...further(scenario).map(shortened)].filter(Boolean).join(', ');
  const title = (scenario) => `${scenario.transport}: ${question(scenario)}`;

  function badge(row) {
    const word = VERDICTS[row.verdict] ?? 'unknown';
    return element('span', { class: 'badge ' + word.toLowerCase() }, word.toUpperCase());
  }

  function verdict(row) {
    const why = refusal(row) ?? row.reason;
    return [badge(row), why ? element('span', { class: 'why' }, why) : null];
  }

  /** A latency, in parentheses if it is beyond trust. */
  function figure(row, name) {
    const nanos = row[name];
    if (nanos === null || nanos === undefined) {
      return element('span', { class: 'muted', title: 'too few samples' }, '–');
    }
    return isTrusted(row, name) ? Format.duration(nanos)
      : element('span', { class: 'untrusted', title: 'beyond the trusted percentile' }, `(${Format.duration(nanos)})`);
  }

  const probability = (p) => (!Number.isFinite(p) ? '–' : p < 0.001 ? '< 0.001' : Format.significant(p, 3));
  const achieved = (row) => (row.achieved === null || row.achieved === undefined ? '–' : Format.rate(row.achieved));
  const plain = (value) => (value === null || value === undefined ? '–' : Format.plain(value));

  /** A result as saved to a file, with everything that marks its figures. */
  function record(scenario, row) {
    return {
      result: row.id, started: new Date(row.started * 1000).toISOString(), scenario: scenario.id, question: scenario.question, workload: scenario.workload,
      transport: scenario.transport, configuration: scenario.configuration, changed: changed(scenario).join('; '), codec: scenario.codec,
      rate: scenario.rate, size: scenario.size, hops: scenario.hops, service: scenario.service, further: further(scenario).join('; '), machine: machine(scenario.machineClass),
      verdict: VERDICTS[row.verdict] ?? 'unknown', comparable: isUsable(row), reason: refusal(row) ?? row.reason, trust: row.trust, forks: row.forks,
      ...Object.fromEntries(PERCENTILES.map((name) => [NAMES[name] + ' (ns)', row[name] ?? null])),
      untrusted: PERCENTILES.filter((name) => !isTrusted(row, name)).map((name) => NAMES[name]).join(' '),
      'offered (1/s)': row.offered ?? null, 'achieved (1/s)': row.achieved ?? null, 'CPU (us/message)': row.cpu ?? null,
      'allocated (B/message)': row.bytes ?? null, layout: row.layout, version: row.version, jdk: row.jdk, revision: row.revision,
    };
  }

  /** Buttons that save records, each with the same keys, as CSV and as JSON. */
  function files(name, records) {
    const save = {
      CSV: () => {
        const all = records();
        const keys = [...new Set(all.flatMap(Object.keys))];
        Save.csv(name + '.csv', [keys, ...all.map((one) => keys.map((key) => one[key]))]);
      },
      JSON: () => Save.text(name + '.json', 'application/json', JSON.stringify(records(), null, 1) + '\n'),
    };
    return element('div', { class: 'actions' }, Object.entries(save).map(([kind, onclick]) =>
      element('button', { type: 'button', class: kind.toLowerCase(), onclick, 'aria-label': `${kind} of ${name}` }, kind)));
  }

  return { isUsable, isTrusted, refusal, day, minute, forks, rate, size, machine, changed, further, brief, trust, question, title, verdict, figure, achieved,
    plain, probability, record, files };
})();
