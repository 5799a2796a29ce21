/** The messages and latencies of each of several subscribers. */
const Subscribers = (() => {
  const of = (run) => run.subscribers ?? [];
  const rows = (run) => of(run).map((one) => [...(Data.runs.length > 1 ? [run.title] : []), Format.count(one.number),
    ...['received', 'lost', 'duplicated', 'outOfOrder'].map((count) => Format.count(one.accounting?.[count])),
    Format.rate(one.rates.achievedPerSecond), ...['p50', 'p99'].map((name) => Format.duration(one.endToEnd.percentilesNanos[name])),
    Format.duration(one.endToEnd.count ? one.endToEnd.maxNanos : null)]);

  return {
    render(parent) {
      const runs = Data.runs.filter((run) => of(run).length);
      if (!runs.length) {
        return;
      }
      parent.append(section('subscribers', 'Subscribers',
        element('p', { class: 'muted small' }, 'Each subscriber gets every message of the last hop. '
          + 'Everywhere else, end-to-end latencies are those of the slowest subscriber of each fork, by p99. Counts include warm-up.'),
        table('What each subscriber received', [...(Data.runs.length > 1 ? [{ title: 'run', text: true }] : []), { title: 'subscriber' },
          { title: 'received' }, { title: 'lost' }, { title: 'duplicated' }, { title: 'out of order' }, { title: 'achieved' },
          { title: 'p50' }, { title: 'p99' }, { title: 'max' }], runs.flatMap(rows))));
    },
  };
})();
