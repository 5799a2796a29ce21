/** Utilisation of services, and the expected wait beside the measured one. */
const Services = (() => {
  /** Load of the median fork by utilisation; null without a service that works. */
  function typical(run) {
    const loads = run.forks.map((fork) => fork.service).filter(Boolean).sort((one, other) => one.utilisation - other.utilisation);
    const load = loads[Math.floor(loads.length / 2)];
    return load && load.name !== 'pass-through' ? load : null;
  }

  const expected = (load, nanos) => (nanos === null ? null : (load.instances.length > 1 ? 'at most ' : '') + Format.duration(nanos));

  function line(run) {
    const load = typical(run);
    return load && [`${load.name}, ${Format.percent(load.utilisation)} utilised, ${Format.duration(load.meanNanos)} a message`
      + (load.allocatedBytes === null ? '' : ` and ${Format.plain(load.allocatedBytes)} B allocated`),
    load.expectedWaitNanos === null ? null : `M/G/1 expects a mean wait of ${expected(load, load.expectedWaitNanos)}`,
    load.toServiceNanos === null ? null : `measured ${Format.duration(load.toServiceNanos)} to the service in the mean, transport included`]
      .filter((part) => part !== null).join('; ');
  }

  const rows = (run, load) => load.instances.map((one, i) => [run.title, `${load.name} ${i + 1} of ${load.instances.length}`, Format.rate(one.perSecond),
    Format.percent(one.utilisation), Format.duration(one.meanNanos), Format.significant(one.variation, 3),
    expected(load, one.expectedWaitNanos) ?? '–', Format.duration(load.toServiceNanos)]);

  return {
    line,
    render(parent) {
      const runs = Data.runs.filter(typical);
      if (!runs.length) {
        return;
      }
      parent.append(section('services', 'Services', element('p', { class: 'muted small' },
        'Utilisation is the rate of messages at an instance times its time per message. M/G/1 is the Pollaczek-Khinchine formula: '
        + 'the mean wait for one server with Poisson arrivals, and an upper bound for several instances. '
        + 'Beside it is the mean of toService, which includes the wait, the transport and the codec.'),
      table('Instances', [{ title: 'run', text: true }, { title: 'instance', text: true }, { title: 'rate' }, { title: 'utilised' },
        { title: 'a message' }, { title: 'variation' }, { title: 'wait, M/G/1' }, { title: 'to service, mean' }],
      runs.flatMap((run) => rows(run, typical(run))))));
    },
  };
})();
