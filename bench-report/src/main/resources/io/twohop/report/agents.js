/** Messages and latencies of each agent of a run. */
const Agents = (() => {
  /** Returns a percentile of an agent's curve; undefined if its samples do not support it. */
  const at = (agent, nines) => agent.curves.endToEnd?.[Data.axis.findIndex((x) => Math.abs(x - nines) < 1e-9)];

  function rows(run) {
    return run.agents.map((agent) => [...(Data.runs.length > 1 ? [run.title] : []), agent.title, Format.count(agent.sent ?? agent.taken),
      Format.count(agent.lost), Format.count(agent.duplicated), Format.count(agent.outOfOrder),
      agent.role === 'load' ? Format.rate(agent.achievedPerSecond) : '–', ...[2, 3].map((nines) => Format.duration(at(agent, nines)))]);
  }

  return {
    render(parent) {
      const runs = Data.runs.filter((run) => run.agents.length);
      if (!runs.length) {
        return;
      }
      parent.append(section('agents', 'Agents',
        element('p', { class: 'muted small' }, 'A load sends and receives the replies to its messages; a service takes requests of all loads. Counts include warm-up.'),
        table('Agents', [...(Data.runs.length > 1 ? [{ title: 'run', text: true }] : []), { title: 'agent', text: true },
          { title: 'sent or taken' }, { title: 'lost' }, { title: 'duplicated' }, { title: 'out of order' }, { title: 'achieved' },
          { title: 'p99' }, { title: 'p99.9' }], runs.flatMap(rows))));
    },
  };
})();
