import { createRequire } from 'node:module';

import { describeInBrowser } from '@platform/testing';
import { rolldown } from 'rolldown';

import { startTrackedPages } from './tracked-pages.ts';
import type { OpenPage, TrackedPages } from './tracked-pages.ts';

const require = createRequire(import.meta.url);

/** What `next/script` does with a script after the page is interactive; nothing else of Next.js is used. */
const NEXT_SCRIPT = `
  import { useEffect } from 'react';
  export default ({ dangerouslySetInnerHTML, strategy, ...props }) => {
    useEffect(() => {
      const tag = document.createElement('script');
      Object.assign(tag, props);
      if (dangerouslySetInnerHTML) tag.innerHTML = dangerouslySetInnerHTML.__html;
      document.body.append(tag);
    }, []);
    return null;
  };`;

/** Bundles an application as Next.js would. @param env of the build, which `withPlausibleProxy` sets */
const bundled = async (application: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const modules: Readonly<Record<string, string>> = { application, 'next/script': NEXT_SCRIPT };
  const bundle = await rolldown({
    input: 'application',
    plugins: [
      {
        name: 'application',
        resolveId: (id) => (id in modules ? `\0${id}` : /^[a-z@]/.test(id) ? require.resolve(id) : null),
        load: (id) => modules[id.slice(1)] ?? null,
      },
    ],
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        'process.env': JSON.stringify(env),
      },
    },
  });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
};

const APPLICATION = (provider: string): string => `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import PlausibleProvider, { usePlausible } from 'next-plausible';
  const Button = () => {
    const plausible = usePlausible();
    return createElement('button', { onClick: () => plausible('Signup', { props: { plan: 'pro' } }) }, 'Sign up');
  };
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(createElement(PlausibleProvider, ${provider}, createElement(Button)));`;

describeInBrowser('clients that load a script', () => {
  let pages: TrackedPages;
  let opened: OpenPage;
  beforeAll(async () => {
    pages = await startTrackedPages();
  });
  beforeEach(async () => {
    opened = await pages.open({ html: () => '<!doctype html><title>page</title><body>page</body>' });
  });
  afterEach(() => opened.close());
  afterAll(() => pages.stop());

  const base = () => `${pages.platform.url}/c/${opened.site.site_key}`;

  it('next-plausible counts views, routes and events by the script’s address alone', async () => {
    const { page, stored, props, errors } = opened;
    const provider = `{ src: '${base()}/js/pa-XXXXX.js', init: { customProperties: { theme: 'dark' } }, enabled: true }`;
    await page.addScriptTag({ content: await bundled(APPLICATION(provider)) });
    expect(await stored(1)).toEqual(['pageview /']);
    await page.click('button');
    await page.evaluate(`history.pushState({}, '', '/next')`);
    expect(await stored(3)).toEqual(['Signup /', 'pageview /', 'pageview /next']);
    expect(await props()).toEqual([{ plan: 'pro', theme: 'dark' }, { theme: 'dark' }, { theme: 'dark' }]);
    expect(errors).toEqual([]);
  });

  it('Matomo’s snippet counts with another host alone', async () => {
    const { page, stored, props, errors } = opened;
    await page.evaluate(`{
      window._paq = window._paq || [];
      _paq.push(['trackPageView']);
      _paq.push(['trackEvent', 'Video', 'play', 'Intro', 3]);
      _paq.push(['enableLinkTracking']);
      _paq.push(['noSuchCall', 1], [function () { throw new Error('of the page'); }]);
      const u = '${base()}/';
      _paq.push(['setTrackerUrl', u + 'matomo.php']);
      _paq.push(['setSiteId', '1']);
      const g = document.createElement('script');
      g.async = true;
      g.src = u + 'matomo.js';
      document.head.append(g);
      document.body.innerHTML = '<a id="out" href="https://other.example/x?secret=1">x</a> <a id="file" href="/guide.pdf">y</a>';
      document.body.addEventListener('click', (event) => event.preventDefault());
    }`);
    expect(await stored(2)).toEqual(['pageview /', 'play /']);
    await page.click('#out');
    await page.click('#file');
    await page.evaluate(`{
      _paq.push(['setCustomUrl', '/next']);
      _paq.push(['setCustomDimension', 1, 'blue']);
      _paq.push(['trackPageView', 'Next', { dimension2: 'x' }]);
      _paq.push(['addEcommerceItem', 'sku', 'Shoe', 'Shoes', 9.5, 1]);
      _paq.push(['trackEcommerceCartUpdate', 9.5]);
      _paq.push(['trackEcommerceOrder', 'A1', 9.5]);
      _paq.push(['trackGoal', 3, 2.5], ['trackSiteSearch', 'Red Shoes', false, 2]);
      Matomo.getAsyncTracker().trackEvent('API', 'direct');
      _paq.push(['requireConsent'], ['trackEvent', 'c', 'held']);
    }`);
    expect(await stored(10)).toEqual([
      'Cart Update /next',
      'File Download /',
      'Goal 3 /next',
      'Outbound Link /',
      'Purchase /next',
      'Search /next',
      'direct /next',
      'pageview /',
      'pageview /next',
      'play /',
    ]);
    expect(await props()).toEqual(
      expect.arrayContaining([
        { category: 'Video', name: 'Intro', value: 3 },
        { url: 'https://other.example/x' },
        { dimension1: 'blue', dimension2: 'x' },
      ]),
    );
    await page.evaluate(`_paq.push(['setConsentGiven'])`);
    expect(await stored(11)).toContain('held /next');
    expect(errors).toEqual([]);
  });

  it('GoatCounter’s script counts with another host alone', async () => {
    const { page, stored, errors } = opened;
    await page.evaluate(`{
      window.goatcounter = { allow_local: true };
      document.body.innerHTML = '<button data-goatcounter-click="signup" title="Sign up">x</button>';
      const tag = document.createElement('script');
      tag.dataset.goatcounter = '${base()}/count';
      tag.src = '${base()}/count.js';
      document.head.append(tag);
    }`);
    expect(await stored(1)).toEqual(['pageview /']);
    await page.click('button');
    await page.evaluate(`goatcounter.count({ path: (path) => path + 'next', title: 'Next' })`);
    await page.evaluate(`goatcounter.count({ path: 'done', event: true })`);
    expect(await stored(4)).toEqual(['done /', 'pageview /', 'pageview /next', 'signup /']);
    expect(await page.evaluate(`goatcounter.url({ path: () => null }) ?? 'none'`)).toBe('none');
    expect(errors).toEqual([]);
  });

  it('Plausible’s snippet may come after its script, and say how to count', async () => {
    const { page, stored, props, errors } = opened;
    await page.addScriptTag({ url: `${base()}/js/pa-abc_-1.js` });
    await page.evaluate(`{
      window.plausible = window.plausible || function () { (plausible.q = plausible.q || []).push(arguments); };
      plausible.init = plausible.init || function (i) { plausible.o = i || {}; };
      plausible('Early', { interactive: false });
      plausible.init({
        autoCapturePageviews: false,
        hashBasedRouting: true,
        customProperties: (name) => ({ of: name }),
        transformRequest: (payload) => payload.n === 'Secret' ? null : { ...payload, u: payload.u.replace('/private', '') },
      });
      plausible('Secret');
      plausible('pageview', { url: location.origin + '/private/a#b' });
    }`);
    expect(await stored(2)).toEqual(['Early /', 'pageview /a#b']);
    expect(await props()).toEqual([{ of: 'Early' }, { of: 'pageview' }]);
    expect(errors).toEqual([]);
  });

  it('sends to an endpoint of the website’s own, as withPlausibleProxy of next-plausible has it', async () => {
    const { page, stored, errors } = opened;
    // The site passes both on: the script to its address, the hits to the origin's /api/event.
    await page.route(`${pages.origin}/api/event`, async (route) => {
      const answer = await fetch(`${pages.platform.url}/api/event`, {
        method: 'POST',
        headers: await route
          .request()
          .allHeaders()
          .then(({ 'user-agent': agent = '', origin = '' }) => ({
            'user-agent': agent,
            origin,
          })),
        body: route.request().postData() ?? '',
      });
      await route.fulfill({ status: answer.status });
    });
    const env = { next_plausible_scriptPath: '/js/script.js', next_plausible_apiPath: '/api/event' };
    await page.route(`${pages.origin}/js/script.js`, async (route) => {
      const script = await fetch(`${base()}/js/pa-XXXXX.js`);
      await route.fulfill({ contentType: 'text/javascript', body: await script.text() });
    });
    await page.addScriptTag({ content: await bundled(APPLICATION('{ enabled: true }'), env) });
    await stored(1);
    await page.click('button');
    expect(await stored(2)).toEqual(['Signup /', 'pageview /']);
    expect(errors).toEqual([]);
  });
});
