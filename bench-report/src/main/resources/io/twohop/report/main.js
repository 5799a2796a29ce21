(() => {
  const main = element('main', {});
  document.getElementById('page').replaceChildren(main);
  Top.render(main);
  [External, Faults, Percentiles, Agents, Subscribers, Sweep, Forks, Services, Costs, OverTime, Slowest, Flames].forEach((part) => part.render(main));
  main.append(element('footer', {}, element('p', { class: 'muted small' },
    'Latencies of runs count from the intended send time, so that a stall shows in every message that waited for it. '
    + 'Charts by Apache ECharts.')));
})();
