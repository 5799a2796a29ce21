/** Flame graphs of the measured window: running and allocating calls by role. */
const Flames = (() => {
  const ROW = 19;
  const ALL = 0;
  /** Roles in the order of their colors. Everything else gets a color that no role has. */
  const ROLES = { generator: 'generator', service: 'service', sink: 'sink', client: 'broker client threads', harness: 'harness', jvm: 'JVM' };
  const GRAPHS = {
    cpu: ['CPU', 'samples', Format.count],
    slow: ['CPU, slow seconds', 'samples', Format.count],
    allocation: ['allocation', 'bytes', (bytes) => Format.megabytes(bytes)],
  };
  const INTERNAL = /^(java|javax|jdk|sun|com\.sun)\./;

  const has = (run) => Object.keys(run.flames.graphs).length > 0;

  /** Returns class and method without the package, for which a box has no room. */
  const brief = (name) => name.replace(/^([\w$]+\.)+(?=[\w$<>-]+\.[\w$<>-]+(\/|$))/, '').replace(/^([a-z][\w]*\.)+(?=[A-Z])/, '');

  /** All calls with their places, callers first; the first one is the root. */
  function calls(run, key) {
    const graph = run.flames.graphs[key];
    const all = [{ name: 'all', depth: 0, start: 0, value: graph.total, inner: 0, caller: null, role: null }];
    const open = [0];
    for (let i = 0; i < graph.calls.length; i += 3) {
      const [depth, name, value] = graph.calls.slice(i, i + 3);
      const caller = all[open[depth - 1]];
      open[depth] = all.length;
      const title = run.flames.names[name];
      all.push({ name: depth === 1 ? ROLES[title] ?? title : title, depth, start: caller.start + caller.inner, value, inner: 0, caller: open[depth - 1],
        role: caller.role ?? ROLES[title] ?? title });
      caller.inner += value;
    }
    return all;
  }

  function stack(all, index) {
    const names = [];
    for (let at = index; at > ALL; at = all[at].caller) {
      names.unshift(all[at].name);
    }
    return names.join(';');
  }

  /** The selected call, its callers and its callees, cut to its width. */
  function shown(all, chosen) {
    const [from, to] = [all[chosen].start, all[chosen].start + all[chosen].value];
    return all.map((call, index) => ({ ...call, index }))
      .filter((call) => call.start < to && call.start + call.value > from)
      .map((call) => ({ ...call, from: Math.max(call.start, from), to: Math.min(call.start + call.value, to) }));
  }

  function legendOf(all) {
    const known = Object.values(ROLES);
    const order = (role) => (known.indexOf(role) + 1 || known.length + 1);
    return [...new Set(all.slice(1).map((call) => call.role))].sort((one, other) => order(one) - order(other))
      .map((name) => ({ name, color: Theme.color(order(name) - 1), block: true }));
  }

  function box(rows) {
    return (params, api) => {
      const row = rows[params.dataIndex];
      const [left, top] = api.coord([row.from, row.depth + 1]);
      const [right, bottom] = api.coord([row.to, row.depth]);
      const width = Math.max(right - left - 0.5, 0.5);
      return {
        type: 'rect', shape: { x: left, y: top, width, height: bottom - top - 1 },
        style: { fill: api.visual('color'), opacity: INTERNAL.test(row.name) ? 0.25 : 0.5 },
        textConfig: { position: 'insideLeft', distance: 3 },
        textContent: width < 30 ? undefined : { type: 'text', style: { text: row.label, width: width - 6, overflow: 'truncate', ellipsis: '…', fontSize: 12,
          fill: Theme.value('ink') } },
      };
    };
  }

  function slowText(run) {
    const { slowSeconds, seconds, leastP99Nanos } = run.flames;
    return `${slowSeconds} of ${seconds} seconds, with a p99 of ${Format.duration(leastP99Nanos)} or more`;
  }

  const sentences = (reasons) => reasons.map((reason) => reason + '.').join(' ');

  function absent(run, key) {
    const axis = { type: 'value', show: false };
    const slow = run.flames.slowSeconds ? 'No running thread was sampled in the slow seconds' : 'No second is slow, since no message arrived in the window';
    const reasons = [{ cpu: 'No running thread was sampled', slow, allocation: 'No allocation was sampled' }[key], ...run.flames.missing];
    if (key !== 'allocation' && run.flames.recorded !== 'profile') {
      reasons.push('Only -Djfr=profile samples running threads, at a cost that may show');
    }
    return { note: sentences(reasons), legend: [], csv: [['stack']], height: 2 * ROW, option: { xAxis: axis, yAxis: axis, series: [] } };
  }

  function draw(state) {
    const run = Data.runs[Number(state.run)];
    const key = state.graph;
    if (!run.flames.graphs[key]) {
      return absent(run, key);
    }
    const [, unit, format] = GRAPHS[key];
    const all = calls(run, key);
    const chosen = state.of === `${run.index}/${key}` ? state.chosen : ALL;
    const legend = legendOf(all);
    const whole = `all: ${format(all[ALL].value)}${unit === 'samples' ? ' samples' : ''}${key === 'slow' ? ' in ' + slowText(run) : ''}`;
    const rows = shown(all, chosen).map((call) => ({ ...call, label: call.index === ALL ? whole : brief(call.name) }));
    const share = (value) => Format.percent(value / all[ALL].value);
    const text = (call) => `${call.index === ALL ? whole : call.name}\n${format(call.value)}${unit === 'samples' ? ' samples' : ''}, ${share(call.value)} of all`
      + `\nby itself ${share(call.value - call.inner)}`;
    const series = [{ name: 'all', color: Theme.value('muted') }, ...legend].map(({ name, color }) => {
      const its = rows.filter((row) => (row.role ?? 'all') === name);
      return { type: 'custom', name, renderItem: box(its), itemStyle: { color }, clip: true,
        data: its.map((row) => ({ value: [row.from, row.to, row.depth], choice: row.index })), encode: { x: [0, 1], y: 2 } };
    });
    const rowsHigh = Math.max(...rows.map((row) => row.depth)) + 1;
    return {
      note: run.flames.missing.length ? sentences(run.flames.missing) : isSound(run) ? null : `${run.title}: ${run.verdict.reasons[0] ?? 'the run broke off'}.`,
      legend,
      height: rowsHigh * ROW + 12,
      csv: [['stack', unit, `${unit} by itself`], ...rows.slice(1).map((row) => [stack(all, row.index), row.value, row.value - row.inner])],
      reading: rows.map((row) => () => text(row)),
      choices: rows.map((row) => row.index),
      option: {
        grid: { left: 0, right: 0, top: 4, bottom: 4 },
        xAxis: { type: 'value', min: all[chosen].start, max: all[chosen].start + all[chosen].value, show: false },
        yAxis: { type: 'value', min: 0, max: rowsHigh, show: false },
        // A click would select a box of the graph that it replaces.
        tooltip: { trigger: 'item', triggerOn: 'mousemove', formatter: (item) => text(rows.find((row) => row.index === item.data.choice)) },
        series,
      },
    };
  }

  return {
    render(parent) {
      const part = section('flames', 'Flame graphs');
      parent.append(part);
      const runs = Data.runs.filter(has);
      Data.runs.filter((run) => !has(run)).forEach((run) => part.append(
        element('p', { class: 'muted small' }, `No flame graph of ${run.title}. ${sentences(run.flames.missing)}`)));
      if (!runs.length) {
        return;
      }
      Figures.add(part, {
        id: 'flame', title: 'Where CPU and memory went in the measured window',
        about: 'Each box is a call, as wide as its share of the samples; callees lie on their callers, those of the JDK paler. Click a box to zoom in, the lowest '
          + 'to zoom out. Threads are sampled every 10 ms while they run Java code, even if they wait for a core: system calls, collector and compilers '
          + 'are not in it (CPU by part has them), and a spinning thread shows whether it has work or not. Small calls are merged into (other).',
        controls: [{ key: 'run', label: 'of', options: runs.map((run) => [run.index, run.title]) },
          { key: 'graph', label: 'Graph', buttons: true, value: runs.some((run) => run.flames.graphs.cpu) ? 'cpu' : 'allocation',
            options: Object.entries(GRAPHS).map(([key, [title]]) => [key, title]) }],
        draw,
        choose: (state, index) => {
          state.chosen = index;
          state.of = `${state.run}/${state.graph}`;
        },
      });
    },
  };
})();
