/*
 * The tracker. Sent to visitors as tracker.min.js, which `node src/tracker/build.ts` makes of this file; a test compares them.
 * Every byte counts here: 800 after gzip are what it may weigh.
 *
 *   <script defer src="…/t.js" data-site="KEY"></script>
 *   data-hash       pages are told apart by the part after #, too
 *   data-dnt        visitors who send Do Not Track or Global Privacy Control are left alone
 *   data-event="Name" data-event-plan="pro"      an event with a property, when the element is clicked
 *   track('Name', { plan: 'pro' })               the same from a script
 *
 * It sets no cookie, stores nothing, and never holds up a click: sendBeacon hands the report to the browser. A string as body
 * is text/plain, for which browsers ask no permission first (no preflight).
 */
{
  const { src, dataset } = document.currentScript;
  let address;
  // Of the page view: milliseconds looked at and deepest point seen, and since when it is looked at (0: not now).
  let engaged;
  let depth;
  let reported;
  let activeSince;

  const send = (window.track = (n, p) =>
    ('dnt' in dataset && (navigator.doNotTrack > 0 || navigator.globalPrivacyControl)) ||
    navigator.sendBeacon(new URL('__COLLECT__', src), JSON.stringify({ k: dataset.site, n, u: address, p })));

  const measure = () => {
    const now = performance.now();
    if (activeSince) engaged += now - activeSince;
    activeSince = document.hasFocus() && !document.hidden && now;
    depth = Math.max(depth, ((scrollY + innerHeight) / document.documentElement.scrollHeight) * 100) | 0;
  };

  /** Reports what was added since the last time, so the server can simply add it up. */
  const report = () => {
    measure();
    if (engaged > 99 || depth > reported) send('engagement', { e: engaged | 0, s: depth - reported });
    engaged = 0;
    reported = depth;
  };

  const view = () => {
    const next = location.href.split('hash' in dataset ? ' ' : '#')[0];
    // A page that is loaded ahead counts when it is looked at.
    if (next == address || document.prerendering) return;
    if (address) report();
    address = next;
    send('pageview', { r: document.referrer, w: [screen.width, screen.height] });
    engaged = depth = reported = 0;
    measure();
  };

  const on = (names, listener) => names.split(' ').map((name) => addEventListener(name, listener, true));

  on('click auxclick', ({ target, button }) => {
    if (button > 1) return;
    const link = target.closest('a[href]');
    // The server tells links to other websites from downloads and drops the rest.
    if (link && (link.host != location.host || /\.(?!htm|php)\w+$/.test(link.pathname)))
      send('link', { url: link.href });
    const data = target.closest('[data-event]')?.dataset;
    if (!data) return;
    const p = {};
    for (const key in data) {
      const name = key.split('event')[1];
      if (name) p[name.toLowerCase()] = data[key];
    }
    send(data.event, p);
  });

  ['pushState', 'replaceState'].map((method) => {
    const original = history[method];
    history[method] = (...parameters) => {
      original.apply(history, parameters);
      view();
    };
  });
  on('popstate pageshow prerenderingchange', view);
  on('scroll focus blur', measure);
  on('visibilitychange', report);
  // A page that comes back from the browser's cache of whole pages (pageshow) counts as another view.
  on('pagehide', () => {
    report();
    address = 0;
  });
  view();
}
