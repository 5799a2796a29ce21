/** Latency by percentile, and the ratio of two such curves. */
const Percentiles = (() => {
  const ZOOMS = { '100us': 1e5, '1ms': 1e6, '10ms': 1e7 };

  const xAxis = (deepest) => {
    const nines = [...Array(Math.max(1, Math.floor(deepest))).keys()].map((i) => i + 1);
    const places = [Data.axis[0], ...nines];
    return {
      type: 'value', min: Data.axis[0], max: Math.max(1, deepest), name: 'percentile', nameGap: 30,
      axisLabel: { customValues: places, formatter: Format.percentile }, axisTick: { customValues: places },
      axisPointer: { label: { show: false } },
    };
  };

  const probesShown = () => Object.keys(PROBES).filter((probe) => Data.runs.some((run) => run.curves[probe]?.length)).reverse();

  /** Published figures as places on the axis, each once even if several runs refer to it. */
  function references(probe) {
    const found = new Map();
    for (const run of Data.runs) {
      for (const reference of run.published) {
        const points = Object.entries(reference.latenciesNanos).filter(([key]) => key.startsWith(probe + '.p'))
          .map(([key, range]) => [-Math.log10(1 - Number(key.slice(probe.length + 2)) / 100), range])
          .filter(([x]) => x >= Data.axis[0]).sort((one, other) => one[0] - other[0]);
        if (points.length) {
          const name = `published: ${reference.system} (${reference.author}${reference.year ? ' ' + reference.year : ''})`;
          const key = name + JSON.stringify(points);
          found.set(key, found.get(key) ?? { name, points, run });
        }
      }
    }
    const all = [...found.values()];
    return all.map(({ name, points, run }) => ({
      name: all.filter((one) => one.name === name).length > 1 ? `${name}, beside ${run.label}` : name, points,
    }));
  }

  /** The curve of each agent beside the run's own. */
  const agents = (run, probe) => run.agents.filter((agent) => agent.curves[probe]).map((agent, i) => ({
    name: (Data.runs.length > 1 ? run.title + ', ' : '') + agent.title, color: Theme.color(run.index + 1 + i), line: 'dashed',
    points: agent.curves[probe].map((nanos, at) => [Data.axis[at], nanos]),
  }));

  const DOUBT = 'Where a line is pale, the machine may have decided the figure.';

  /** The doubtful places of a curve; unknown for running measurements and results of earlier versions. */
  const doubtful = (run, probe) => new Set((run.doubtful?.[probe] ?? []).filter((i) => i < run.curves[probe].length).map((i) => Data.axis[i]));

  /** A pale line with the trusted part drawn over it. */
  const pale = (one) => (one.doubtful?.size ? 0.35 : 1);
  const trustedParts = (lines) => lines.filter((one) => one.doubtful?.size).map((one) => ({
    type: 'line', name: one.name, data: one.points.map(([x, y]) => [x, one.doubtful.has(x) ? null : y]), showSymbol: false, silent: true,
    lineStyle: { color: one.color, type: one.line, width: 2 }, itemStyle: { color: one.color },
  }));

  function draw({ probe, scale, of }) {
    const runs = Data.runs.filter((run) => run.curves[probe]?.length);
    const shown = runs.map((run) => ({
      name: run.title, color: Theme.color(run.index), line: isSound(run) ? 'solid' : 'dashed', doubtful: doubtful(run, probe),
      points: run.curves[probe].map((nanos, i) => [Data.axis[i], nanos]),
    }));
    const published = references(probe).flatMap(({ name, points }, i) => {
      const color = Theme.color(Data.runs.length + i);
      const ranges = points.some(([, range]) => range.low !== range.high);
      return (ranges ? ['low', 'high'] : ['low']).map((end) => ({
        name: name + (ranges ? end === 'low' ? ', lower end' : ', upper end' : ''), color, line: 'dotted', dots: true,
        points: points.map(([x, range]) => [x, range[end]]),
      }));
    });
    const all = [...shown, ...(of === 'each' ? runs.flatMap((run) => agents(run, probe)) : []), ...published];
    const linear = scale !== 'log';
    const deepest = Math.max(1, ...all.map((one) => one.points.at(-1)[0]));
    const value = (one, x) => one.points.find((point) => Math.abs(point[0] - x) < 1e-9)?.[1];
    const reading = (x, hidden) => [Format.percentile(x), ...all.filter((one) => !hidden.has(one.name) && value(one, x) !== undefined)
      .map((one) => one.name + ': ' + Format.exact(value(one, x)) + (one.doubtful?.has(x) ? ', this machine may have decided it' : ''))].join('\n');
    return {
      note: notes(runs.length > 1 ? differenceNote(runs) : null, shown.some((one) => one.doubtful.size) ? DOUBT : null),
      legend: all,
      csv: [['percentile', ...all.map((one) => one.name + ' (ns)')],
        ...Data.axis.filter((x) => x <= deepest + 1e-9).map((x) => [100 * (1 - 10 ** -x), ...all.map((one) => value(one, x))])],
      reading: Data.axis.filter((x) => x <= deepest + 1e-9).map((x) => (hidden) => reading(x, hidden)),
      option: {
        xAxis: xAxis(deepest),
        yAxis: linear ? { ...LINEAR, max: ZOOMS[scale], name: 'latency', nameGap: 56 }
          : { ...LOG, ...decades(all.flatMap((one) => one.points.map((point) => point[1]))), name: 'latency', nameGap: 56 },
        tooltip: { formatter: (items) => reading(items[0].data[0], new Set()) },
        series: [...all.map((one) => ({
          type: 'line', name: one.name, data: one.points, showSymbol: Boolean(one.dots), symbolSize: 7, symbol: one.dots ? 'diamond' : 'circle',
          lineStyle: { color: one.color, type: one.line, width: 2, opacity: pale(one) }, itemStyle: { color: one.color },
        })), ...trustedParts(all)],
      },
    };
  }

  function drawRatio({ probe, above, below }) {
    const one = Data.runs[above];
    const other = Data.runs[below];
    const a = one.curves[probe] || [];
    const b = other.curves[probe] || [];
    const points = Data.axis.slice(0, Math.min(a.length, b.length)).map((x, i) => [x, b[i] === 0 ? null : a[i] / b[i]]);
    const known = points.map((point) => point[1]).filter((ratio) => ratio !== null);
    const wide = known.length && Math.max(...known) / Math.min(...known) > 20;
    const name = `${one.title} by ${other.title}`;
    const sound = isSound(one) && isSound(other);
    const line = { name, color: Theme.color(one.index), line: sound ? 'solid' : 'dashed', points,
      doubtful: new Set([one, other].filter((run) => run.curves[probe]).flatMap((run) => [...doubtful(run, probe)])) };
    const text = ([x, ratio]) => `${Format.percentile(x)}\n${one.title} takes ${ratio === null ? '–' : Format.significant(ratio, 3)} times as long as ${other.title}`
      + (line.doubtful.has(x) ? '; this machine may have decided it' : '');
    const axis = { name: 'times as long', nameGap: 48, axisLabel: { formatter: (value) => String(Number(value.toPrecision(6))) + '×' } };
    return {
      note: above === below ? 'Choose two runs.' : notes(differenceNote([one, other]), line.doubtful.size ? DOUBT : null),
      legend: [{ name, color: Theme.color(one.index), line: sound ? 'solid' : 'dashed' }],
      csv: [['percentile', name], ...points.map(([x, ratio]) => [100 * (1 - 10 ** -x), ratio])],
      reading: points.map((point) => () => text(point)),
      option: {
        xAxis: xAxis(points.length ? points.at(-1)[0] : 1),
        yAxis: wide ? { type: 'log', ...decades(known), ...axis } : { type: 'value', min: 0, ...axis },
        tooltip: { formatter: (items) => text(items[0].data) },
        series: [{
          type: 'line', name, data: points, showSymbol: false, lineStyle: { color: line.color, width: 2, type: line.line, opacity: pale(line) },
          itemStyle: { color: Theme.color(one.index) },
          markLine: { silent: true, symbol: 'none', data: [{ yAxis: 1 }], label: { show: false }, lineStyle: { color: Theme.value('muted'), type: 'dotted' } },
        }, ...trustedParts([line])],
      },
    };
  }

  return {
    render(parent) {
      const probes = probesShown().map((probe) => [probe, PROBES[probe]]);
      if (!probes.length) {
        return;
      }
      const measured = Data.runs.filter((run) => probes.some(([probe]) => run.curves[probe]?.length)).map((run) => [run.index, run.title]);
      const part = section('latency', 'Latency by percentile');
      parent.append(part);
      const of = { key: 'of', label: 'Samples of', buttons: true, options: [['all', 'all agents'], ['each', 'each agent']] };
      const probe = { key: 'probe', label: 'from the intended time', options: probes };
      Figures.add(part, {
        id: 'percentiles', title: 'Latency by percentile',
        about: 'Each mark to the right adds a nine. A curve ends where fewer than ten samples lie beyond.',
        controls: [probe, { key: 'scale', label: 'Axis of latency', buttons: true,
          options: [['log', 'log'], ['linear', 'linear'], ['100us', '0–100 µs'], ['1ms', '0–1 ms'], ['10ms', '0–10 ms']] },
          ...(measured.some(([i]) => Data.runs[i].agents.length) ? [of] : [])],
        draw,
      });
      if (measured.length > 1) {
        Figures.add(part, {
          id: 'ratio', title: 'Ratio of two curves', low: true, about: 'How many times as long one run takes as the other, at the same percentile.',
          controls: [probe, { key: 'above', label: 'run', options: measured, value: measured[1][0] },
            { key: 'below', label: 'by', options: measured, value: measured[0][0] }],
          draw: (state) => drawRatio({ ...state, above: Number(state.above), below: Number(state.below) }),
        });
      }
    },
  };
})();
