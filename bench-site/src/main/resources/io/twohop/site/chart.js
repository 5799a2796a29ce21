/**
 * Charts as SVG, drawn without a library, since a first view may load little. Colors are attributes of the drawing, so a saved file needs no
 * style of the page. Its drawing is a function of the controls' state, so that a change of theme or width draws it again.
 *
 * spec.controls: [{ key, label, options: [[value, text]], value, onchange }]
 * spec.draw(state): { x: axis, y: axis, series, marks, csv: [[...]], note }
 *   axis: { label, min, max, log, ticks: [[value, text]] }
 *   series: [{ name, color, line, points: [{ x, y, text, hollow, gap, open }] }]; a gap ends the line before its point
 *   marks: [{ x, label, color, dashed }] vertical lines
 */
const Charts = (() => {
  const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif';
  const HEIGHT = 320;
  const MARGIN = { left: 72, right: 16, top: 12, bottom: 46 };
  const LINE = 18;
  const LONGEST_LABEL = 38;
  const MOST_LABEL_ROWS = 4;
  const NEAR = 40;
  const ruler = document.createElement('canvas').getContext('2d');
  const shown = new Set();

  function svg(name, attributes = {}, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return made;
  }

  function width(text, size = 12) {
    ruler.font = `${size}px ${FONT}`;
    return ruler.measureText(text).width;
  }

  const short = (text) => (text.length > LONGEST_LABEL ? text.slice(0, LONGEST_LABEL - 1) + '…' : text);

  /** Ends and ticks of an axis around values, at round numbers. */
  function linear(values, format, { zero = false } = {}) {
    const known = values.filter(Number.isFinite);
    let least = zero ? 0 : Math.min(...known);
    let most = Math.max(...known);
    if (!known.length || least === most) {
      const center = known.length ? most : 1;
      least = zero ? 0 : center * 0.9 - (center === 0 ? 1 : 0);
      most = center * 1.1 + (center === 0 ? 1 : 0);
    }
    const rough = (most - least) / 4;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].find((one) => one * power >= rough) * power;
    const min = Math.floor(least / step) * step;
    const count = Math.ceil((most - min) / step);
    return { min, max: min + count * step, ticks: [...Array(count + 1).keys()].map((i) => [min + i * step, format(Number((min + i * step).toPrecision(9)))]) };
  }

  function logarithmic(values, format) {
    const known = values.filter((value) => value > 0);
    const first = known.length ? Math.floor(Math.log10(Math.min(...known))) : 0;
    const last = known.length ? Math.max(first + 1, Math.ceil(Math.log10(Math.max(...known)))) : 1;
    return { log: true, min: 10 ** first, max: 10 ** last,
      ticks: [...Array(last - first + 1).keys()].map((i) => [10 ** (first + i), format(10 ** (first + i))]) };
  }

  const place = (axis, value) => (axis.log ? Math.log(value / axis.min) / Math.log(axis.max / axis.min) : (value - axis.min) / (axis.max - axis.min));

  class Chart {
    constructor(parent, spec) {
      this.spec = spec;
      this.state = Object.fromEntries((spec.controls ?? []).map((control) => [control.key, control.value]));
      this.at = -1;
      this.note = element('p', { class: 'note', hidden: true });
      this.box = element('div', {
        class: 'drawing', tabindex: 0, role: 'group', 'aria-label': `${spec.title}. ${spec.about} Arrow keys read values, Enter opens one.`,
        onkeydown: (event) => this.key(event), onpointermove: (event) => this.point(event), onclick: (event) => {
          this.point(event);
          // A finger has no other way to read a point than to touch it.
          if (event.pointerType === 'mouse') {
            this.open();
          }
        },
      });
      this.reading = element('div', { class: 'reading', 'aria-live': 'polite' });
      const controls = (spec.controls ?? []).map((control) => element('label', {}, control.label, element('select', {
        'data-key': control.key, onchange: (event) => {
          this.state[control.key] = event.target.value;
          control.onchange?.(event.target.value);
          this.draw();
        },
      }, control.options.map(([value, text]) => element('option', { value, selected: value === control.value }, text)))));
      const button = (text, onclick) => element('button', { type: 'button', class: text.toLowerCase(), onclick, 'aria-label': `${text} of ${spec.title}` }, text);
      this.root = element('figure', { id: spec.id, 'aria-labelledby': spec.id + '-title' },
        element('h3', { id: spec.id + '-title' }, spec.title), element('p', { class: 'muted small' }, spec.about),
        element('div', { class: 'controls' }, controls), this.note, this.box,
        element('div', { class: 'under' }, this.reading, element('div', { class: 'actions' },
          button('SVG', () => this.save()), button('CSV', () => Save.csv(spec.id + '.csv', this.drawn.csv)))));
      parent.append(this.root);
      this.draw();
      this.observer = new ResizeObserver(() => {
        if (this.wide !== this.box.clientWidth) {
          this.draw();
        }
      });
      this.observer.observe(this.box);
      shown.add(this);
    }

    draw() {
      this.drawn = this.spec.draw(this.state);
      this.at = -1;
      this.reading.textContent = '';
      this.note.hidden = !this.drawn.note;
      this.note.textContent = this.drawn.note ?? '';
      this.wide = this.box.clientWidth;
      this.box.replaceChildren(this.picture(Math.max(280, this.wide), false));
    }

    /** Draws at a width; a picture to be saved has a title and a background. */
    picture(wide, saved) {
      const { x, y, series, marks = [] } = this.drawn;
      const ink = Theme.value('ink');
      const muted = Theme.value('muted');
      const rule = Theme.value('line');
      const surface = Theme.value('surface');
      const text = (content, attributes) => svg('text', { 'font-size': 12, fill: muted, ...attributes }, content);

      const head = saved ? 28 : 0;
      const legend = [];
      let [left, row] = [MARGIN.left, 0];
      for (const one of series) {
        const long = 26 + width(short(one.name));
        if (left + long > wide && left > MARGIN.left) {
          [left, row] = [MARGIN.left, row + 1];
        }
        const middle = head + MARGIN.top + row * LINE;
        legend.push(one.line === false ? svg('circle', { cx: left + 9, cy: middle, r: 4, fill: one.color })
          : svg('line', { x1: left, x2: left + 18, y1: middle, y2: middle, stroke: one.color, 'stroke-width': 3 }),
        text(short(one.name), { x: left + 24, y: middle + 4, fill: ink }));
        left += long + 16;
      }
      const labels = this.labels(marks, x, wide);
      const rows = Math.max(0, ...labels.map((label) => label.row + 1));
      const top = head + MARGIN.top + (row + 1) * LINE + rows * LINE;
      const high = top + HEIGHT - MARGIN.bottom - MARGIN.top - LINE;
      const total = high + MARGIN.bottom;
      const across = (value) => MARGIN.left + place(x, value) * (wide - MARGIN.left - MARGIN.right);
      const up = (value) => high - place(y, value) * (high - top);
      this.across = across;
      this.up = up;

      const grid = y.ticks.map(([value, label]) => [
        svg('line', { x1: MARGIN.left, x2: wide - MARGIN.right, y1: up(value), y2: up(value), stroke: rule }),
        text(label, { x: MARGIN.left - 8, y: up(value) + 4, 'text-anchor': 'end' })]);
      let free = -Infinity;
      const below = x.ticks.map(([value, label]) => {
        const half = width(label) / 2;
        const at = Math.min(across(value), wide - half);
        if (at - half < free) {
          return null;
        }
        free = at + half + 12;
        return text(label, { x: at, y: high + 18, 'text-anchor': 'middle' });
      });
      const lines = labels.map(({ mark, row: level, x: start, shown: label }) => [
        svg('line', { x1: across(mark.x), x2: across(mark.x), y1: top - (rows - level) * LINE + 4, y2: high, stroke: mark.color, 'stroke-width': 2,
          'stroke-dasharray': mark.dashed ? '6 4' : null }, svg('title', {}, mark.label)),
        label ? text(label, { x: start, y: top - (rows - level) * LINE + 12, fill: mark.color, 'font-weight': 600 }) : null]);
      const drawn = series.map((one) => {
        const parts = [[]];
        one.points.forEach((point) => {
          if (point.gap) {
            parts.push([]);
          }
          // A refused figure is no part of the line, and the line does not cross it.
          if (point.hollow) {
            parts.push([]);
          } else {
            parts.at(-1).push(`${across(point.x).toFixed(1)} ${up(point.y).toFixed(1)}`);
          }
        });
        const radius = one.points.length > 300 ? 2 : 4;
        return [
          one.line === false ? null : svg('path', { d: parts.filter((part) => part.length > 1).map((part) => 'M' + part.join('L')).join(''), fill: 'none',
            stroke: one.color, 'stroke-width': 1.5, 'stroke-opacity': 0.7 }),
          one.points.map((point) => svg('circle', { cx: across(point.x).toFixed(1), cy: up(point.y).toFixed(1), r: radius,
            fill: point.hollow ? surface : one.color, stroke: one.color, 'stroke-width': point.hollow ? 1.5 : 0 })),
        ];
      });
      this.cursor = svg('circle', { r: 7, fill: 'none', stroke: ink, 'stroke-width': 2, visibility: 'hidden' });
      return svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${wide} ${total}`, width: wide, height: total, 'font-family': FONT, role: 'img',
        'aria-label': this.alternative() },
      saved ? [svg('title', {}, this.spec.title), svg('desc', {}, this.alternative()), svg('rect', { width: wide, height: total, fill: surface }), text(this.spec.title, { x: 12, y: 22, fill: ink, 'font-size': 15, 'font-weight': 600 })] : null,
      legend, grid, below,
      text(x.label, { x: (MARGIN.left + wide - MARGIN.right) / 2, y: high + 38, 'text-anchor': 'middle' }),
      text(y.label, { x: 14, y: (top + high) / 2, 'text-anchor': 'middle', transform: `rotate(-90 14 ${(top + high) / 2})` }),
      lines, drawn, saved ? null : this.cursor);
    }

    /** Gives each mark's label a row in which it touches no other; labels beyond the last row are left to the list below the chart. */
    labels(marks, x, wide) {
      const ends = [];
      return marks.map((mark) => {
        const label = short(mark.label);
        const long = width(label) * 1.08;
        const at = MARGIN.left + place(x, mark.x) * (wide - MARGIN.left - MARGIN.right);
        const start = at + 5 + long > wide ? Math.max(4, at - 5 - long) : at + 5;
        let row = ends.findIndex((end) => end < start);
        row = row < 0 ? ends.length : row;
        if (row >= MOST_LABEL_ROWS) {
          return { mark, row: MOST_LABEL_ROWS - 1, x: start, shown: null };
        }
        ends[row] = start + long + 8;
        return { mark, row, x: start, shown: label };
      });
    }

    /** Says in words what the chart shows, for those who cannot see it. */
    alternative() {
      const { series, marks = [] } = this.drawn;
      return [...series.map((one) => {
        const points = one.points;
        return points.length === 0 ? `${one.name}: no points.` : `${one.name}: ${points.length} points, from ${points[0].text.replaceAll('\n', ', ')} to ${points.at(-1).text.replaceAll('\n', ', ')}.`;
      }), ...marks.slice(0, 10).map((mark) => mark.label + '.')].join(' ');
    }

    places() {
      return this.drawn.series.flatMap((one) => one.points.map((point) => ({ ...point, name: one.name }))).sort((a, b) => a.x - b.x);
    }

    show(at, points = this.places()) {
      this.at = at;
      const point = points[at];
      this.reading.replaceChildren((this.drawn.series.length > 1 ? point.name + ': ' : '') + point.text + '\n',
        point.open ? element('a', { href: point.open }, 'Open') : '');
      this.cursor.setAttribute('cx', this.across(point.x));
      this.cursor.setAttribute('cy', this.up(point.y));
      this.cursor.setAttribute('visibility', 'visible');
    }

    key(event) {
      const points = this.places();
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key === 'Enter') {
        this.open();
      } else if (step && points.length) {
        event.preventDefault();
        this.show(Math.max(0, Math.min(points.length - 1, this.at + step)), points);
      }
    }

    /** Reads the point nearest to the pointer. */
    point(event) {
      const box = this.box.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const points = this.places();
      const far = points.map((point) => Math.hypot(this.across(point.x) - x, (this.up(point.y) - y) / 3));
      const nearest = far.indexOf(Math.min(...far));
      if (nearest >= 0 && far[nearest] < NEAR) {
        this.show(nearest, points);
      } else {
        this.at = -1;
        this.cursor.setAttribute('visibility', 'hidden');
      }
    }

    open() {
      const point = this.at < 0 ? null : this.places()[this.at];
      if (point?.open) {
        window.location.hash = point.open;
      }
    }

    save() {
      const picture = this.picture(Math.max(720, this.box.clientWidth), true);
      Save.text(this.spec.id + '.svg', 'image/svg+xml', new XMLSerializer().serializeToString(picture) + '\n');
      this.draw();
    }
  }

  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => shown.forEach((chart) => chart.draw()));

  /** A small line without axes; null in values is a gap. */
  function spark(values, about) {
    const known = values.filter((value) => value !== null);
    if (known.length < 2) {
      return null;
    }
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const x = (i) => (2 + (i * 76) / (values.length - 1)).toFixed(1);
    const y = (value) => (most === least ? 10 : 18 - (16 * (value - least)) / (most - least)).toFixed(1);
    let line = '';
    values.forEach((value, i) => {
      line += value === null ? '' : (i > 0 && values[i - 1] !== null ? 'L' : 'M') + x(i) + ' ' + y(value);
    });
    const last = values.length - 1;
    return svg('svg', { class: 'spark', viewBox: '0 0 80 20', width: 80, height: 20, role: 'img', 'aria-label': about },
      svg('path', { d: line, fill: 'none' }), values[last] === null ? null : svg('circle', { cx: x(last), cy: y(values[last]), r: 2 }));
  }

  return {
    add: (parent, spec) => new Chart(parent, spec),
    forget() {
      shown.forEach((chart) => chart.observer.disconnect());
      shown.clear();
    },
    linear, logarithmic, spark,
  };
})();
