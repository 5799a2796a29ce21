/** Draws the view that the address names, and again whenever the address changes. */
(() => {
  const VIEWS = { overview: Overview, results: Results, scenario: Scenario, result: Result, compare: Compare, external: External };
  const page = document.getElementById('page');
  const main = element('main', { id: 'view', tabindex: -1 });
  const missing = element('div', { role: 'alert' });
  const places = new Map();
  let shown = null;
  let drawn = 0;
  let clicked = false;
  let bar = null;

  async function draw() {
    const route = Route.current();
    const number = ++drawn;
    const isStale = () => number !== drawn;
    const { view, id } = route;
    const same = shown?.view === view && shown.id === id;
    const focused = same ? document.activeElement?.closest('#view [data-key]')?.dataset.key : null;
    const place = clicked ? 0 : places.get(window.location.hash) ?? 0;
    clicked = false;
    shown = { view, id };
    bar.update(route, Filters.of(route.query));
    document.title = `${Store.manifest().title} - TwoHop`;
    Charts.forget();
    main.replaceChildren();
    main.setAttribute('aria-busy', 'true');
    try {
      await VIEWS[view].render(main, route, isStale);
    } catch (error) {
      main.append(element('p', { class: 'note', role: 'alert' }, `This view cannot be drawn: ${error.message}.`));
    }
    if (isStale()) {
      return;
    }
    main.setAttribute('aria-busy', 'false');
    if (focused) {
      main.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    } else if (!same) {
      main.querySelector('h1')?.focus({ preventScroll: true });
      window.scrollTo(0, place);
    }
  }

  /** A change of the trend's figure is drawn by the chart itself. */
  const withoutFigure = (address) => {
    const { view, id, query } = Route.parse(new URL(address).hash);
    query.delete('figure');
    return Route.link(view, id, query);
  };

  function changed(event) {
    if (withoutFigure(event.oldURL) !== withoutFigure(event.newURL)) {
      draw();
    }
  }

  async function start() {
    Store.onMissing((names) => missing.replaceChildren(...names.map((name) => element('p', { class: 'note' }, `${name}. What it holds is not shown.`))));
    page.replaceChildren(missing, main);
    await Store.load('manifest');
    bar = Filters.bar();
    const skip = element('a', { class: 'skip', href: '#view', onclick: (event) => {
      event.preventDefault();
      main.focus();
    } }, 'Skip to the results');
    const nav = element('nav', { 'aria-label': 'Site' }, element('a', { href: Route.link('overview') }, 'Overview'),
      element('a', { href: Route.link('results') }, 'All results'), element('a', { href: Route.link('compare') }, 'A against B'),
      External.count() ? element('a', { href: Route.link('external') }, 'Other tools') : '');
    page.replaceChildren(skip, nav, bar.root, missing, main, Selection.bar,
      element('footer', {}, element('p', { class: 'muted small' }, 'Latencies of our results count from the intended send time, so that a stall shows in every message that waited for it.')));
    // The browser would scroll before the view is drawn.
    window.history.scrollRestoration = 'manual';
    window.addEventListener('hashchange', changed);
    document.addEventListener('click', (event) => {
      clicked = Boolean(event.target.closest?.('a[href^="#/"]'));
    });
    document.addEventListener('scroll', () => places.set(window.location.hash, window.scrollY), { passive: true });
    await draw();
  }

  start().catch((error) => main.replaceChildren(element('h1', {}, 'TwoHop results'), element('p', { class: 'note', role: 'alert' }, `${error.message}. The page cannot show anything.`)));
})();
