/** CPU time of each run by part, and its memory, storage and switches. */
const Costs = (() => {
  const MEASURES = {
    message: ['CPU µs a message', (costs, seconds) => (costs.messages ? (1e6 * seconds) / costs.messages : null)],
    cores: ['cores', (costs, seconds) => seconds / costs.seconds],
  };

  /** Costs of the median fork by CPU time per message. */
  function typical(run) {
    const all = run.forks.map((fork) => fork.costs).filter(Boolean).sort((one, other) => one.cpuMicrosPerMessage - other.cpuMicrosPerMessage);
    return all[Math.floor(all.length / 2)];
  }

  /** The parts of the measuring process, and each other process as a whole. */
  function parts(costs, key) {
    const sums = new Map();
    costs.processes.forEach((process) => process.threads.forEach((thread) => {
      const part = process.name === 'bench' ? thread.part : process.name;
      sums.set(part, (sums.get(part) ?? 0) + thread[key]);
    }));
    return sums;
  }

  function draw({ measure }) {
    const runs = Data.runs.filter(typical);
    const [title, of] = MEASURES[measure];
    const seconds = runs.map((run) => parts(typical(run), 'cpuSeconds'));
    const names = [...new Set(seconds.flatMap((one) => [...one.keys()]))];
    const value = (i, name) => of(typical(runs[i]), seconds[i].get(name) ?? 0);
    const text = (i) => [runs[i].title, ...names.filter((name) => seconds[i].get(name))
      .map((name) => `${name}: ${Format.significant(value(i, name), 3)}`)].join('\n');
    return {
      note: runs.length > 1 ? differenceNote(runs) : null,
      legend: names.map((name, i) => ({ name, color: Theme.color(i), block: true })),
      csv: [['run', 'verdict', ...names.map((name) => `${name} (${title})`)],
        ...runs.map((run, i) => [run.title, run.verdict.kind, ...names.map((name) => value(i, name))])],
      reading: runs.map((run, i) => () => text(i)),
      option: {
        xAxis: { type: 'category', data: runs.map((run) => run.axisTitle), axisLabel: categoryLabel(runs.length) },
        yAxis: { type: 'value', min: 0, name: title, nameGap: 56 },
        tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, formatter: ([first]) => text(first.dataIndex) },
        series: names.map((name, i) => ({ type: 'bar', stack: 'cpu', name, barMaxWidth: 72, itemStyle: { color: Theme.color(i) },
          data: runs.map((run, at) => value(at, name)) })),
      },
    };
  }

  const known = (bytes) => (bytes === null ? '–' : Format.megabytes(bytes));

  function processes(runs) {
    return table('Processes', [{ title: 'run', text: true }, { title: 'process', text: true }, { title: 'cores' }, { title: 'waiting for a core, s/s' },
      { title: 'switches/s' }, { title: 'memory' }, { title: 'read from storage' }, { title: 'written' }], runs.flatMap((run) => {
      const costs = typical(run);
      const sum = (process, key) => process.threads.reduce((all, thread) => all + thread[key], 0) / costs.seconds;
      return costs.processes.map((process) => [run.title, process.name, Format.significant(sum(process, 'cpuSeconds'), 3),
        Format.significant(sum(process, 'waitedSeconds'), 3), Format.count(sum(process, 'switches')), known(process.residentBytes),
        known(process.readBytes), known(process.writtenBytes)]);
    }));
  }

  function threads(runs) {
    return table('Threads', [{ title: 'run', text: true }, { title: 'process', text: true }, { title: 'part', text: true }, { title: 'threads', text: true },
      { title: 'count' }, { title: 'CPU' }, { title: 'in the kernel' }, { title: 'waiting' }, { title: 'switches' }], runs.flatMap((run) =>
      typical(run).processes.flatMap((process) => process.threads.map((thread) => [run.title, process.name, thread.part, thread.name,
        Format.count(thread.count), ...[thread.cpuSeconds, thread.kernelSeconds, thread.waitedSeconds].map((one) => Format.duration(1e9 * one)),
        Format.count(thread.switches)]))));
  }

  return {
    render(parent) {
      const runs = Data.runs.filter(typical);
      if (!runs.length) {
        return;
      }
      const part = section('costs', 'CPU and memory');
      parent.append(part);
      Figures.add(part, { id: 'cpu', title: 'CPU by part', low: true,
        about: 'Over the measured window, of the fork in the middle. A thread that spins takes its core whether there is work or not.',
        controls: [{ key: 'measure', label: 'of', buttons: true, options: Object.entries(MEASURES).map(([key, [title]]) => [key, title]) }], draw });
      part.append(processes(runs), element('details', {}, element('summary', {}, 'Each thread'), threads(runs)));
    },
  };
})();
