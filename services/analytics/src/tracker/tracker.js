/*
 * The tracker. Visitors get tracker.min.js, which `node src/tracker/build.ts` makes from this file; a
 * test compares the two. Every byte counts: the limit is 1,000 bytes after gzip.
 *
 *   <script defer src="…/t.js" data-site="KEY"></script>
 *   data-hash       pages are told apart by the part after #, too
 *   data-dnt        visitors who send Do Not Track or Global Privacy Control are left alone
 *   data-event="Name" data-event-plan="pro"      an event with a property, when the element is clicked
 *   track('Name', { plan: 'pro' })               the same from a script
 *
 *   data-missing    on the tag of a page that stands for one that isn't there: counts a `404` as well
 *   data-search="q" the query parameter with what was searched for: counts a `Search` with its `term`
 *
 * It sets no cookie and stores nothing, but for those who opened `#notrack=1` and thereby asked for
 * it. It never delays a click and never throws on a customer's page. Blockers stop beacons more often than `fetch`, so a beacon is what remains where `fetch` fails. A
 * string as body is sent as text/plain, which needs no CORS preflight.
 */
{
  const { src, dataset } = document.currentScript;
  // Two tags of one website count once. So do a page and those that it shows in frames: theirs are
  // left alone, where they are of the same origin.
  if (!document[dataset.site] && !frameElement) {
    document[dataset.site] = 1;
    // A page opened as https://user:password@host hands them on, and fetch refuses such addresses.
    const endpoint = new URL('__COLLECT__', src.replace(/\/[^/]*@/, '/'));
    let address;
    // Of the page view: milliseconds looked at, deepest point seen, depth sent so far, and since when
    // it has been looked at (0: not now).
    let engaged;
    let depth;
    let sentDepth;
    let activeSince;
    let isOff;

    /** Runs a piece of the tracker; whatever fails in it is not thrown at the page. */
    const safely =
      (work) =>
      async (...p) => {
        try {
          await work(...p);
        } catch {
          // The visit is lost, the page works.
        }
      };

    // `#notrack=1` behind an address: this browser's visits aren't counted, until `#notrack=0`.
    safely(() => {
      const [, flag] = location.hash.split('notrack=');
      if (flag) localStorage.notrack = flag;
      isOff = localStorage.notrack > 0;
    })();

    const track = safely(async (n, p) => {
      if (isOff || !n || ('dnt' in dataset && (navigator.doNotTrack > 0 || navigator.globalPrivacyControl)))
        return;
      const body = JSON.stringify({ d: dataset, n, u: address, p, b: navigator.webdriver });
      try {
        await fetch(endpoint, { method: 'POST', body, keepalive: true });
      } catch {
        // A page that is being left fails its own requests, but the browser still delivers them.
        if (address) navigator.sendBeacon(endpoint, body);
      }
    });

    const measure = () => {
      if (activeSince) engaged += Date.now() - activeSince;
      activeSince = document.hidden < document.hasFocus() && Date.now();
      depth = Math.max(depth, ((scrollY + innerHeight) / document.documentElement.scrollHeight) * 100) | 0;
    };

    /** Sends what was added since the last time, so that the server only has to add it up. */
    const sendEngagement = (t) => {
      measure();
      // An application may set its title before or after it routes: it is sure to be the page's own when
      // the page is hidden.
      if (engaged > 99 || depth > sentDepth)
        track('engagement', { e: engaged, s: depth - sentDepth, t: t && document.title });
      engaged = 0;
      sentDepth = depth;
    };

    const view = (isReplaced) => {
      const next = location.href.split('hash' in dataset ? ' ' : '#')[0];
      // A prerendered page counts once it is looked at. A search box that replaces the query with each
      // key is one view.
      if (
        next == address ||
        document.prerendering ||
        (isReplaced == 1 && next.split('?')[0] == address?.split('?')[0])
      )
        return;
      track('pageview', {
        // Ends the view before this one. Titles of applications come with the engagement.
        t: address ? sendEngagement() : document.title,
        r: (address = next) && document.referrer,
        w: [screen.width, screen.height],
      });
      engaged = depth = sentDepth = 0;
      measure();
    };

    const on = (names, listener) =>
      names.split(' ').map((name) => addEventListener(name, safely(listener), true));

    on('click auxclick', (event) => {
      if (event.button > 1) return;
      // The path leads out of shadow roots, which closest() doesn't.
      const closest = (selector) => event.composedPath().find((element) => element.matches?.(selector));
      const data = closest('[data-event]')?.dataset;
      if (data) {
        // The server keeps those that begin with `event`.
        track(data.event, { data });
      }
      const { href } = closest('a[*|href]');
      // The links of SVG have an object in this place.
      const link = new URL(href.baseVal ?? href, location);
      // The server tells links to other websites from downloads and drops the rest.
      if (link.host != location.host || link.pathname.match(/\.(?!htm|php)\w+$/))
        track('link', { url: link.origin + link.pathname });
    });

    ['pushState', 'replaceState'].map((method, isReplaced) => {
      const original = history[method];
      history[method] = (...parameters) => {
        original.apply(history, parameters);
        safely(view)(isReplaced);
      };
    });
    on('popstate pageshow prerenderingchange', view);
    on('scroll focus blur', measure);
    on('visibilitychange', sendEngagement);
    // A page restored from the back/forward cache (pageshow) counts as another view.
    on('pagehide', (event) => {
      sendEngagement(event);
      address = '';
    });
    safely(view)();
    // A page's own `track` stays. The documented stub has a queue, and is replaced.
    const { q } = (window.track ??= track);
    if (q) {
      window.track = track;
      q.map((call) => track(...call));
    }
  }
}
