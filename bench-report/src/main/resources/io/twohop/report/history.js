/** Series of results, each metric with its changes. */
const History = (() => {
  const figure = (metric, value) => (metric.isTime ? Format.duration(Math.round(value)) : Format.plain(value));
  const exact = (metric, value) => (metric.isTime ? Format.exact(Math.round(value)) : Format.plain(value));
  const date = (result) => result.startedAt.slice(0, 10);
  const minute = (result) => result.startedAt.slice(0, 16).replace('T', ' ');
  const signed = (share) => (share === null ? '–' : Format.signedPercent(share));
  const probability = (p) => (p < 0.0001 ? '< 0.0001' : Format.significant(p, 4));
  const linked = (result, text) => (result.link ? element('a', { href: result.link }, text) : text);

  function size(metric, change) {
    return change.share === null ? `from 0 to ${figure(metric, change.to)}`
      : `${signed(change.share)}, ${change.worse ? 'worse' : 'better'}`;
  }

  function interval(change) {
    return change.low === undefined ? '–' : `${signed(change.low)} to ${signed(change.high)}`;
  }

  const word = (change) => element('span', { class: 'word ' + (change.worse ? 'regressed' : 'improved') },
    (change.share === null ? 'from 0' : signed(change.share)) + (change.worse ? ' worse' : ' better'));

  /** Changes, newest first. */
  function changes(series) {
    const rows = series.metrics.flatMap((metric) => metric.changes.map((change) => ({ metric, change })))
      .sort((one, other) => other.change.at - one.change.at)
      .map(({ metric, change }) => {
        const after = series.results[change.at];
        const before = series.results[change.before];
        return [metric.name, word(change), interval(change), probability(change.p), figure(metric, change.from),
          figure(metric, change.to), minute(after), linked(after, after.revision), linked(before, before.revision), change.also.join('; ')];
      });
    return rows.length === 0 ? element('p', {}, 'No change was found.') : table('Changes',
      [{ title: 'metric', text: true }, { title: 'change', text: true }, { title: '95 % interval' }, { title: 'p' }, { title: 'before' },
        { title: 'after' }, { title: 'first result after', text: true }, { title: 'its commit', text: true },
        { title: 'commit before', text: true }, { title: 'also changed', text: true, wrap: true }], rows);
  }

  function text(series, metric, point) {
    const result = series.results[point.result];
    const change = metric.changes.find((one) => one.at === point.result);
    return [`${minute(result)}, ${result.revision}`, result.name, `${metric.name}: ${exact(metric, point.value)}`,
      point.trusted ? null : 'not tested: this machine may have decided it',
      change ? `change: ${size(metric, change)} (${interval(change)}), p ${probability(change.p)}` : null].filter((line) => line !== null).join('\n');
  }

  /** Means between changes, with a gap at each change. */
  function levels(metric) {
    const data = [];
    let level = 0;
    metric.points.filter((point) => point.trusted).forEach((point) => {
      if (metric.changes[level]?.at === point.result) {
        level += 1;
        data.push([point.result - 0.5, null]);
      }
      data.push([point.result, metric.levels[level]]);
    });
    return data;
  }

  function draw(series, { metric: name }) {
    const metric = series.metrics.find((one) => one.name === name);
    const color = Theme.color(0);
    const mark = (change) => Theme.value(change.worse ? 'bad' : 'good');
    const untrusted = metric.points.filter((point) => !point.trusted).length;
    const tested = metric.points.length - untrusted;
    const values = metric.points.map((point) => point.value);
    const isFlat = Math.min(...values) === Math.max(...values);
    return {
      note: [tested < metric.needed ? `${metric.needed} results are needed to find a change; there are ${tested}.` : '',
        untrusted ? `${untrusted} hollow points are not tested: the machine may have decided them.` : ''].join(' ').trim() || null,
      legend: [{ name: 'result', color, line: 'solid' }, { name: 'mean between changes', color: Theme.color(1), line: 'solid' }],
      csv: [['result', 'started', 'commit', metric.name + (metric.isTime ? ' (ns)' : ''), 'tested', 'change'],
        ...metric.points.map((point) => {
          const result = series.results[point.result];
          return [result.name, result.startedAt, result.revision, point.value, point.trusted,
            metric.changes.find((one) => one.at === point.result)?.share];
        })],
      reading: metric.points.map((point) => () => text(series, metric, point)),
      option: {
        xAxis: { type: 'value', min: -1, max: series.results.length, minInterval: 1, name: 'results in order', nameGap: 30,
          splitLine: { show: false }, axisLabel: { formatter: (at) => (series.results[at] ? date(series.results[at]) : '') } },
        yAxis: { type: 'value', scale: !isFlat, axisLabel: { formatter: metric.isTime ? Format.tick : Format.plain }, name: metric.name, nameGap: 56 },
        tooltip: { trigger: 'item', formatter: (item) => item.data.text ?? '' },
        series: [
          { type: 'line', name: 'result', symbol: 'circle', symbolSize: 8, lineStyle: { color, width: 1, opacity: 0.5 }, itemStyle: { color },
            data: metric.points.map((point) => ({
              value: [point.result, point.value], text: text(series, metric, point), link: series.results[point.result].link,
              itemStyle: point.trusted ? { color } : { color: Theme.value('surface'), borderColor: color, borderWidth: 2 },
            })) },
          { type: 'line', name: 'mean between changes', symbol: 'none', silent: true, connectNulls: false,
            lineStyle: { color: Theme.color(1), width: 3 }, itemStyle: { color: Theme.color(1) }, data: levels(metric),
            markLine: { symbol: 'none', silent: true, animation: false, data: metric.changes.map((change) => ({
              xAxis: change.at - 0.5, lineStyle: { color: mark(change), type: 'dashed', width: 2 },
              label: { formatter: signed(change.share), color: mark(change), position: 'insideEndTop', rotate: 0 } })) } },
        ],
      },
    };
  }

  function summary(series) {
    return table('Metrics', [{ title: 'metric', text: true }, { title: 'results tested' }, { title: 'spread' }, { title: 'mean now' },
      { title: 'changes for the worse' }, { title: 'for the better' }],
    series.metrics.map((metric) => [metric.name, `${metric.points.filter((point) => point.trusted).length}`,
      metric.spread === null ? '–' : Format.percent(metric.spread), metric.levels.length ? figure(metric, metric.levels.at(-1)) : '–',
      String(metric.changes.filter((change) => change.worse).length), String(metric.changes.filter((change) => !change.worse).length)]));
  }

  function all(series) {
    const rows = [...series.results.map((result) => [result, 'used']), ...series.leftOut.map((result) => [result, 'left out: ' + result.flaw])]
      .sort(([one], [other]) => (one.startedAt < other.startedAt ? -1 : 1))
      .map(([result, use]) => [linked(result, minute(result)), result.revision, result.name, use]);
    return element('details', {}, element('summary', {}, `All ${rows.length} results`),
      table('Results', [{ title: 'started', text: true }, { title: 'commit', text: true }, { title: 'result', text: true },
        { title: 'use', text: true, wrap: true }], rows),
      facts(Object.entries(series.setting)));
  }

  function render(parent, series, number) {
    const made = section('series-' + number, series.title,
      element('p', { class: 'muted small' }, series.about),
      series.leftOut.length ? element('p', { class: 'note' },
        `${series.leftOut.length} more ${series.leftOut.length === 1 ? 'result is' : 'results are'} left out, since the figures cannot be used; see below.`) : null,
      changes(series), summary(series));
    parent.append(made);
    const drawn = series.metrics.filter((metric) => metric.points.length);
    const first = drawn.find((metric) => metric.changes.length) ?? drawn[0];
    if (first) {
      Figures.add(made, { id: 'history-' + number, title: 'Results over time',
        about: 'A dot is the median of a result’s forks; a dashed line is a change. A click on a dot opens its report. The scale does not begin at zero.',
        controls: [{ key: 'metric', label: 'metric', value: first.name, always: true, options: drawn.map((metric) => [metric.name, metric.name]) }],
        draw: (state) => draw(series, state), open: (data) => data?.link });
    }
    made.append(all(series));
  }

  return { render };
})();

(() => {
  const main = element('main', {});
  document.getElementById('page').replaceChildren(main);
  document.title = Data.title + ' - TwoHop';
  main.append(element('header', {}, element('h1', {}, Data.title),
    element('p', { class: 'muted' }, `${Data.about} Made by TwoHop at ${Data.madeAt}.`)));
  Data.notes.forEach((note) => main.append(element('p', { class: 'note' }, note)));
  Data.series.forEach((series, i) => History.render(main, series, i + 1));
  main.append(element('footer', {}, element('p', { class: 'muted small' }, 'Charts by Apache ECharts.')));
})();
