/*
 * Matomo's interface for pages, for websites that change nothing but the host of their snippet: `_paq`,
 * `Matomo.getTracker()` and `matomoAsyncInit`. It sends what `matomo.php` reads here. Visitors get
 * matomo.min.js (build.ts), from `/c/{site_key}/matomo.js`.
 *
 * It sets no cookie and keeps nothing, so calls about cookies do nothing. Consent, opting out, Do Not
 * Track, links, downloads, searches, events, goals, orders, custom dimensions and variables work. What is
 * called and doesn't exist is left aside. Nothing that fails is thrown at the page.
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

  const { currentScript, documentElement } = document;
  /** Beside the script is where it sends to, if the page names no other address. */
  const own = currentScript?.src.replace(/[^/]*$/, 'matomo.php');
  const DOWNLOADS =
    /\.(7z|aac|apk|arc|arj|asf|asx|avi|azw3|bin|bz2?|csv|deb|dmg|docx?|epub|exe|flv|gif|gz|gzip|hqx|ibooks|iso|jar|jpe?g|js|mobi|mov|mp[234]|mpe?g|msi|odb|odf|odg|odp|ods|odt|ogg|ogv|pdf|phps|pkg|png|pptx?|qt|ram|rar|rpm|sea|sit|tar|t?gz|torrent|txt|wav|wma|wmv|wpd|xlsx?|xml|zip?)$/i;

  const createTracker = (address, id) => {
    let endpoint = address || own;
    let site = id;
    let pageUrl;
    let title;
    let referrer = document.referrer;
    let user;
    let isHeld = false;
    let isOff = false;
    let honoursDnt = false;
    let domains = [];
    let isLinked = false;
    let items = {};
    let viewed = {};
    const variables = {};
    const dimensions = {};
    const held = [];

    const send = (fields, done) => {
      if (isOff || (honoursDnt && navigator.doNotTrack > 0)) return;
      if (isHeld) {
        held.push([fields, done]);
        return;
      }
      const body = new URLSearchParams({
        idsite: site ?? 1,
        rec: 1,
        url: pageUrl ?? location.href,
        urlref: referrer,
        res: `${screen.width}x${screen.height}`,
        send_image: 0,
        ...(user ? { uid: user } : {}),
        ...dimensions,
        ...fields,
      });
      // A page that is being left fails its own requests, but the browser still delivers them.
      fetch(endpoint, { method: 'POST', body, keepalive: true })
        .then(() => done?.())
        .catch(() => navigator.sendBeacon(endpoint, body));
    };

    const dimensionsOf = (given) =>
      Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => /^dimension\d+$/.test(name)));
    const known = (fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null && value !== false));
    const goods = () => JSON.stringify(Object.values(items));

    const isOwn = (host) =>
      host === location.hostname ||
      domains.some((domain) => {
        const name = String(domain).replace(/^\*?\.|\/.*$/g, '');
        return host === name || host.endsWith(`.${name}`);
      });

    const onClick = (event) => {
      const link = event.composedPath().find((element) => element.matches?.('a[href], area[href]'));
      if (!link || event.button > 1) return;
      const names = link.className?.baseVal ?? link.className ?? '';
      if (/\b(matomo|piwik)_ignore\b/.test(names)) return;
      const { protocol, hostname, pathname, href } = new URL(link.href.baseVal ?? link.href, location);
      if (!/^(https?|ftp|mailto|tel):/.test(protocol)) return;
      if (
        /\b(matomo|piwik)_download\b/.test(names) ||
        link.hasAttribute('download') ||
        DOWNLOADS.test(pathname)
      )
        send({ download: href });
      else if (/\b(matomo|piwik)_link\b/.test(names) || (/^http/.test(protocol) && !isOwn(hostname)))
        send({ link: href });
    };

    const tracker = {
      trackPageView: (name, data, done) => {
        const custom = Object.keys(variables).length > 0 ? { cvar: JSON.stringify(variables) } : {};
        send(
          { action_name: name || title || document.title, ...custom, ...viewed, ...dimensionsOf(data) },
          done,
        );
        viewed = {};
      },
      trackEvent: (category, action, name, value, data, done) =>
        send(known({ e_c: category, e_a: action, e_n: name, e_v: value, ...dimensionsOf(data) }), done),
      trackSiteSearch: (search, category, count, data) =>
        send(known({ search, search_cat: category, search_count: count, ...dimensionsOf(data) })),
      trackGoal: (goal, revenue, data, done) =>
        send(known({ idgoal: goal, revenue, ...dimensionsOf(data) }), done),
      trackLink: (url, kind, data, done) => send({ [kind]: url, ...dimensionsOf(data) }, done),
      trackRequest: (query, data, done) => send(Object.fromEntries(new URLSearchParams(query)), done),
      enableLinkTracking: () => {
        if (isLinked) return;
        isLinked = true;
        for (const name of ['click', 'auxclick']) addEventListener(name, safely(onClick), true);
      },
      addEcommerceItem: (sku, name, category, price, quantity) => {
        items[sku] = [sku, name ?? '', category ?? '', price ?? 0, quantity ?? 1];
      },
      removeEcommerceItem: (sku) => {
        delete items[sku];
      },
      clearEcommerceCart: () => {
        items = {};
      },
      getEcommerceItems: () => ({ ...items }),
      setEcommerceView: (sku, name, category, price) => {
        viewed = known({ _pks: sku, _pkn: name, _pkc: category, _pkp: price });
      },
      trackEcommerceOrder: (order, revenue, sub, tax, shipping, discount) => {
        send(
          known({
            idgoal: 0,
            ec_id: order,
            revenue,
            ec_st: sub,
            ec_tx: tax,
            ec_sh: shipping,
            ec_dt: discount,
            ec_items: goods(),
          }),
        );
        items = {};
      },
      trackEcommerceCartUpdate: (total) => send({ idgoal: 0, revenue: total, ec_items: goods() }),
      setCustomUrl: (url) => {
        pageUrl = new URL(url, location).href;
      },
      getCurrentUrl: () => pageUrl ?? location.href,
      setReferrerUrl: (url) => {
        referrer = url;
      },
      setDocumentTitle: (text) => {
        title = text;
      },
      setSiteId: (text) => {
        site = text;
      },
      getSiteId: () => site,
      setTrackerUrl: (url) => {
        endpoint = url;
      },
      getTrackerUrl: () => endpoint,
      setUserId: (text) => {
        user = text;
      },
      getUserId: () => user,
      resetUserId: () => {
        user = undefined;
      },
      setDomains: (given) => {
        domains = [given].flat();
      },
      setCustomDimension: (number, value) => {
        dimensions[`dimension${number}`] = value;
      },
      getCustomDimension: (number) => dimensions[`dimension${number}`],
      deleteCustomDimension: (number) => {
        delete dimensions[`dimension${number}`];
      },
      setCustomVariable: (index, name, value) => {
        variables[index] = [name, value];
      },
      deleteCustomVariable: (index) => {
        delete variables[index];
      },
      setDoNotTrack: (is) => {
        honoursDnt = is;
      },
      requireConsent: () => {
        isHeld = true;
      },
      // Cookies aren't set, with or without consent.
      setConsentGiven: () => {
        isHeld = false;
        for (const [fields, done] of held.splice(0)) send(fields, done);
      },
      rememberConsentGiven: () => tracker.setConsentGiven(),
      forgetConsentGiven: () => {
        isHeld = true;
      },
      hasConsent: () => !isHeld,
      optUserOut: () => {
        isOff = true;
      },
      forgetUserOptOut: () => {
        isOff = false;
      },
      isUserOptedOut: () => isOff,
      getVisitorId: () => '',
      getVisitorInfo: () => [],
      getAsyncTracker: () => tracker,
    };
    return tracker;
  };

  safely(() => {
    const queue = self._paq ?? [];
    // Those that choose where and what, before those that send.
    const FIRST = [
      'setTrackerUrl',
      'setSiteId',
      'addTracker',
      'requireConsent',
      'setDoNotTrack',
      'setUserId',
      'setCustomUrl',
      'setDocumentTitle',
      'setReferrerUrl',
      'setDomains',
      'setCustomDimension',
      'setCustomVariable',
      'optUserOut',
    ];
    const main = createTracker();
    const all = [main];

    const call = safely((command) => {
      const [name, ...given] = command;
      if (name === 'addTracker') {
        all.push(createTracker(given[0] ?? main.getTrackerUrl(), given[1] ?? main.getSiteId()));
        return;
      }
      for (const tracker of all) {
        if (typeof name === 'function') name.apply(tracker, given);
        else tracker[String(name).split('::').at(-1)]?.(...given);
      }
    });

    const matomo = {
      initialized: true,
      getTracker: (url, id) => createTracker(url, id),
      getAsyncTracker: (url, id) =>
        all.find((each) => !url || (each.getTrackerUrl() === url && String(each.getSiteId()) === String(id))),
      getAsyncTrackers: () => all,
      addTracker: (url, id) => {
        const tracker = createTracker(url, id);
        all.push(tracker);
        return tracker;
      },
      on: () => {},
      off: () => {},
      trigger: () => {},
      DOM: {
        onReady: (work) => work(),
        onLoad: (work) => work(),
        addEventListener: (target, ...given) => target.addEventListener(...given),
      },
    };
    self.Matomo = self.Piwik = matomo;
    self.AnalyticsTracker = matomo;
    safely(() => self.matomoAsyncInit?.())();
    safely(() => self.piwikAsyncInit?.())();
    const isFirst = ([name]) => FIRST.includes(name);
    const waiting = Array.isArray(queue) ? queue : [];
    for (const command of [...waiting.filter(isFirst), ...waiting.filter((each) => !isFirst(each))])
      call(command);
    self._paq = { push: (...commands) => commands.map((each) => call(each)) && undefined };
    documentElement.dispatchEvent(new Event('MatomoInitialized'));
  })();
}
