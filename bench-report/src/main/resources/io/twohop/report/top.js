/** Verdicts first, then whether differences are real. */
const Top = (() => {
  const PERCENTILES = ['p50', 'p90', 'p99', 'p99.9', 'p99.99'];

  function badge(run) {
    const doubtful = ['p50', 'p90', 'p99'].some((name) => untrusted(run).includes(name));
    return element('span', { class: 'badge ' + run.verdict.kind.toLowerCase() + (doubtful ? ' doubtful' : ''), title: run.trust?.text || null },
      run.verdict.kind.toUpperCase() + (run.complete ? '' : ', INCOMPLETE'));
  }

  /** Returns the number of episodes in all forks that reached a percentile, counted up to three; unknown for earlier versions. */
  const episodes = (run, name) => run.forks.reduce((sum, fork) => sum + (fork.episodes?.[name] ?? 3), 0);

  function account(run) {
    const { accounting } = run;
    return accounting === null
      ? 'no account, since no fork came to its end'
      : `${Format.count(accounting.sent)} sent, ${Format.count(accounting.lost)} lost, `
        + (accounting.reported?.failed ? `${Format.count(accounting.reported.failed)} failed, ` : '')
        + (accounting.filtered ? `${Format.count(accounting.filtered)} filtered by the service, ` : '')
        + (accounting.reported?.dropped ? `${Format.count(accounting.reported.dropped)} dropped by the service, ` : '')
        + `${Format.count(accounting.duplicated)} duplicated, ${Format.count(accounting.outOfOrder)} out of order`
        // Results of earlier versions lack it.
        + ((accounting.outOfOrderByKey ?? null) === null ? '' : ` (by key ${Format.count(accounting.outOfOrderByKey)})`)
        + (accounting.undelivered ? `, ${Format.count(accounting.undelivered)} still queued` : '');
  }

  function offered(run) {
    const { offeredPerSecond, achievedPerSecond } = run.rates;
    // Results of earlier versions lack the number of messages due.
    const duePerSecond = run.rates.duePerSecond || offeredPerSecond;
    return run.closedLoop ? 'closed loop: as fast as acknowledgements come'
      : `${Format.rate(offeredPerSecond)} offered, ${Format.rate(achievedPerSecond)} achieved `
        + `(${Format.percent(achievedPerSecond / duePerSecond, 2)})`;
  }

  function latencies(run) {
    const summary = run.probes.endToEnd;
    if (!summary || summary.count === 0) {
      return null;
    }
    const value = (name) => summary.percentilesNanos[name];
    const about = (name) => {
      if (untrusted(run).includes(name)) {
        return { class: 'untrusted', title: 'this machine may have decided it' };
      }
      if (episodes(run, name) < 3) {
        return { class: 'few', title: 'from fewer than three episodes' };
      }
      return name === 'max' || value(name) !== undefined ? {} : { title: 'too few samples to tell' };
    };
    return element('dl', { class: 'percentiles' },
      PERCENTILES.map((name) => element('div', {}, element('dt', {}, name),
        element('dd', about(name), Format.duration(value(name))))),
      element('div', {}, element('dt', {}, 'max'), element('dd', about('max'), Format.duration(summary.maxNanos))));
  }

  function throughput(run) {
    return !run.throughput ? null : table('Throughput', [{ title: 'at the', text: true }, { title: 'messages/s' }, { title: 'MB/s' }],
      ['publisher', 'subscriber', 'overall'].map((part) => [part, Format.count(run.throughput[part].messagesPerSecond),
        Format.significant(run.throughput[part].megabytesPerSecond, 4)]));
  }

  function search(run) {
    const found = run.search;
    if (!found) {
      return null;
    }
    // Older results have no counts.
    const times = (as, count) => (count ? ` (${as(count)} of ${count.of})` : '');
    const met = (count) => count.met;
    const missed = (count) => count.of - count.met;
    const did = ([rate, count], as) => `, though ${Format.rate(rate)} did${times(as, count)}`;
    const rates = found.tried.map(([rate, met, of]) => [rate, { met, of }]);
    const metOnce = rates.filter(([, count]) => count.met > 0).pop();
    const failedOnce = rates.find(([rate, count]) => rate > found.holdsPerSecond && count.met === 0);
    const higher = found.holdsPerSecond === null ? 'none' : 'no higher rate';
    const holds = found.holdsPerSecond !== null ? `holds at ${Format.rate(found.holdsPerSecond)}${times(met, found.held)}`
      : metOnce ? 'no rate is known to hold' + did(metOnce, met) : 'none of the rates tried met the objective';
    const fails = found.failsPerSecond !== null ? `fails at ${Format.rate(found.failsPerSecond)}${times(missed, found.failed)}`
      : failedOnce ? `${higher} is known to fail${did(failedOnce, missed)}` : `${higher} failed each time`;
    return `${rates.length ? `${holds}; ${fails}` : 'no rate has a verdict'} (${found.trials.length} trials${found.end === 'INTERRUPTED' ? ', interrupted' : ''})`;
  }

  function published(run) {
    return run.published.map((reference) => element('p', { class: 'small' },
      'Published, on other hardware: ' + reference.system + ': '
      + [...Object.entries(reference.latenciesNanos).map(([key, range]) => key + ' ' + ends(range, Format.duration)),
        ...Object.entries(reference.throughputs).map(([key, range]) => key + ' ' + ends(range, Format.plain))].join(', ')
      + ' — ', source(reference)));
  }

  const ends = (range, text) => (range.low === range.high ? text(range.low) : text(range.low) + ' to ' + text(range.high));

  function source(reference) {
    const name = `${reference.author}, “${reference.title}”${reference.year ? ' (' + reference.year + ')' : ''}`;
    return /^https?:\/\//.test(reference.url) ? element('a', { href: reference.url, rel: 'noreferrer' }, name) : name;
  }

  function words(constant) {
    return constant.toLowerCase().replaceAll('_', ' ');
  }

  function afterFailure({ delivery, afterFailure: after }) {
    return after && after !== delivery ? ` (after a failure ${words(after)})` : '';
  }

  function setUp(machine) {
    return [['memoryBytes', (bytes) => `${Format.megabytes(bytes)} of memory`],
      ['memoryLimitBytes', (bytes) => `limited to ${Format.megabytes(bytes)}`],
      ['cpuQuota', (cores) => `CPU quota ${Format.plain(cores)} cores`],
      ['governor', (name) => `governor ${name}`],
      ['smt', (on) => `SMT ${on ? 'on' : 'off'}`],
      ['hugePages', (when) => `huge pages ${when}`]]
      .filter(([key]) => (machine?.[key] ?? null) !== null).map(([key, text]) => text(machine[key])).join(', ');
  }

  function environment(run) {
    const fork = run.forks.find((one) => one.environment) || {};
    const machine = fork.environment;
    const promised = fork.guarantees;
    return facts([
      ['machine', machine && `${machine.cpu}, ${machine.cores} cores, ${machine.os}, kernel ${machine.kernel}, clock ${machine.clockSource}`],
      ['set up', machine && setUp(machine.machine)],
      ['data', machine?.data && `${machine.data.fileSystem} on ${machine.data.device}, ${Format.megabytes(machine.data.freeBytes)} free`],
      ['Java', machine && `${machine.java}, ${machine.vm}, heap ${Format.megabytes(machine.maxHeapBytes)}`],
      ['JVM flags', machine && machine.jvmFlags.join(' ')],
      ['threads', fork.layout && fork.layout.threads.map((agents) => agents.join(' + ')).join(' | ')
        + ` (${fork.layout.layout.toLowerCase()}, ${fork.layout.idle.toLowerCase()})`],
      ['promised', promised && `${words(promised.delivery)}${afterFailure(promised)}, ${promised.ordered ? 'in order' : 'in no order'}; `
        + `durability: ${promised.durability}`],
      ['versions', Object.entries(fork.versions || {}).map(([name, version]) => name + ' ' + version).join(', ')],
      ['message', fork.sizes && `${Format.plain(fork.sizes.meanBytes)} B with its trace header, from ${Format.plain(fork.sizes.leastBytes)} to ${Format.plain(fork.sizes.mostBytes)} B`],
      ['samples', samples(run)],
      ['revision', run.revision],
      ['started', run.startedAt],
      ['result', run.name],
    ]);
  }

  function memory(run) {
    const fork = run.forks.find((one) => one.memory);
    if (!fork) {
      return null;
    }
    const all = Object.entries(fork.memory.window.collections).map(([kind, times]) =>
      `${kind} ${Format.count(times.count)} (longest ${Format.duration(times.maxNanos)})`).join(', ');
    const bytes = fork.memory.allocatedBytesPerMessage;
    return `${fork.memory.collector}, peak ${Format.megabytes(fork.memory.peakUsedBytes)} of ${Format.megabytes(fork.memory.maxHeapBytes)}`
      + (bytes === null ? '' : `, ${Format.plain(bytes)} B allocated a message`) + `; pauses while measuring: ${all || 'none'}`;
  }

  /** The codec's stand-alone cost per message in the median fork. */
  function codec(run) {
    const costs = run.forks.map((fork) => fork.codec).filter(Boolean).sort((one, other) => one.nanosPerMessage - other.nanosPerMessage);
    const cost = costs[Math.floor(costs.length / 2)];
    return cost ? `${cost.name}, ${Format.plain(cost.messageBytes)} B: ${cost.nanosPerMessage < 0.5 ? 'too fast to measure,' : Format.duration(cost.nanosPerMessage) + ' and'} `
      + `${Format.plain(cost.allocatedBytesPerMessage)} B allocated a message` : null;
  }

  function samples({ samples: sent }) {
    return !sent ? null : `${Format.count(sent.count)} of ${Format.plain(sent.leastBytes)} to ${Format.plain(sent.mostBytes)} B, sha256 ${sent.sha256}`;
  }

  /** The verdict's line if nothing can be concluded. */
  const unusable = (run) => (run.verdict.kind === 'Invalid' ? 'The figures cannot be used.'
    : run.trust?.upTo === 'p0' ? 'The latencies cannot be used.' : null);

  function card(run) {
    const forks = run.forks.filter((fork) => fork.failure);
    // Results of earlier versions lack whether it is a lower bound.
    const isFloor = run.floor?.lowerBound ?? run.floor?.layout?.idle !== 'PARK';
    const floor = isFloor ? run.floor?.probes?.endToEnd?.percentilesNanos?.p50 : undefined;
    return element('article', { class: 'card ' + run.verdict.kind.toLowerCase(), 'data-run': run.index },
      element('header', {}, badge(run), element('h3', {}, run.label)),
      run.trust?.text ? element('p', { class: 'trust' }, run.trust.text) : null,
      unusable(run) ? element('p', { class: 'unusable' }, unusable(run)) : null,
      run.verdict.reasons.length ? element('ul', { class: 'reasons' }, run.verdict.reasons.map((reason) => element('li', {}, reason))) : null,
      run.closedLoop ? throughput(run) : latencies(run),
      facts([
        ['workload', run.workload],
        ['rate', offered(run)],
        ['highest rate', search(run)],
        ['messages', account(run)],
        ['threads', run.threads],
        ['service', Services.line(run)],
        ['memory', memory(run)],
        ['codec alone', codec(run)],
        ['harness alone', floor === undefined ? null : `${Format.duration(floor)} at the median, ${run.floor.transport === 'tcp' ? 'through sockets without a broker' : 'without a transport'}`],
        ['forks', String(run.forks.length)],
        ...forks.map((fork) => [`fork ${fork.number}`, fork.failure]),
      ]),
      published(run),
      run.warnings.length ? element('details', { open: run.warnings.length < 3 },
        element('summary', {}, run.warnings.length === 1 ? '1 warning' : `${run.warnings.length} warnings`),
        element('ul', { class: 'small' }, run.warnings.map((warning) => element('li', {}, warning.text + ' — ' + warning.remedy)))) : null,
      element('details', {}, element('summary', {}, 'Environment and settings'), environment(run),
        element('pre', { tabindex: 0, 'aria-label': 'workload' }, run.workloadYaml),
        element('pre', { tabindex: 0, 'aria-label': 'transport' }, run.transportYaml)));
  }

  function overview() {
    const closed = Data.runs.some((run) => run.throughput);
    const rows = Data.runs.map((run) => {
      const known = run.probes.endToEnd?.percentilesNanos ?? {};
      // Latencies first: a phone shows no more columns.
      return [run.title, badge(run), ...PERCENTILES.map((name) => (untrusted(run).includes(name)
        ? element('span', { class: 'untrusted', title: 'this machine may have decided it' }, Format.duration(known[name]))
        : Format.duration(known[name]))), run.closedLoop ? '–' : Format.rate(run.rates.offeredPerSecond),
      Format.rate(run.rates.achievedPerSecond), Format.count(run.accounting?.lost), ...(closed ? ['publisher', 'subscriber'].map((part) =>
        Format.significant(run.throughput?.[part].megabytesPerSecond, 4)) : [])];
    });
    return table('All runs, latency end to end', [{ title: 'run', text: true }, { title: 'verdict', text: true },
      ...PERCENTILES.map((name) => ({ title: name })), { title: 'offered' }, { title: 'achieved' }, { title: 'lost' },
      ...(closed ? [{ title: 'publisher, MB/s' }, { title: 'subscriber, MB/s' }] : [])], rows);
  }

  function figure(metric, value) {
    if (metric.endsWith('PerSecond') || metric.startsWith('memory.')) {
      return Format.plain(value);
    }
    return Format.duration(value);
  }

  function finding(one) {
    const word = one.word + (one.forksNeeded ? ` (about ${Format.count(one.forksNeeded)} forks of each)` : '');
    return [one.metric + (one.role === 'exploratory' ? ' (exploratory)' : ''), figure(one.metric, one.base), figure(one.metric, one.candidate),
      one.change === null ? '–' : Format.signedPercent(one.change),
      one.low === undefined ? '–' : `${Format.signedPercent(one.low)} to ${one.high === null ? 'any' : Format.signedPercent(one.high)}${one.level < 0.945 ? ` at ${Format.percent(one.level, 1)}` : ''}`,
      one.p === null ? '–' : one.p < 0.0001 ? '< 0.0001' : Format.significant(one.p, 4),
      element('span', { class: 'word ' + one.word.split(' ')[0] }, word)];
  }

  function comparisons() {
    if (Data.runs.length < 2) {
      return null;
    }
    const compared = new Set(Data.comparisons.flatMap((one) => [one.base, one.candidate]));
    const alone = Data.runs.filter((run) => !compared.has(run.index) && !run.notCompared);
    const columns = [{ title: 'metric', text: true }, { title: 'base' }, { title: 'candidate' }, { title: 'change' }, { title: 'interval' },
      { title: 'p' }, { title: 'verdict', text: true, wrap: true }];
    const refused = Data.runs.filter((run) => run.notCompared);
    return section('comparison', 'Is the difference real?',
      element('p', { class: 'muted small' }, `By ${Data.test.title} over forks, alpha ${Data.test.alpha} for the tested metrics of each group of runs together, `
        + `and for the exploratory ones (Holm); intervals hold the changes that the test does not reject. A change of ${Format.percent(Data.test.difference, 0)} matters.`),
      Data.comparisons.map((one) => [one.concluded ? null : element('p', { class: 'note' }, 'Nothing can be concluded of the tested metrics: '
        + 'the interval of each holds both no change and one that matters.'), table(`${Data.runs[one.candidate].title} against ${Data.runs[one.base].title}${one.bySlice ? ', slice by slice' : one.paired ? ', round by round' : ''}`, columns,
        one.findings.map(finding)), one.notes.map((note) => element('p', { class: 'note' }, note))]).flat(2),
      alone.length ? element('p', { class: 'note', id: 'alone' }, 'Not compared, since no other run has the same setting: '
        + alone.map((run) => run.title).join('; ') + '. The runs differ in ' + differences(Data.runs).join('; ') + '.') : null,
      refused.map((run) => element('p', { class: 'note' }, `${run.title} is not compared: ${run.notCompared}`)));
  }

  return {
    badge,
    render(parent) {
      const [first] = Data.runs;
      const title = Data.runs.length === 1 ? `${first.transport}, ${first.workload}${mark(first)}` : `${Data.runs.length} runs side by side`;
      document.title = title + ' - TwoHop';
      parent.append(
        element('header', {},
          element('h1', {}, title),
          element('p', { class: 'muted' }, 'Two-hop latency, measured from the moment each message should have been sent. Made by TwoHop at ' + Data.madeAt + '.')));
      const cards = element('div', { class: 'runs' }, Data.runs.map(card));
      const many = Data.runs.length > 6;
      const verdicts = section('verdicts', Data.runs.length === 1 ? 'Verdict' : 'Verdicts',
        ...(many ? [overview(), element('details', {}, element('summary', {}, 'Each run'), cards)] : [cards]));
      const parts = [verdicts, comparisons()];
      parent.append(...parts.filter((part) => part !== null));
    },
  };
})();
