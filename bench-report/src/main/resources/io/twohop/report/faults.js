/** Effects of faults on the messages of each run. */
const Faults = (() => {
  const after = (nanos) => nanos === null ? 'not within the run' : Format.duration(nanos);
  // Results of earlier versions lack it.
  const gap = (one) => one.longestGapNanos == null ? '-'
    : Format.duration(one.longestGapNanos) + (one.longestGapLane === null ? '' : `, lane ${one.longestGapLane}`);
  const seconds = (nanos) => Format.seconds(nanos / 1e9);

  function fates(runs) {
    const rows = runs.map(({ run, fork }) => {
      const { faults } = fork;
      const lost = faults.acknowledgedLost + faults.unansweredLost;
      return [run.title + (run.forks.length > 1 ? `, fork ${fork.number}` : ''),
        (fork.guarantees.afterFailure ?? fork.guarantees.delivery).toLowerCase().replaceAll('_', ' ') + (fork.guarantees.ordered ? ', in order' : ''),
        ...[lost, faults.acknowledgedLost, faults.unansweredLost, faults.reportedLost, faults.dropped ?? 0, faults.undelivered].map(Format.count),
        ...[faults.before, faults.during, faults.after].map(p99)];
    });
    return table('Messages', [{ title: 'run', text: true }, { title: 'promised', text: true }, { title: 'lost' },
      { title: 'acknowledged' }, { title: 'silent' }, { title: 'failed' },
      { title: 'dropped' }, { title: 'undelivered' },
      { title: 'p99 before' }, { title: 'during' }, { title: 'after' }], rows);
  }

  const p99 = (phase) => phase.percentilesNanos.p99 === undefined ? '-' : Format.duration(phase.percentilesNanos.p99);
  /** The highest percentile up to the 99th that the samples support. */
  const highest = ({ percentilesNanos }) => {
    const label = ['p99', 'p90', 'p50'].find((one) => percentilesNanos[one] !== undefined);
    return label === undefined ? '-' : `${label} ${Format.duration(percentilesNanos[label])}`;
  };
  const perSecond = (rate) => Format.count(Math.round(rate));

  /** Too few messages before the first fault tell nothing of what was usual. */
  const asBefore = (backlog) => (backlog.steadyNanos === null && !('p99' in backlog.producers.before.sent.percentilesNanos)
    ? 'unknown' : after(backlog.steadyNanos));

  /** Backlogs that stopped consumers built, and what producers saw of them; nothing without any. */
  function backlogs(runs) {
    const all = runs.flatMap(({ run, fork }) => fork.faults.outcomes.filter((one) => one.backlog)
      .map(({ atNanos, backlog }) => ({ name: run.title + (run.forks.length > 1 ? `, fork ${fork.number}` : ''), at: seconds(atNanos), backlog })));
    if (all.length === 0) {
      return [];
    }
    const rows = all.map(({ name, at, backlog }) => [name, at, Format.duration(backlog.buildNanos), Format.count(backlog.messages),
      Format.megabytes(backlog.bytes), backlog.drainNanos === null ? '-' : Format.duration(backlog.drainNanos), perSecond(backlog.drainedPerSecond),
      perSecond(backlog.duePerSecond), Format.count(backlog.left), asBefore(backlog)]);
    const phases = all.flatMap(({ name, at, backlog: { producers } }) => [['before', producers.before], ['building', producers.building],
      ['draining', producers.draining]].map(([phase, saw]) => [name, at, phase, highest(saw.sent), highest(saw.acknowledged), Format.count(saw.pushedBack)]));
    return [table('Backlog', [{ title: 'run', text: true }, { title: 'stopped at' }, { title: 'built in' },
      { title: 'messages' }, { title: 'size' }, { title: 'drained in' }, { title: 'arrived/s' }, { title: 'due/s' }, { title: 'left' },
      { title: 'latency as before', words: true }], rows),
    element('p', { class: 'muted small' }, 'In this table, drained and latency as before count from when consumers started again.'),
    table('Producers of a backlog', [{ title: 'run', text: true }, { title: 'stopped at' }, { title: 'phase', text: true }, { title: 'sent after' },
      { title: 'acknowledged after' }, { title: 'pushed back' }], phases)];
  }

  function recovery(runs) {
    const rows = runs.flatMap(({ run, fork }) => fork.faults.outcomes.map((one) => [run.title, one.what, seconds(one.atNanos),
      one.outageNanos === null ? '-' : Format.duration(one.outageNanos),
      one.noticedNanos === null ? 'by no client' : `${Format.duration(one.noticedNanos)}: ${one.noticedBy}`,
      after(one.firstThroughNanos), gap(one), after(one.steadyNanos), one.drainedNanos === null ? '-' : Format.duration(one.drainedNanos),
      ...[one.mostUnderWay, one.lost, one.duplicated, one.outOfOrder].map(Format.count)]));
    return table('Recovery', [{ title: 'run', text: true }, { title: 'fault', text: true }, { title: 'at' }, { title: 'outage' },
      { title: 'noticed after', wrap: true }, { title: 'first message through', words: true }, { title: 'longest gap', words: true },
      { title: 'latency as before', words: true }, { title: 'backlog drained' },
      { title: 'most in flight' }, { title: 'lost' }, { title: 'duplicated' }, { title: 'out of order' }], rows);
  }

  return {
    render(parent) {
      const runs = Data.runs.flatMap((run) => run.forks.filter((fork) => fork.faults).map((fork) => ({ run, fork })));
      if (runs.length) {
        parent.append(section('faults', 'Under faults', fates(runs), ...backlogs(runs), recovery(runs), element('p', { class: 'muted small' },
          'Times count from the fault. Latency is as before from the first second whose p99 is at most twice the p99 before the first fault.')));
      }
    },
  };
})();
