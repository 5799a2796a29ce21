/** The worst episodes, by their slowest messages, and their causes. */
const Slowest = (() => {
  const [FORK, AT, SERVICE, LATENCY, CAUSE] = [0, 1, 2, 3, 4];

  function draw({ run: index }) {
    const run = Data.runs[index];
    const causes = new Map();
    run.slowest.forEach((row) => causes.set(row[CAUSE], (causes.get(row[CAUSE]) ?? 0) + 1));
    const legend = [...causes].sort((one, other) => other[1] - one[1])
      .map(([name, count], i) => ({ name: `${name} (${count})`, cause: name, color: Theme.color(i), block: true }));
    const several = run.forks.length > 1;
    const text = (row) => `${Format.exact(row[LATENCY])}\nmeant to be sent at ${Format.seconds(row[AT] / 1e9)}${several ? ` in fork ${row[FORK]}` : ''}\n`
      + (row[SERVICE] === null ? '' : `at the service after ${Format.duration(row[SERVICE])}\n`) + row[CAUSE];
    return {
      note: isSound(run) ? null : `${run.title}: ${run.verdict.reasons[0] ?? 'the run broke off'}.`,
      legend,
      csv: [['fork', 'intended (ns from the start of measuring)', 'to the service (ns)', 'end to end (ns)', 'cause'], ...run.slowest],
      reading: run.slowest.map((row) => () => text(row)),
      option: {
        xAxis: { type: 'value', name: 'seconds from the start of measuring', nameGap: 30, scale: true },
        yAxis: { ...LOG, ...decades(run.slowest.map((row) => row[LATENCY])), name: 'latency end to end', nameGap: 56 },
        tooltip: { trigger: 'item', formatter: (item) => text(item.data.row) },
        series: legend.map((one) => ({ type: 'scatter', name: one.name, itemStyle: { color: one.color, opacity: 0.8 }, symbolSize: 9,
          data: run.slowest.filter((row) => row[CAUSE] === one.cause).map((row) => ({ value: [row[AT] / 1e9, row[LATENCY]], row })) })),
      },
    };
  }

  return {
    render(parent) {
      const runs = Data.runs.filter((run) => run.slowest.length);
      if (!runs.length) {
        return;
      }
      const part = section('slowest', 'Why the slowest were slow');
      parent.append(part);
      Figures.add(part, { id: 'slowest-chart', title: 'The worst episodes and their causes', low: true,
        about: 'What was slow at one time is one episode, shown by its slowest message. Up to a hundred of a run, each with what covers at least half of its delay in the flight recording. What nothing covers stays unexplained.',
        controls: [{ key: 'run', label: 'of', options: runs.map((run) => [run.index, run.title]) }], draw: ({ run }) => draw({ run: Number(run) }) });
    },
  };
})();
