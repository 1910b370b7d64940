import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { describeInBrowser } from '@platform/testing';
import { Umami } from '@umami/node';

import { CHROME } from '../harness.ts';
import { startTrackedPages } from './tracked-pages.ts';
import type { OpenPage, TrackedPages } from './tracked-pages.ts';

const require = createRequire(import.meta.url);

/** A package's CommonJS files as one script that leaves the package in `window.loaded`. */
const bundled = (main: string): string => {
  const files = ['./index', './lib/tracker', './lib/request'];
  const modules = files.map((name) => {
    const source = readFileSync(join(dirname(main), `${name}.js`), 'utf8').replace(/^\/\/# source.*$/gm, '');
    return `${JSON.stringify(name.replace(/^.*\//, ''))}: (exports, require) => {${source}\n}`;
  });
  return `(() => {
    const modules = {${modules.join(',')}};
    const load = (name) => {
      const exports = {};
      modules[name.replace(/^.*\\//, '')](exports, load);
      return exports;
    };
    window.loaded = load('./index');
  })()`;
};

describeInBrowser('clients of other programs, as they are published', () => {
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

  it.each(['script.js', 'script.outbound-links.tagged-events.js', 'plausible.js', 'script.hash.js'])(
    'Plausible’s tag for %s counts views, calls and tagged clicks',
    async (name) => {
      const { page, stored, props, errors } = opened;
      await page.evaluate(`{
        window.plausible = function () { (window.plausible.q ||= []).push(arguments); };
        plausible('Early');
        document.body.innerHTML = '<button class="plausible-event-name=Sign+Up plausible-event-plan--pro">x</button>';
        const tag = document.createElement('script');
        tag.dataset.domain = 'any';
        tag.src = ${JSON.stringify(`${base()}/js/${name}?ver=2.1`)};
        document.head.append(tag);
        window.told = new Promise((resolve) => {
          tag.onload = () => { plausible('Paid', { props: { plan: 'team' }, callback: resolve }); };
        });
      }`);
      await page.evaluate('told');
      await page.click('button');
      expect([...(await stored(4))].sort()).toEqual(['Early /', 'Paid /', 'Sign Up /', 'pageview /']);
      expect(await props()).toEqual(expect.arrayContaining([{ plan: 'team' }, { plan: 'pro' }]));
      expect(errors).toEqual([]);
    },
  );

  it('plausible-tracker counts page views, routes and events with its host as the only setting', async () => {
    const { page, stored, props, errors } = opened;
    await page.addScriptTag({ content: bundled(require.resolve('plausible-tracker')) });
    await page.evaluate(`{
      const { enableAutoPageviews, trackEvent } = loaded.default({
        domain: 'any', apiHost: ${JSON.stringify(base())}, trackLocalhost: true });
      enableAutoPageviews();
      history.pushState({}, '', '/buy');
      trackEvent('Paid', { props: { plan: 'pro' } });
    }`);
    const names = await stored(3);
    expect([...names].sort()).toEqual(['Paid /buy', 'pageview /', 'pageview /buy']);
    expect(await props()).toContainEqual({ plan: 'pro' });
    expect(errors).toEqual([]);
  });

  it('@plausible-analytics/tracker counts them with its endpoint as the only setting, and revenue', async () => {
    const { page, stored, props, errors } = opened;
    const content = readFileSync(require.resolve('@plausible-analytics/tracker'), 'utf8');
    await page.addScriptTag({ type: 'module', content: `${content}; window.loaded = { init, track };` });
    await page.waitForFunction('window.loaded !== undefined');
    await page.evaluate(`{
      loaded.init({ domain: 'any', endpoint: ${JSON.stringify(`${base()}/api/event`)}, captureOnLocalhost: true });
      history.pushState({}, '', '/buy');
      loaded.track('Paid', { props: { plan: 'pro' }, revenue: { amount: 9.5, currency: 'EUR' } });
    }`);
    const names = await stored(3);
    expect([...names].sort()).toEqual(['Paid /buy', 'pageview /', 'pageview /buy']);
    const [paid] = (await props()).filter((each) => 'plan' in (each as object));
    expect(paid).toMatchObject({ plan: 'pro', 'revenue.currency': 'EUR' });
    expect(Number((paid as Record<string, unknown>)['revenue.amount'])).toBe(9.5);
    expect(errors).toEqual([]);
  });

  // The script itself is in no package that brings less than all of Umami with it.
  it('Umami’s script may send the headers it has in any version, from any page', async () => {
    const { page, stored, site, errors } = opened;
    const send = (headers: Record<string, string>, payload: object) =>
      page.evaluate(
        async ([url, sent, body]) => {
          const answer = await fetch(url, {
            method: 'POST',
            keepalive: true,
            credentials: 'omit',
            headers: { 'Content-Type': 'application/json', ...sent },
            body,
          });
          return [answer.status, await answer.json()] as const;
        },
        [`${base()}/api/send`, headers, JSON.stringify({ payload, type: 'event' })] as const,
      );
    const payload = {
      website: 'any',
      screen: '1920x1080',
      language: 'de-DE',
      title: 'Shop',
      hostname: 'localhost',
      url: `${pages.origin}/shop?a=1`,
      referrer: '/start',
    };
    const [status, answer] = await send(
      { 'x-umami-website-id': site.site_key, 'x-umami-hostname': 'localhost' },
      payload,
    );
    expect([status, answer]).toEqual([200, { cache: '' }]);
    await send({ 'x-umami-cache': '' }, { ...payload, url: '/cart', referrer: '' });
    await send({ 'x-umami-of-a-later-version': '1' }, { ...payload, name: 'Paid', data: { plan: 'pro' } });
    expect(await stored(3)).toEqual(['Paid /shop?a=1', 'pageview /cart', 'pageview /shop?a=1']);
    expect(errors).toEqual([]);
  });

  it('@umami/node sends page views and events of a server', async () => {
    const umami = new Umami({ websiteId: 'any', hostUrl: base(), userAgent: CHROME });
    const view = await umami.track({ url: '/from-a-server', hostname: opened.site.domain, title: 'Server' });
    expect(view.ok).toBe(true);
    const event = await umami.track({
      url: '/from-a-server',
      hostname: opened.site.domain,
      name: 'Renewed',
      data: { seats: 3 },
    });
    expect(event.ok).toBe(true);
    expect(await opened.stored(2)).toEqual(['Renewed /from-a-server', 'pageview /from-a-server']);
    expect(await opened.props()).toContainEqual(expect.objectContaining({ seats: 3 }));
  });
});
