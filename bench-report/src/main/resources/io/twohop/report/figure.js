/**
 * A chart with everything around it: title, controls, a legend of buttons, values by keyboard, and what it shows as PNG
 * and CSV. Its drawing is a function of the controls' state, so that a change of theme draws it anew.
 *
 * spec.controls: [{ key, label, options: [[value, text]], buttons }]
 * spec.open(data): the address behind a point that was clicked; optional
 * spec.draw(state): { option, legend: [{ name, color, line, block }], csv: [[...]], note, reading, height (pixels), choices }
 * spec.choose(state, choice): of what is drawn, where some can be chosen: item.data.choice by mouse, choices[i] of reading[i] by Enter
 */
const Figures = (() => {
  const all = [];

  class Figure {
    constructor(parent, spec) {
      this.spec = spec;
      this.state = {};
      this.hidden = new Set();
      this.at = -1;
      this.root = element('figure', { id: spec.id, 'aria-labelledby': spec.id + '-title' });
      this.controls = element('div', { class: 'controls' });
      this.note = element('p', { class: 'note', hidden: true });
      this.legend = element('ul', { class: 'legend', 'aria-label': 'Shown in ' + spec.title });
      this.box = element('div', {
        class: 'chart' + (spec.low ? ' low' : ''), tabindex: 0, role: 'group',
        'aria-label': spec.title + '. ' + spec.about + ' Arrow keys read values.',
        onkeydown: (event) => this.key(event),
      });
      this.reading = element('div', { class: 'reading', 'aria-live': 'polite' });
      this.root.append(
        element('h3', { id: spec.id + '-title' }, spec.title),
        element('p', { class: 'muted small' }, spec.about),
        this.controls, this.note, this.legend, this.box,
        element('div', { class: 'under' }, this.reading, element('div', { class: 'actions' },
          element('button', { type: 'button', class: 'png', onclick: () => this.png(), 'aria-label': 'PNG of ' + spec.title }, 'PNG'),
          element('button', { type: 'button', class: 'csv', onclick: () => this.csv(), 'aria-label': 'CSV of ' + spec.title }, 'CSV'))));
      parent.append(this.root);
      (spec.controls || []).filter((control) => control.options.length > 1 || control.always)
        .forEach((control) => this.control(control));
      (spec.controls || []).forEach((control) => {
        this.state[control.key] ??= control.value ?? control.options[0]?.[0];
      });
      this.chart = echarts.init(this.box);
      new ResizeObserver(() => this.chart.isDisposed() || this.chart.resize()).observe(this.box);
      this.chart.on('click', (item) => {
        this.choose(item.data?.choice);
        const link = spec.open?.(item.data);
        if (link) {
          window.location.assign(link);
        }
      });
      this.draw();
    }

    control(control) {
      this.state[control.key] = control.value ?? control.options[0][0];
      const choose = (value) => {
        this.state[control.key] = value;
        this.at = -1;
        this.draw();
      };
      if (control.buttons) {
        const buttons = control.options.map(([value, label]) => element('button', {
          type: 'button', 'data-value': value, 'aria-pressed': String(value === this.state[control.key]),
          onclick: (event) => {
            buttons.forEach((button) => button.setAttribute('aria-pressed', String(button === event.currentTarget)));
            choose(value);
          },
        }, label));
        this.controls.append(element('div', { class: 'choice', role: 'group', 'aria-label': control.label }, buttons));
      } else {
        this.controls.append(element('label', {}, control.label, element('select', {
          'data-key': control.key, onchange: (event) => choose(event.target.value),
        }, control.options.map(([value, label]) =>
          element('option', { value, selected: value === this.state[control.key] }, label)))));
      }
    }

    draw() {
      // Otherwise the tooltip stays and shows a value of the old data.
      this.chart.dispatchAction({ type: 'hideTip' });
      this.drawn = this.spec.draw(this.state);
      this.note.hidden = !this.drawn.note;
      this.note.textContent = this.drawn.note || '';
      this.reading.textContent = '';
      this.legend.replaceChildren(...this.drawn.legend.map((entry) => this.entry(entry)));
      if (this.drawn.height) {
        this.box.style.height = this.drawn.height + 'px';
        this.chart.resize();
      }
      this.chart.setOption(this.option(), { notMerge: true });
    }

    entry(entry) {
      const swatch = element('span', { class: 'swatch ' + (entry.block ? 'block' : entry.line || ''), 'aria-hidden': 'true' });
      swatch.style.setProperty(entry.block ? 'background-color' : 'border-top-color', entry.color);
      return element('li', {}, element('button', {
        type: 'button', 'aria-pressed': String(!this.hidden.has(entry.name)), 'data-name': entry.name,
        onclick: (event) => {
          const shown = this.hidden.has(entry.name);
          this.hidden[shown ? 'delete' : 'add'](entry.name);
          event.currentTarget.setAttribute('aria-pressed', String(shown));
          this.chart.dispatchAction({ type: shown ? 'legendSelect' : 'legendUnSelect', name: entry.name });
        },
      }, swatch, entry.name));
    }

    option() {
      const ink = Theme.value('ink');
      const muted = Theme.value('muted');
      const line = Theme.value('line');
      const { option } = this.drawn;
      const axis = (given) => (Array.isArray(given) ? given : [given]).map((one) => ({
        nameLocation: 'middle', nameTextStyle: { color: muted },
        axisLine: { show: true, lineStyle: { color: line } }, splitLine: { lineStyle: { color: line, opacity: 0.6 } },
        ...one,
        axisLabel: { color: muted, hideOverlap: true, ...one.axisLabel },
      }));
      return {
        animation: false,
        textStyle: { color: ink, fontFamily: getComputedStyle(document.body).fontFamily },
        grid: { left: 72, right: option.yAxis.length > 1 ? 72 : 24, top: 16, bottom: 48 },
        ...option,
        xAxis: axis(option.xAxis),
        yAxis: axis(option.yAxis),
        legend: { show: false, selected: Object.fromEntries([...this.hidden].map((name) => [name, false])) },
        // Drawn as rich text, not markup: nothing in a result can become part of the page.
        tooltip: {
          trigger: 'axis', renderMode: 'richText', confine: true, axisPointer: { type: 'line', snap: true },
          backgroundColor: Theme.value('surface'), borderColor: line,
          textStyle: { color: ink, fontSize: 13 }, ...option.tooltip,
        },
      };
    }

    /** Moves the tooltip by the left and right arrow keys. */
    key(event) {
      const places = this.drawn.reading || [];
      if (event.key === 'Enter') {
        this.choose(this.drawn.choices?.[this.at]);
        return;
      }
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || !places.length) {
        return;
      }
      event.preventDefault();
      this.at = Math.max(0, Math.min(places.length - 1, this.at + step));
      this.reading.textContent = places[this.at](this.hidden);
    }

    choose(choice) {
      if (this.spec.choose && choice !== undefined) {
        this.spec.choose(this.state, choice);
        this.at = -1;
        this.draw();
      }
    }

    /** Saves a picture with title and legend, which the page shows outside of the drawing. */
    png() {
      const names = this.drawn.legend.map((entry) => entry.name);
      this.chart.setOption({
        title: { text: this.spec.title, left: 8, top: 4, textStyle: { fontSize: 15, color: Theme.value('ink') } },
        legend: { show: true, data: names, top: 28, left: 8, type: 'scroll', textStyle: { color: Theme.value('ink') } },
        grid: { top: 72 },
      });
      Save.address(this.spec.id + '.png', this.chart.getDataURL({ pixelRatio: 2, backgroundColor: Theme.value('surface') }));
      this.chart.setOption(this.option(), { notMerge: true });
    }

    csv() {
      Save.csv(this.spec.id + '.csv', this.drawn.csv);
    }
  }

  const draw = () => all.forEach((figure) => figure.draw());
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

  return {
    add(parent, spec) {
      all.push(new Figure(parent, spec));
    },
    /** Redraws all charts with other data. */
    draw,
    /** Disposes of all charts. */
    forget() {
      all.splice(0).forEach((figure) => figure.chart.dispose());
    },
  };
})();

const LOG = { type: 'log', axisLabel: { formatter: Format.tick }, minorTick: { show: true } };
const LINEAR = { type: 'value', min: 0, axisLabel: { formatter: Format.tick } };

/** The powers of ten around some values, as the ends of a logarithmic axis. */
function decades(values) {
  const known = values.filter((value) => value > 0);
  const least = Math.min(...known);
  const most = Math.max(...known);
  return known.length
    ? { min: 10 ** Math.floor(Math.log10(least)), max: 10 ** Math.max(Math.ceil(Math.log10(most)), Math.floor(Math.log10(least)) + 1) }
    : {};
}

/** Labels of runs along an axis, each with its share of the width. */
const categoryLabel = (count) => ({ interval: 0, hideOverlap: false, overflow: 'truncate',
  width: Math.max(24, (Math.min(1100, window.innerWidth) - 160) / Math.max(1, count)) });

/** A point of a run, hollow if the run did not hold its rate. */
const dot = (color, run) => (isSound(run) ? { color } : { color: Theme.value('surface'), borderColor: color, borderWidth: 2 });
