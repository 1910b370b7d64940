/*
 * GoatCounter's interface for pages: `goatcounter.count()`, settings in `window.goatcounter` or
 * `data-goatcounter-settings`, and `data-goatcounter-click`. Visitors get goatcounter.min.js (build.ts),
 * from `/c/{site_key}/count.js`. Nothing that fails is thrown at the page.
 */
{
  const safely =
    (work) =>
    (...given) => {
      try {
        return work(...given);
      } catch {
        // The hit is lost, the page works.
      }
    };

  safely(() => {
    const tag = document.querySelector('script[data-goatcounter]') ?? document.currentScript;
    const settings = JSON.parse(tag?.dataset.goatcounterSettings || '{}');
    const api = (self.goatcounter = { ...self.goatcounter, ...settings });
    const endpoint = () => api.endpoint || tag?.dataset.goatcounter || tag?.src.replace(/[^/]*$/, 'count');
    /** A setting, or what a function of the page makes of what would be sent. */
    const told = (setting, usual) => (typeof setting === 'function' ? setting(usual) : (setting ?? usual));

    const usualPath = () => {
      const canonical = document.querySelector('link[rel=canonical][href]')?.href;
      const named = canonical && new URL(canonical);
      const place =
        named?.hostname.replace(/^www\./, '') === location.hostname.replace(/^www\./, '') ? named : location;
      return place.pathname + place.search || '/';
    };

    api.filter = () => {
      if (document.prerendering || document.visibilityState === 'prerender') return 'visibilityState';
      if (!api.allow_frame && self !== parent) return 'frame';
      if (
        !api.allow_local &&
        /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|0\.0\.0\.0$)/.test(location.hostname)
      )
        return 'localhost';
      if (!api.allow_local && location.protocol === 'file:') return 'localfile';
      if (safely(() => localStorage.skipgc === 't')()) return 'disabled with #toggle-goatcounter';
      return false;
    };
    api.get_query = (name) => new URLSearchParams(location.search).get(name) ?? undefined;
    api.url = (given = {}) => {
      const path = told(given.path ?? api.path, given.event ? given.path : usualPath());
      // The page's function says so where a view isn't to be counted.
      if (path === null || path === undefined) return undefined;
      const url = new URL(endpoint(), location);
      const fields = {
        p: path,
        t: told(given.title ?? api.title, document.title),
        r: told(given.referrer ?? api.referrer, document.referrer),
        e: given.event ? 'true' : '',
        s: [screen.width, screen.height, devicePixelRatio],
        b: navigator.webdriver ? 150 : 0,
        q: location.search,
        rnd: Math.random().toString(36).slice(2, 7),
      };
      for (const [name, value] of Object.entries(fields))
        if (String(value) !== '') url.searchParams.set(name, value);
      return url.href;
    };
    api.count = safely((given) => {
      if (api.filter()) return;
      const url = api.url(given);
      if (url) navigator.sendBeacon(url) || (new Image().src = url);
    });
    api.bind_events = safely(() => {
      for (const element of document.querySelectorAll('[data-goatcounter-click]')) {
        if (element.dataset.goatcounterBound) continue;
        element.dataset.goatcounterBound = 'true';
        const send = () => {
          const { goatcounterClick, goatcounterTitle, goatcounterReferrer } = element.dataset;
          api.count({
            event: true,
            path: goatcounterClick || element.name || element.id,
            title: goatcounterTitle || element.title || element.innerText.slice(0, 200),
            referrer: goatcounterReferrer,
          });
        };
        for (const name of ['click', 'auxclick']) element.addEventListener(name, send);
      }
    });

    if (location.hash === '#toggle-goatcounter')
      safely(() => {
        if (localStorage.skipgc === 't') localStorage.removeItem('skipgc');
        else localStorage.skipgc = 't';
      })();
    const begin = () => {
      if (!api.no_onload) api.count();
      if (!api.no_events) api.bind_events();
    };
    const whenReady = () => {
      if (document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
      else begin();
    };
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', whenReady);
    else whenReady();
  })();
}
