/** Results of other tools beside the runs: figures without verdict or trust, and what they cannot tell. */
const External = (() => {
  const NONE = '–';
  const RATE = 'operationsPerSecond';

  const written = (quantity, value) => (quantity === 'latency' ? Format.duration(value) : Format.rate(value));

  /** A figure, in parentheses if it is doubtful. */
  function cell(series, label, title) {
    const value = series?.figures[label];
    if (value === undefined) {
      return NONE;
    }
    const text = written(series.quantity, value);
    return series.doubtful.includes(label) ? element('span', { class: 'untrusted', title }, `(${text})`) : text;
  }

  /** A figure of the other tool, with the reason in words: a reader may never have seen its files. */
  const theirs = (result, series, label) => [cell(series, label), series.doubtful.includes(label)
    ? element('span', { class: 'small muted' }, result.doubt) : null];

  const hops = (run) => (Number(run.workloadSettings.hops ?? 2) === 1 ? 'one hop' : 'two hops');

  function heading(run, { forks }) {
    return [run.label, ' ', Top.badge(run), element('span', { class: 'small' }, ` ${hops(run)}, ${forks === 1 ? 'one fork' : `mean of ${forks} forks`}`)];
  }

  function figures(result) {
    const columns = [{ title: 'figure', text: true, wrap: true },
      { title: [element('span', { class: 'badge' }, 'EXTERNAL'), ' ' + result.tool] },
      ...result.beside.map((one) => ({ title: heading(Data.runs[one.run], one) }))];
    const rows = result.series.flatMap((series) => {
      const ours = result.beside.map(({ pairs }) => pairs.find((pair) => pair.beside === series.name));
      const others = [...new Set(ours.filter(Boolean).map((pair) => pair.name))].filter((name) => name !== series.name);
      return Object.keys(series.figures).map((label) => [`${series.name}${label === RATE ? '' : ' ' + label}${others.length ? `, ours ${others.join(', ')}` : ''}`,
        theirs(result, series, label), ...ours.map((pair) => cell(pair, label, 'this machine may have decided it'))]);
    });
    const made = table('Beside ours', columns, rows);
    made.setAttribute('aria-label', `${result.name} beside ours`);
    return made;
  }

  return {
    render(parent) {
      if (!Data.external.length) {
        return;
      }
      const limits = (tool) => [...new Set(Data.external.filter((one) => one.tool === tool).flatMap((one) => one.limits))];
      parent.append(section('external', 'Results of other tools',
        element('p', { class: 'note' }, 'Nothing can be concluded: figures of another tool have no verdict and no trust. They are only shown beside ours.'),
        [...new Set(Data.external.map((one) => one.tool))].map((tool) => [element('h3', {}, `What ${tool} cannot tell`),
          element('ul', { class: 'small' }, limits(tool).map((limit) => element('li', {}, limit)))]),
        (Data.notBeside ?? []).map(({ run, reason }) => element('p', { class: 'note' }, `${Data.runs[run].title} is not shown beside them: ${reason}`)),
        Data.external.map((result) => [element('h3', {}, result.name),
          element('ul', { class: 'small' }, [...result.statements, ...result.beside.filter((one) => one.unlikeLoads).map((one) => `beside ${Data.runs[one.run].label}: ${one.unlikeLoads}`)]
            .map((fact) => element('li', {}, fact))), figures(result)])));
    },
  };
})();
