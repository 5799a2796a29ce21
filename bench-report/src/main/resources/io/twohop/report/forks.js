/** A dot for each fork, with the interval of the mean. */
const Forks = (() => {
  const isTime = (metric) => metric.startsWith('endToEnd.');

  /** Draws the mean as a line across its interval. */
  function interval(params, api) {
    const [x, low] = api.coord([api.value(0), api.value(1)]);
    const high = api.coord([api.value(0), api.value(2)])[1];
    const mean = api.coord([api.value(0), api.value(3)])[1];
    const style = { stroke: api.visual('color'), lineWidth: 2 };
    const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style });
    return { type: 'group', children: [line(x, low, x, high), line(x - 7, low, x + 7, low), line(x - 7, high, x + 7, high), line(x - 12, mean, x + 12, mean)] };
  }

  function draw({ metric }) {
    const runs = Data.runs.filter((run) => run.figures[metric]);
    const format = isTime(metric) ? Format.exact : Format.plain;
    const mean = (run) => run.figures[metric].forks.reduce((sum, value) => sum + value, 0) / run.figures[metric].forks.length;
    const known = (run) => run.figures[metric].low !== undefined;
    const text = (run) => [run.title, `mean of ${run.figures[metric].forks.length}: ${format(Math.round(mean(run) * 100) / 100)}`,
      known(run) ? `95 % interval: ${format(Math.round(run.figures[metric].low))} to ${format(Math.round(run.figures[metric].high))}` : 'one fork: no interval'].join('\n');
    const dots = runs.flatMap((run, i) => run.figures[metric].forks.map((value, fork) => ({ value: [i, value], run, fork,
      itemStyle: dot(Theme.color(run.index), run) })));
    return {
      note: runs.length > 1 ? differenceNote(runs) : null,
      legend: [{ name: 'forks', color: Theme.value('ink'), line: 'dotted' }, { name: 'mean and 95 % interval', color: Theme.value('ink'), line: 'solid' }],
      csv: [['run', 'verdict', 'mean', 'low', 'high', 'forks'], ...runs.map((run) => [run.title, run.verdict.kind, mean(run), run.figures[metric].low,
        run.figures[metric].high, run.figures[metric].forks.join(' ')])],
      reading: runs.map((run) => () => text(run)),
      option: {
        xAxis: { type: 'category', data: runs.map((run) => run.axisTitle), axisLabel: categoryLabel(runs.length) },
        yAxis: isTime(metric) ? { ...LINEAR, name: metric, nameGap: 56 } : { type: 'value', min: 0, name: metric, nameGap: 56 },
        tooltip: { trigger: 'item', formatter: (item) => (item.seriesType === 'scatter'
          ? `${item.data.run.title}, fork ${item.data.fork + 1}\n${format(item.data.value[1])}` : text(runs[item.data.value[0]])) },
        series: [
          { type: 'scatter', name: 'forks', data: dots, symbolSize: 9 },
          { type: 'custom', name: 'mean and 95 % interval', renderItem: interval, z: 3, itemStyle: { color: Theme.value('ink') },
            data: runs.map((run, i) => ({ value: [i, run.figures[metric].low, run.figures[metric].high, mean(run)], run })).filter(({ run }) => known(run)) },
        ],
      },
    };
  }

  return {
    render(parent) {
      if (Math.max(...Data.runs.map((run) => run.forks.length)) < 2) {
        return;
      }
      const metrics = [...new Set(Data.runs.flatMap((run) => Object.keys(run.figures)))];
      if (!metrics.length) {
        return;
      }
      const part = section('forks', 'Forks');
      parent.append(part);
      Figures.add(part, { id: 'forks-chart', title: 'Every fork', low: true, about: 'A dot is a fork, a fresh JVM. Of fewer than about five, the interval is too narrow.',
        controls: [{ key: 'metric', label: 'of', options: metrics.map((metric) => [metric, metric]), value: metrics.includes('endToEnd.p99') ? 'endToEnd.p99' : metrics[0] }], draw });
    },
  };
})();
