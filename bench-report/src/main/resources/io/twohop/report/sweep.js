/** Runs of one workload that differ in one setting, such as rate, size, topics or partitions: a measure against that setting. */
const Sweep = (() => {
  const number = (run, key) => {
    const given = run.workloadSettings[key];
    const value = Number(Array.isArray(given) ? given[0] : given);
    return given === undefined || Number.isNaN(value) ? null : value;
  };
  const DIMENSIONS = {
    rate: ['offered rate, messages/s', (run) => (run.closedLoop ? null : run.rates.offeredPerSecond)],
    size: ['payload, bytes', (run) => run.payloadBytes || null],
    topics: ['topics', (run) => number(run, 'topics')],
    partitions: ['partitions', (run) => number(run, 'partitions')],
    producers: ['producers', (run) => number(run, 'producers')],
    consumers: ['consumers', (run) => number(run, 'consumers')],
    subscribers: ['subscribers', (run) => (run.subscribers?.length ? run.subscribers.length : 1)],
    replication: ['replication', (run) => number(run, 'replication')],
  };
  const latency = (name) => (run) => run.probes.endToEnd?.percentilesNanos[name] ?? null;
  /** Returns whether the machine may have decided the measure. */
  const isDoubtful = (run, measure) => untrusted(run).includes(measure);
  const part = (name, unit) => (run) => run.throughput?.[name][unit] ?? null;
  const MEASURES = {
    p50: ['p50 end to end', latency('p50'), true], p99: ['p99 end to end', latency('p99'), true],
    'p99.9': ['p99.9 end to end', latency('p99.9'), true], 'p99.99': ['p99.99 end to end', latency('p99.99'), true],
    achieved: ['achieved messages/s', (run) => (run.closedLoop ? null : run.rates.achievedPerSecond), false],
    publisher: ['publisher, messages/s', part('publisher', 'messagesPerSecond'), false],
    publisherBytes: ['publisher, MB/s', part('publisher', 'megabytesPerSecond'), false],
    subscriber: ['subscriber, messages/s', part('subscriber', 'messagesPerSecond'), false],
    subscriberBytes: ['subscriber, MB/s', part('subscriber', 'megabytesPerSecond'), false],
  };

  const varying = () => Object.keys(DIMENSIONS).filter((key) => new Set(Data.runs.map(DIMENSIONS[key][1]).filter((value) => value !== null)).size > 1);

  /** A line of one point shows nothing of the dimension. */
  const tells = (dimension, measure) => lines(dimension, measure).some((one) => new Set(one.points.map((point) => point.x)).size > 1);

  /** Pairs of a dimension and a measure that make a line, the most useful first. */
  const pairs = () => ['p99', 'p50', ...Object.keys(MEASURES)]
    .flatMap((measure) => varying().filter((dimension) => tells(dimension, measure)).map((dimension) => [dimension, measure]));

  /** Runs that differ only in the dimension form a line. */
  function lines(dimension, measure) {
    const groups = new Map();
    for (const run of Data.runs) {
      const x = DIMENSIONS[dimension][1](run);
      const y = MEASURES[measure][1](run);
      if (x !== null && y !== null) {
        const name = [run.transport, run.workload, ...varying().filter((key) => key !== dimension)
          .map((key) => [key, DIMENSIONS[key][1](run)]).filter(([, value]) => value !== null).map(([key, value]) => `${key} ${Format.count(value)}`)].join(' ');
        groups.set(name, [...(groups.get(name) ?? []), { x, y, run }]);
      }
    }
    return [...groups].map(([name, points], i) => ({ name, color: Theme.color(i), line: 'solid', points: points.sort((one, other) => one.x - other.x) }));
  }

  function draw({ dimension, measure }) {
    const all = lines(dimension, measure);
    const [title, , isTime] = MEASURES[measure];
    const points = all.flatMap((one) => one.points.map((point) => ({ ...point, name: one.name })));
    const xs = points.map((point) => point.x);
    const wide = Math.max(...xs) / Math.min(...xs) >= 20;
    const format = isTime ? Format.exact : Format.plain;
    const text = (point) => `${point.run.title}\n${DIMENSIONS[dimension][0]}: ${Format.count(point.x)}\n${title}: ${format(point.y)}`
      + (isDoubtful(point.run, measure) ? ', this machine may have decided it' : '');
    const flawed = points.filter((point) => !isSound(point.run));
    const other = differences(Data.runs).filter((text) => !varying().some((key) => text.startsWith(`workload.${key}:`)));
    return {
      note: [flawed.length ? 'Hollow points are of runs that did not hold: ' + flawed.map((point) => point.run.title).join('; ') + '.' : '',
        points.some((point) => isDoubtful(point.run, measure)) ? 'Where a point is pale, the machine may have decided it.' : '',
        other.length ? 'The runs also differ in ' + other.join('; ') + '.' : ''].filter(Boolean).join(' ') || null,
      legend: all,
      csv: [['run', 'verdict', DIMENSIONS[dimension][0], title + (isTime ? ' (ns)' : '')], ...points.map((point) => [point.run.title, point.run.verdict.kind, point.x, point.y])],
      reading: points.map((point) => () => text(point)),
      option: {
        xAxis: { type: wide ? 'log' : 'value', name: DIMENSIONS[dimension][0], nameGap: 30, scale: true, axisLabel: { formatter: Format.count } },
        yAxis: isTime ? { ...LOG, ...decades(points.map((point) => point.y)), name: title, nameGap: 56 } : { type: 'value', min: 0, name: title, nameGap: 56 },
        tooltip: { trigger: 'item', formatter: (item) => text(item.data.point) },
        series: all.map((one) => ({
          type: 'line', name: one.name, symbolSize: 10, lineStyle: { color: one.color, width: 2 }, itemStyle: { color: one.color },
          symbol: 'circle', data: one.points.map((point) => ({ value: [point.x, point.y], point,
            itemStyle: { ...dot(one.color, point.run), opacity: isDoubtful(point.run, measure) ? 0.35 : 1 } })),
        })),
      },
    };
  }

  /** Throughput of closed loops, with published figures. */
  function drawThroughput({ unit }) {
    const runs = Data.runs.filter((run) => run.throughput);
    const parts = ['publisher', 'subscriber', 'overall'];
    const published = parts.flatMap((part) => runs.flatMap((run, i) => run.published.filter((one) => one.throughputs[`${part}.${unit}`])
      .map((one) => ({ part, i, one, value: one.throughputs[`${part}.${unit}`].low }))));
    const name = (found) => `published: ${found.one.system} (${found.one.author}), ${found.part}`;
    const names = [...new Set(published.map(name))];
    const title = unit === 'messagesPerSecond' ? 'messages/s' : 'MB/s';
    const legend = [...parts.map((part, i) => ({ name: part, color: Theme.color(i), block: true })),
      ...names.map((one, i) => ({ name: one, color: Theme.color(3 + i), line: 'dotted' }))];
    const text = (i) => [runs[i].title, ...parts.map((part) => `${part}: ${Format.plain(runs[i].throughput[part][unit])} ${title}`),
      ...published.filter((found) => found.i === i).map((found) => `${name(found)}: ${Format.plain(found.value)} ${title}`)].join('\n');
    return {
      note: runs.length > 1 ? differenceNote(runs) : null,
      legend,
      csv: [['run', 'verdict', ...parts.map((part) => `${part} (${title})`), ...names],
        ...runs.map((run, i) => [run.title, run.verdict.kind, ...parts.map((part) => run.throughput[part][unit]),
          ...names.map((one) => published.find((found) => found.i === i && name(found) === one)?.value)])],
      reading: runs.map((run, i) => () => text(i)),
      option: {
        xAxis: { type: 'category', data: runs.map((run) => run.axisTitle), axisLabel: categoryLabel(runs.length) },
        yAxis: { type: 'value', min: 0, name: title, nameGap: 56 },
        tooltip: { axisPointer: { type: 'shadow' }, formatter: (items) => text(items[0].dataIndex) },
        series: [
          ...parts.map((part, i) => ({ type: 'bar', name: part, barMaxWidth: 72, itemStyle: { color: Theme.color(i) },
            data: runs.map((run) => ({ value: run.throughput[part][unit], itemStyle: isSound(run) ? {} : { opacity: 0.4, decal: { symbol: 'rect', rotation: 0.8 } } })) })),
          ...names.map((one, i) => ({ type: 'line', name: one, symbol: 'diamond', symbolSize: 10, connectNulls: false,
            lineStyle: { type: 'dotted', color: Theme.color(3 + i) }, itemStyle: { color: Theme.color(3 + i) },
            data: runs.map((run, at) => published.find((found) => found.i === at && name(found) === one)?.value ?? null) })),
        ],
      },
    };
  }

  return {
    render(parent) {
      const known = pairs();
      const closed = Data.runs.some((run) => run.throughput);
      if (!closed && !known.length) {
        return;
      }
      const made = section('sweeps', known.length ? 'Across settings' : 'Throughput');
      parent.append(made);
      if (known.length) {
        const among = (all, i) => Object.keys(all).filter((key) => known.some((pair) => pair[i] === key)).map((key) => [key, all[key][0]]);
        Figures.add(made, { id: 'sweep', title: 'What a setting does', about: 'A line joins runs that are alike but for the setting.', controls: [
          { key: 'dimension', label: 'against', options: among(DIMENSIONS, 0), value: known[0][0], always: true },
          { key: 'measure', label: 'measured', options: among(MEASURES, 1), value: known[0][1] }], draw });
      }
      if (closed) {
        Figures.add(made, { id: 'throughput', title: 'Throughput', about: 'At the publisher until the last acknowledgement, at the subscriber until the last arrival, and overall.',
          controls: [{ key: 'unit', label: 'Unit', buttons: true, options: [['megabytesPerSecond', 'MB/s'], ['messagesPerSecond', 'messages/s']] }], draw: drawThroughput });
      }
    },
  };
})();
