/*
 * The tracker. Visitors get tracker.min.js, which `node src/tracker/build.ts` makes from this file; a
 * test compares the two. Every byte counts: the limit is 1,000 bytes after gzip.
 *
 *   <script defer src="…/t.js" data-site="KEY"></script>
 *   data-hash       pages are told apart by the part after #, too
 *   data-dnt        visitors who send Do Not Track or Global Privacy Control are left alone
 *   data-exclude="/admin/*, /preview/*"          pages that aren't counted; the server reads it
 *   data-include="/blog/*"                       the only pages that are counted, likewise
 *   data-event="Name" data-event-plan="pro"      an event with a property, when the element is clicked
 *   track('Name', { plan: 'pro' })               the same from a script
 *
 *   data-missing    on the tag of a page that stands for one that isn't there: counts a `404` as well
 *   data-search="q" the query parameter with what was searched for: counts a `Search` with its `term`
 *
 * Browsers without the Navigation API load navigation.min.js as well.
 *
 * `FIND` is true in finder.min.js, which is sent for `…/t.js?site`: the same for pages where the tag
 * has no attributes, or where there is no tag. It finds the key in the script's own address
 * (`?site=KEY`), in `trackSite`, in `<meta name="track-site" content="KEY">`, or on any element.
 *
 * `PLAUSIBLE` is true in plausible.min.js, which Plausible's clients get by the names of its scripts: pages
 * call `plausible('Name', { props })`, and elements have classes such as `plausible-event-name=Name`. Under
 * the names of the scripts that Plausible makes for a website (`pa-….js`) it begins with `plausible.init()`.
 *
 * The larger ones also knows `data-manual` (`…/t.js?manual`): the page tells its views by itself, with
 * `track('pageview', { url: '/step-2' })`; and `data-canonical` (`…/t.js?canonical`): a view is one of the
 * page that `<link rel="canonical">` names, with the campaign of the real address.
 *
 * It sets no cookie and stores nothing, but for those who opened `#notrack=1` and thereby asked for
 * it. It never delays a click and never throws on a customer's page. Blockers stop beacons more often
 * than `fetch`, so a beacon is what remains where `fetch` fails. A string as body is sent as
 * text/plain, which needs no CORS preflight.
 */
/* global FIND, PLAUSIBLE */
{
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

  const start = safely(() => {
    const tag = document.currentScript;
    // A module, and a script that another one runs, has no tag; but its address is known.
    const src = FIND ? tag?.src || Error().stack.match(/http.*?(?=:\d+:)/)[0] : tag.src;
    // Where the server knows the key by the script's address, it says it in the place of the query.
    const url = FIND ? new URL('__QUERY__', src) : new URL(src);
    const find = (selector) => document.querySelector(selector);
    const d = FIND
      ? {
          ...Object.fromEntries(url.searchParams),
          ...(tag?.dataset.site ? tag : find('[data-site]'))?.dataset,
        }
      : tag.dataset;
    const k = FIND
      ? url.searchParams.get('site') || d.site || self.trackSite || find('[name=track-site]').content
      : d.site;
    if (!FIND && !k) return import(src + '?site');
    if (PLAUSIBLE && 'pa' in d && !self.plausible?.o) {
      const stub = (self.plausible ??= (...call) => (stub.q ??= []).push(call));
      stub.init = (o) => {
        stub.o = o ?? {};
        start();
      };
      return;
    }
    const o = PLAUSIBLE && { ...self.plausible?.o };
    if (PLAUSIBLE) {
      if (o.hashBasedRouting) d.hash = 1;
      if (o.autoCapturePageviews === false) d.manual = 1;
    }
    // Two tags of one website count once. So do a page and those that it shows in frames: theirs are
    // left alone, where they are of the same origin.
    if (frameElement || document[k]) return;
    document[k] = 1;
    // A page opened as https://user:password@host hands them on, and fetch refuses such addresses.
    const own = url.origin + url.pathname;
    const endpoint = PLAUSIBLE && o.endpoint ? new URL(o.endpoint, location) : new URL('__COLLECT__', own);
    /** Address of the page view, and the one that the page gives itself. */
    let u;
    let c;
    /** True while an event is sent that the visitor did nothing for. */
    let z;
    /** Properties that the page gives its present view. */
    let viewProps;
    // Of the page view: milliseconds looked at, deepest point seen, depth sent so far, and since when
    // it has been looked at (0: not now).
    let engaged;
    let depth;
    let sentDepth;
    let activeSince;
    let isOff;

    // `#notrack=1` behind an address: this browser's visits aren't counted, until `#notrack=0`.
    safely(() => {
      const flag = location.hash.split('notrack=')[1];
      if (flag) localStorage.notrack = flag;
      isOff = localStorage.notrack > 0;
    })();

    /** The hit with what the options of Plausible's snippet add and change; null if they leave it out. */
    const asTold = (n, p) => {
      const hit = { d, k, n, u, c, p, z, b: navigator.webdriver };
      if (n == 2 || n == 3) return hit;
      const isView = n == 1 || n == 'pageview';
      const { customProperties: own, transformRequest } = o;
      const props = { ...(typeof own == 'function' ? own(n) : own), ...(isView ? viewProps : p) };
      const told = { n: isView ? 'pageview' : n, u, r: isView ? p.r : document.referrer, p: props };
      const sent = transformRequest ? transformRequest(told) : told;
      return sent && { ...hit, u: sent.u, p: isView ? { ...p, r: sent.r, p: sent.p } : sent.p };
    };

    // A page view has the name 1, engagement 2, and a click on a link 3, which no event can have.
    const track = safely(async (n, p) => {
      if (!n || isOff || ('dnt' in d && (navigator.doNotTrack > 0 || navigator.globalPrivacyControl))) return;
      const body = JSON.stringify(
        PLAUSIBLE
          ? asTold(n, p)
          : FIND
            ? { d, k, n, u, c, p, b: navigator.webdriver }
            : { d, k, n, u, p, b: navigator.webdriver },
      );
      if (PLAUSIBLE && body == 'null') return;
      try {
        await fetch(endpoint, { method: 'POST', body, keepalive: true });
      } catch {
        // A page that is being left fails its own requests, but the browser still delivers them.
        if (u) navigator.sendBeacon(endpoint, body);
      }
    });

    const measure = () => {
      engaged += activeSince && Date.now() - activeSince;
      activeSince = document.hidden < document.hasFocus() && Date.now();
      depth = Math.max(depth, ((scrollY + innerHeight) / document.documentElement.scrollHeight) * 100) | 0;
    };

    /** Sends what was added since the last time, so that the server only has to add it up. */
    const sendEngagement = (t) => {
      measure();
      // An application may set its title before or after it routes: it is sure to be the page's own when
      // the page is hidden.
      if (engaged > 99 || depth > sentDepth)
        track(2, { e: engaged, s: depth - sentDepth, t: t && document.title });
      engaged = 0;
      sentDepth = depth;
    };

    let lastNamed;
    /** What the page calls itself; an application that hasn't renamed its new page yet says nothing. */
    const canonical = () => {
      const named = 'canonical' in d ? find('link[rel=canonical]')?.href : lastNamed;
      return named == lastNamed ? undefined : (lastNamed = named);
    };

    const view = (isReplaced, told) => {
      if (FIND && 'manual' in d && !told) {
        // Events may come before the first view.
        u ||= location.href;
        return;
      }
      const address = FIND && told?.url ? new URL(told.url, location).href : location.href;
      const next = address.split('hash' in d ? ' ' : '#')[0];
      // A prerendered page counts once it is looked at. A search box that replaces the query with each
      // key is one view.
      if (
        !(FIND && told) &&
        (next == u || document.prerendering || (isReplaced === true && next.split('?')[0] == u.split('?')[0]))
      )
        return;
      if (PLAUSIBLE) viewProps = told?.props;
      // By its name: those with the number are left aside where the page tells its own.
      track(FIND && told ? 'pageview' : 1, {
        // Ends the view before this one. Titles of applications come with the engagement.
        t: u ? sendEngagement() : document.title,
        r: FIND ? ((u = next), (c = canonical()), document.referrer) : (u = next) && document.referrer,
        w: [screen.width, screen.height],
      });
      engaged = depth = sentDepth = activeSince = 0;
      measure();
    };

    const on = (names, listener, target = self) =>
      names.split(' ').map((name) => target.addEventListener(name, safely(listener), true));

    safely(view)();
    on('click auxclick', (event) => {
      if (event.button > 1) return;
      // The path leads out of shadow roots, which closest() doesn't.
      const closest = (selector) => event.composedPath().find((element) => element.matches?.(selector));
      const data = closest('[data-event]')?.dataset;
      if (data) {
        // The server keeps those that begin with `event`.
        track(data.event, { data });
      }
      if (PLAUSIBLE) {
        const tagged = Object.fromEntries(
          // `plausible-event-name=Sign+up`, or with `--` where classes can't have `=`.
          [...(closest('[class*=plausible-event]')?.classList ?? [])].flatMap((name) => {
            const [, key, value] = /^plausible-event-(\w+)(?:=|--)(.*)/.exec(name) ?? [];
            return key ? [[key, value.replace(/\+/g, ' ')]] : [];
          }),
        );
        const { name, ...props } = tagged;
        track(name, props);
      }
      const { href } = closest('a[*|href]');
      // The links of SVG have an object in this place.
      const link = new URL(href.baseVal ?? href, location);
      // The server tells links to other websites from downloads and drops the rest.
      if (link.origin != location.origin || link.pathname.match(/\.(?!htm|php)\w+$/))
        track(3, { url: link.origin + link.pathname });
    });

    on('currententrychange', (event) => view(event.navigationType == 'replace'), self.navigation);
    on('pageshow prerenderingchange', view);
    on('scroll focus blur', measure);
    on('visibilitychange', sendEngagement);
    // A page restored from the back/forward cache (pageshow) counts as another view.
    on('pagehide', (event) => {
      sendEngagement(event);
      u = '';
    });
    // A page's own `track` stays. The documented stub has a queue, and is replaced.
    const api = FIND
      ? (n, p) => (n == 'pageview' && 'manual' in d ? safely(view)(0, p ?? {}) : track(n, p))
      : track;
    const { q } = (self.track ??= api);
    if (q) {
      self.track = api;
      q.map((call) => api(...call));
    }
    if (PLAUSIBLE) {
      const tell = (n, { props, revenue, u, url = u, callback, interactive = true } = {}) => {
        z = !interactive;
        api(n, n == 'pageview' ? { url, props } : { url, revenue, ...props });
        z = false;
        callback?.({ status: 202 });
      };
      const { q: waiting = [] } = self.plausible ?? {};
      self.plausible = tell;
      // It has begun. What calls it again is a script that was run twice.
      tell.init = () => {};
      waiting.map((call) => tell(...call));
    }
    // Where browsers don't tell of navigations, another script does, on the window.
    return self.navigation || import(own + '/navigation.js');
  });
  start();
}
