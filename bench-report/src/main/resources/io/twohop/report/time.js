/** One fork over time: percentiles with possible causes of delays, a heat map, throughput, heap. */
const OverTime = (() => {
  const LINES = [['p50', 2], ['p99', 3], ['p99.9', 4], ['max', 5]];

  /** Kinds of events by name; the first match counts. */
  const KINDS = [[/^GC pause of the broker/, 'GC pauses of the broker'], [/^GC /, 'GC pauses'], [/^safepoint/, 'safepoints'], [/^platform stall/, 'platform stalls'],
    [/^no CPU for/, 'threads without a CPU'], [/stood still|blocked/, 'threads that stood still']];
  const kindOf = (what) => KINDS.find(([pattern]) => pattern.test(what))?.[1] ?? what;

  /** Returns whether a row belongs to the drain, in which nothing is due or sent; unknown for results of earlier versions. */
  const drains = (row) => row.at(-1) === 'drain';

  const timed = () => Data.runs.filter((run) => run.forks.some((fork) => fork.time?.length || fork.seconds.length));

  /** The choice of a fork among all forks of all runs. */
  function forkControl() {
    const options = timed().flatMap((run) => run.forks.map((fork, i) => [`${run.index}/${i}`,
      run.title + (run.forks.length > 1 ? `, fork ${fork.number}` : '')]));
    return { key: 'fork', label: 'of', options, value: Data.live ? options.at(-1)?.[0] : undefined };
  }

  function chosen(state) {
    const [run, fork] = state.fork.split('/').map(Number);
    return { run: Data.runs[run], fork: Data.runs[run].forks[fork] };
  }

  const about = (run) => (isSound(run) ? null : `${run.title}: ${run.verdict.reasons[0] ?? 'the run broke off'}.`);

  const aboutLatency = (run, rows) => [about(run), rows.length ? null : 'No message of the measured window arrived.']
    .filter((text) => text !== null).join(' ') || null;

  const xAxis = (from) => ({ type: 'value', name: 'seconds from the start of measuring', nameGap: 30,
    min: from === undefined ? undefined : Math.floor(from), max: 'dataMax', axisLabel: { showMaxLabel: false } });

  /** Parts of the run in seconds, with their names: a backlog builds while consumers are stopped, and drains until it has or the run ends. */
  function phases(fork) {
    const end = fork.seconds.at(-1)?.[1] ?? 0;
    const backlogs = (fork.faults?.outcomes ?? []).filter((one) => one.backlog).flatMap(({ atNanos, backlog }) => {
      const started = (atNanos + backlog.buildNanos) / 1e9;
      const drained = backlog.drainNanos === null ? end : started + backlog.drainNanos / 1e9;
      return [{ name: 'backlog builds', from: atNanos / 1e9, to: started }, { name: 'drains', from: started, to: drained }];
    });
    return fork.seconds[0]?.[0] < 0 ? [{ name: 'warm-up', from: fork.seconds[0][0], to: 0 }, ...backlogs] : backlogs;
  }

  /** Shades the phases from a time on. */
  function shaded(fork, from) {
    const shown = phases(fork).filter((one) => from === undefined || one.to > from);
    // Each name has a line of its own: short phases are narrower than their names.
    const styles = { 'warm-up': [0.1, 0], 'backlog builds': [0.1, 14], drains: [0.2, 28] };
    return shown.length ? { silent: true, data: shown.map((one) => [{ xAxis: one.from, name: one.name,
      itemStyle: { color: Theme.value('muted'), opacity: styles[one.name][0] },
      label: { color: Theme.value('muted'), position: 'insideTop', offset: [0, styles[one.name][1]] } }, { xAxis: one.to }]) } : undefined;
  }

  /** Returns the latencies over time, with a row without figures for each second in which messages were due and none arrived. */
  function withGaps(fork) {
    const silent = fork.seconds.filter((row) => row[0] >= 0 && row[8] > 0 && row[3] === 0);
    return [...fork.time ?? [], ...silent.map(([from, to]) => [from, to, null, null, null, null])].sort((one, other) => one[0] - other[0]);
  }

  function eventSeries(fork, from, to) {
    const kinds = new Map();
    for (const [what, events] of Object.entries(fork.events)) {
      const rows = events.filter(([start, nanos]) => start + nanos / 1e9 >= from && start <= to).map(([start, nanos]) => ({ what, start, nanos }));
      if (rows.length) {
        kinds.set(kindOf(what), [...(kinds.get(kindOf(what)) ?? []), ...rows]);
      }
    }
    return [...kinds].map(([name, rows], i) => ({ name, rows, color: Theme.color(4 + i), block: true }));
  }

  /** Draws a bar from the start to the end of an event; its height on the latency axis is its duration. */
  function bar(params, api) {
    const { x, y, width, height } = params.coordSys;
    const [left, top] = api.coord([api.value(0), api.value(1)]);
    const right = api.coord([api.value(0) + api.value(1) / 1e9, api.value(1)])[0];
    const shape = echarts.graphic.clipRectByRect({ x: left - 1, y: top, width: Math.max(2, right - left), height: y + height - top }, { x, y, width, height });
    return shape && { type: 'rect', shape, style: { fill: api.visual('color'), opacity: 0.55 } };
  }

  function drawLatency(state) {
    const { run, fork } = chosen(state);
    const rows = withGaps(fork);
    const lines = LINES.map(([name, column], i) => ({ name, column, color: Theme.color(i), line: isSound(run) ? 'solid' : 'dashed' }));
    const events = rows.length ? eventSeries(fork, rows[0][0], rows.at(-1)[1]) : [];
    const reading = (row) => [`${Format.seconds(row[0])} to ${Format.seconds(row[1])}`,
      ...lines.filter((one) => row[one.column] !== null).map((one) => `${one.name}: ${Format.exact(row[one.column])}`),
      ...events.flatMap((kind) => kind.rows).filter((event) => event.start < row[1] && event.start + event.nanos / 1e9 > row[0])
        .sort((one, other) => other.nanos - one.nanos).slice(0, 6).map((event) => `${event.what}: ${Format.duration(event.nanos)}`)].join('\n');
    const middle = (row) => (row[0] + row[1]) / 2;
    return {
      note: aboutLatency(run, fork.time ?? []),
      legend: [...lines, ...events],
      csv: [['what', 'start (s)', 'end (s)', ...lines.map((one) => one.name + ' (ns)')],
        ...rows.map((row) => ['latency', ...row]),
        ...events.flatMap((kind) => kind.rows).map((event) => [event.what, event.start, event.start + event.nanos / 1e9])],
      reading: rows.map((row) => () => reading(row)),
      option: {
        xAxis: xAxis(rows[0]?.[0]),
        yAxis: state.scale === 'linear' ? { ...LINEAR, name: 'latency', nameGap: 56 }
          : { ...LOG, ...decades(rows.flatMap((row) => row.slice(2))), name: 'latency', nameGap: 56 },
        tooltip: { formatter: (items) => {
          const line = items.find((item) => item.seriesType === 'line');
          return line ? reading(rows[line.dataIndex]) : '';
        } },
        series: [
          ...events.map((kind) => ({ type: 'custom', name: kind.name, renderItem: bar, data: kind.rows.map((event) => [event.start, event.nanos]),
            itemStyle: { color: kind.color }, clip: true, z: 1 })),
          ...lines.map((one, i) => ({ type: 'line', name: one.name, data: rows.map((row) => [middle(row), row[one.column]]), showSymbol: rows.length < 40, symbolSize: 5,
            connectNulls: false, markArea: i === 0 ? shaded(fork, 0) : undefined, lineStyle: { color: one.color, width: 2, type: one.line }, itemStyle: { color: one.color }, z: 3 })),
        ],
      },
    };
  }

  const classOf = (number) => `${Format.duration(10 ** (number / 10), 2)} to ${Format.duration(10 ** ((number + 1) / 10), 2)}`;

  function drawHeat(state) {
    const { run, fork } = chosen(state);
    const rows = withGaps(fork);
    const columns = (fork.time ?? []).map((row) => rows.indexOf(row));
    const cells = (fork.heat ?? []).flatMap((row, i) => Array.from({ length: row.length / 2 }, (_, j) => [columns[i], row[2 * j], row[2 * j + 1]]));
    const classes = cells.map((cell) => cell[1]);
    const least = Math.min(...classes);
    const all = cells.length ? Array.from({ length: Math.max(...classes) - least + 1 }, (_, i) => least + i) : [];
    const most = Math.max(1, ...cells.map((cell) => Math.log10(cell[2])));
    const text = ([i, number, count]) => `${Format.seconds(rows[i][0])} to ${Format.seconds(rows[i][1])}\n${classOf(number)}: ${Format.count(count)} messages`;
    const ramp = Theme.dark() ? ['#24405f', '#2f6f9f', '#58a6c9', '#c9d67a', '#ffe08a'] : ['#dbe7f3', '#9cc3e0', '#4a90c2', '#1f5fa8', '#43107a'];
    return {
      note: aboutLatency(run, fork.time ?? []),
      legend: [],
      csv: [['start (s)', 'end (s)', 'from (ns)', 'to (ns)', 'messages'],
        ...cells.map(([i, number, count]) => [rows[i][0], rows[i][1], Math.round(10 ** (number / 10)), Math.round(10 ** ((number + 1) / 10)), count])],
      reading: cells.map((cell) => () => text(cell)),
      option: {
        xAxis: { type: 'category', data: rows.map((row) => String(Number(row[0].toFixed(1)))), name: xAxis().name, nameGap: 30, splitLine: { show: false } },
        yAxis: { type: 'category', data: all.map((number) => Format.tick(Number((10 ** (number / 10)).toPrecision(2)))), name: 'latency', nameGap: 56,
          splitLine: { show: false }, axisLabel: { interval: (i) => all[i] % 5 === 0 } },
        visualMap: { show: false, dimension: 3, min: 0, max: most, inRange: { color: ramp } },
        tooltip: { trigger: 'item', formatter: (item) => text([item.data[0], item.data[1] + least, item.data[2]]) },
        series: [{ type: 'heatmap', data: cells.map(([i, number, count]) => [i, number - least, count, Math.log10(count)]), progressive: 0,
          itemStyle: { borderWidth: 0 } }],
      },
    };
  }

  /** The value where a line is interrupted; over null it goes on. */
  const BREAK = '-';

  /** Draws lines over time on one or two axes that begin at zero. */
  function drawLines(run, fork, lines, yAxis, rows, note) {
    const isNumber = (value) => value !== null && value !== BREAK;
    const points = (one) => rows.map((row, i) => [row[0], one.value(row), i]).filter(([, value]) => value !== null);
    const reading = (row) => [`${Format.seconds(row[0])}`, ...lines.filter((one) => isNumber(one.value(row)))
      .map((one) => `${one.name}: ${one.format(one.value(row))}`)].join('\n');
    return {
      note: note ?? about(run),
      legend: lines.map((one) => ({ name: one.name, color: one.color, line: isSound(run) ? 'solid' : 'dashed' })),
      csv: [['time (s)', ...lines.map((one) => one.column ?? one.name)], ...rows.map((row) => [row[0], ...lines.map((one) => (isNumber(one.value(row)) ? one.value(row) : null))])],
      reading: rows.map((row) => () => reading(row)),
      option: {
        xAxis: xAxis(rows[0]?.[0]),
        yAxis,
        tooltip: { formatter: (items) => reading(rows[items[0].data[2]]) },
        series: lines.map((one, i) => ({
          type: 'line', name: one.name, yAxisIndex: one.axis ?? 0, data: points(one), encode: { x: 0, y: 1 }, showSymbol: false, connectNulls: false,
          lineStyle: { color: one.color, width: 2, type: isSound(run) ? 'solid' : 'dashed' }, itemStyle: { color: one.color },
          markArea: i === 0 ? shaded(fork) : undefined,
        })),
      },
    };
  }

  function drawThroughput(state) {
    const { run, fork } = chosen(state);
    const bytes = state.unit === 'bytes';
    // A second that was cut late leaves almost nothing of the next, which then has no meaningful rate.
    const rows = fork.seconds.map((row) => [(row[0] + row[1]) / 2, row[7], ...row.slice(2, 7), row[9]]);
    const perSecond = (column) => (row) => (row[1] <= 0.001 || drains(row) && !row[column] ? null : row[column] / row[1] / (bytes ? 1e6 : 1));
    const format = bytes ? (value) => Format.significant(value, 4) + ' MB/s' : Format.rate;
    const lines = (bytes ? [['publisher', 5], ['subscriber', 6]] : [['publisher', 2], ['acknowledged', 4], ['subscriber', 3]])
      .filter(([, column]) => rows.some((row) => row[column] > 0))
      .map(([name, column], i) => ({ name, value: perSecond(column), color: Theme.color(i), format, column: `${name} (${bytes ? 'MB/s' : 'messages/s'})` }));
    return drawLines(run, fork, lines, { type: 'value', min: 0, name: bytes ? 'MB/s' : 'messages/s', nameGap: 56 }, rows);
  }

  /** Draws offered and achieved rate and latency over one axis of time. */
  function drawOffered(state) {
    const { run, fork } = chosen(state);
    const middle = (row) => (row[0] + row[1]) / 2;
    const perSecond = (count, seconds) => (count === null || seconds <= 0.001 ? null : count / seconds);
    const rates = fork.seconds.filter((row) => !drains(row)).map((row) => [middle(row), perSecond(row[8] ?? null, row[1] - row[0]), perSecond(row[3], row[7]), null, null]);
    const latencies = withGaps(fork).map((row) => [middle(row), null, null, ...(row[2] === null ? [BREAK, BREAK] : row.slice(2, 4))]);
    const rows = [...rates, ...latencies].sort((one, other) => one[0] - other[0]);
    const lines = [
      { name: 'offered', value: (row) => row[1], color: Theme.color(0), format: Format.rate, column: 'offered (messages/s)' },
      { name: 'achieved', value: (row) => row[2], color: Theme.color(1), format: Format.rate, column: 'achieved (messages/s)' },
      { name: 'p50', value: (row) => row[3], color: Theme.color(2), format: Format.exact, column: 'p50 (ns)', axis: 1 },
      { name: 'p99', value: (row) => row[4], color: Theme.color(3), format: Format.exact, column: 'p99 (ns)', axis: 1 },
    ];
    return drawLines(run, fork, lines, [{ type: 'value', min: 0, name: 'messages/s', nameGap: 56 },
      { ...LOG, ...decades(latencies.flatMap((row) => row.slice(3).filter((value) => value !== BREAK))), name: 'latency', nameGap: 56, splitLine: { show: false } }], rows);
  }

  function drawHeap(state) {
    const { run, fork } = chosen(state);
    const rates = fork.allocated.slice(1).map((row, i) => [row[0], null, Math.max(0, (row[1] - fork.allocated[i][1]) / (row[0] - fork.allocated[i][0]) / 1e6)]);
    const rows = [...fork.heap.map(([at, used]) => [at, used / 1e6, null]), ...rates].sort((one, other) => one[0] - other[0]);
    const lines = [
      { name: 'heap used', value: (row) => row[1], color: Theme.color(0), format: (value) => Format.significant(value, 4) + ' MB', column: 'heap used (MB)' },
      { name: 'allocated', value: (row) => row[2], color: Theme.color(1), format: (value) => Format.significant(value, 4) + ' MB/s', column: 'allocated (MB/s)', axis: 1 },
    ];
    const missing = rows.length ? null : 'No heap was recorded here: the run was made with -Djfr=off, or its recording is gone.';
    return drawLines(run, fork, lines, [{ type: 'value', min: 0, name: 'heap used, MB', nameGap: 56 },
      { type: 'value', min: 0, name: 'allocated, MB/s', nameGap: 56, splitLine: { show: false } }], rows, missing);
  }

  return {
    render(parent) {
      if (!timed().length) {
        return;
      }
      const part = section('time', 'Over time');
      parent.append(part);
      const fork = forkControl();
      Figures.add(part, {
        id: 'over-time', title: 'Percentiles over time, end to end',
        about: 'What may have held messages up stands as bars, as wide and as high on the same axis as it was long.',
        controls: [fork, { key: 'scale', label: 'Axis of latency', buttons: true, options: [['log', 'log'], ['linear', 'linear']] }], draw: drawLatency,
      });
      Figures.add(part, { id: 'heat', title: 'Every message over time', about: 'Shaded by how many messages took so long; the shades are logarithmic, so that single ones can be seen.',
        controls: [fork], draw: drawHeat });
      if (timed().some((run) => run.forks.some((fork) => fork.seconds.some((row) => row[8] > 0)))) {
        Figures.add(part, { id: 'offered-over-time', title: 'Offered, achieved and latency', about: 'What was due in each second, what arrived in it, and how long that took end to end.',
          controls: [fork], draw: drawOffered });
      }
      Figures.add(part, { id: 'throughput-over-time', title: 'Throughput over time', low: true, about: 'Messages of all phases, where they are published and where they arrive.',
        controls: [fork, { key: 'unit', label: 'Unit', buttons: true, options: [['messages', 'messages/s'], ['bytes', 'MB/s']] }], draw: drawThroughput });
      if (Data.live) {
        return;
      }
      Figures.add(part, { id: 'heap', title: 'Heap and allocation', low: true, about: 'As the flight recording saw them, before and after collections and each second.',
        controls: [fork], draw: drawHeap });
    },
  };
})();
