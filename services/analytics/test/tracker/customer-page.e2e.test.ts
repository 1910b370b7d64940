import { readFile } from 'node:fs/promises';

import { describeInBrowser, eventually } from '@platform/testing';

import { startTrackedPages } from './tracked-pages.ts';
import type { OpenOptions, OpenPage, TrackedPages } from './tracked-pages.ts';

describeInBrowser('the tracker on a customer’s page', () => {
  let pages: TrackedPages;
  let opened: OpenPage | undefined;
  beforeAll(async () => {
    pages = await startTrackedPages();
  });
  afterEach(() => opened?.close());
  afterAll(() => pages.stop());

  const open = async (options?: OpenOptions): Promise<OpenPage> => {
    opened = await pages.open(options);
    return opened;
  };

  it.each([
    ['is missing', 'delete Navigator.prototype.sendBeacon'],
    ['is stopped by a blocker', 'Navigator.prototype.sendBeacon = () => false'],
    ['throws', 'Navigator.prototype.sendBeacon = () => { throw new Error("blocked") }'],
  ])('counts without throwing where sendBeacon %s', async (_, init) => {
    const { page, errors, stored } = await open({ init });
    await page.evaluate(`history.pushState({}, '', '/next'); track('Paid', { amount: 9.5 })`);
    expect(await stored(3)).toEqual(['Paid /next', 'pageview /', 'pageview /next']);
    expect(errors).toEqual([]);
  });

  it('falls back to a beacon where fetch fails', async () => {
    const { stored, errors } = await open({ init: 'window.fetch = () => Promise.reject(new Error("no"))' });
    expect(await stored(1)).toEqual(['pageview /']);
    expect(errors).toEqual([]);
  });

  it('does not throw where neither works, nor on properties that JSON can’t hold', async () => {
    const { page, errors } = await open({
      init: 'delete window.fetch; delete Navigator.prototype.sendBeacon',
    });
    await page.evaluate(`history.pushState({}, '', '/next')`);
    await page.evaluate(
      `{ const loop = {}; loop.loop = loop; track('Loop', loop); track('Big', { n: 1n }); }`,
    );
    // A promise that nobody caught is told before the next task.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect(errors).toEqual([]);
    expect(await page.evaluate('location.pathname')).toBe('/next');
  });

  it('replays what the documented stub has queued', async () => {
    const stub = `<script>window.track ||= Object.assign((...call) => track.q.push(call), { q: [] });
      track('Early', { plan: 'pro' })</script>`;
    const { page, stored, props } = await open({
      html: (tag) => `<!doctype html>${stub}${tag}<body>x</body>`,
    });
    await page.evaluate(`track('Late')`);
    expect(await stored(3)).toEqual(['Early /', 'Late /', 'pageview /']);
    expect((await props())[0]).toEqual({ plan: 'pro' });
  });

  it('leaves a page’s own track function alone', async () => {
    const { page, stored } = await open({ init: 'window.track = () => "mine"' });
    await stored(1);
    expect(await page.evaluate('track("x")')).toBe('mine');
  });

  it('does not mistake an event without a name for a page view', async () => {
    const { page, stored, sent } = await open();
    await page.evaluate(`track(''); track(); track('Real')`);
    expect(await stored(2)).toEqual(['Real /', 'pageview /']);
    expect(sent).toEqual(['pageview /', 'Real /']);
  });

  it('counts once with two tags', async () => {
    const { page, stored, sent } = await open({ html: (tag) => `<!doctype html>${tag}${tag}<body>x</body>` });
    await page.evaluate(`history.pushState({}, '', '/next')`);
    expect(await stored(2)).toEqual(['pageview /', 'pageview /next']);
    expect(sent).toEqual(['pageview /', 'pageview /next']);
  });

  it('counts a page and its frame of the same origin once', async () => {
    const { page, stored, sent } = await open({
      html: (tag, path) =>
        `<!doctype html>${tag}<body>${path === '/' ? '<iframe src="/inner"></iframe>' : 'inner'}</body>`,
    });
    await page.frames()[1]?.waitForLoadState();
    await page.evaluate(`track('Done')`);
    expect(await stored(2)).toEqual(['Done /', 'pageview /']);
    expect(sent).toEqual(['pageview /', 'Done /']);
  });

  it('counts a search box that rewrites the query at each keystroke once', async () => {
    const { page, stored, sent } = await open({ path: '/search' });
    for (const text of ['s', 'sh', 'shoe'])
      await page.evaluate(`history.replaceState({}, '', '/search?q=${text}')`);
    await page.evaluate(`history.pushState({}, '', '/search?q=shoe&page=2')`);
    expect(await stored(2)).toEqual(['pageview /search', 'pageview /search?page=2&q=shoe']);
    expect(sent).toEqual(['pageview /search', 'pageview /search?q=shoe&page=2']);
  });

  it('sees clicks on links in SVG and in shadow roots', async () => {
    const { page, stored, props } = await open({
      html: (tag) => `<!doctype html>${tag}<body>
        <svg width="60" height="60"><a href="http://other.example/svg"><rect id="svg" width="50" height="50"/></a></svg>
        <my-link><span id="slotted">slotted</span></my-link>
        <script>
          addEventListener('click', (event) => event.preventDefault());
          customElements.define('my-link', class extends HTMLElement {
            constructor() {
              super();
              this.attachShadow({ mode: 'open' }).innerHTML = '<a href="http://other.example/shadow"><slot></slot></a>';
            }
          });
        </script></body>`,
    });
    await page.click('#svg');
    await page.click('#slotted');
    expect(await stored(3)).toEqual(['Outbound Link /', 'Outbound Link /', 'pageview /']);
    expect((await props()).slice(0, 2)).toEqual([
      { url: 'http://other.example/shadow' },
      { url: 'http://other.example/svg' },
    ]);
  });

  it('loses no event with long, nested or many properties', async () => {
    const { page, stored, props } = await open();
    await page.evaluate(`track('Long', { text: 'x'.repeat(600) });`);
    await page.evaluate(`track('Nested', { cart: { items: [{ sku: 7 }] } });`);
    await page.evaluate(
      `track('Many', Object.fromEntries(Array.from({ length: 40 }, (_, index) => ['p' + index, index])));`,
    );
    await stored(4);
    const [long, many, nested] = (await props()) as [{ text: string }, object, unknown];
    expect(long.text).toHaveLength(500);
    expect(nested).toEqual({ 'cart.items.0.sku': 7 });
    expect(Object.keys(many)).toHaveLength(30);
  });

  it('keeps a click on a link with a long query', async () => {
    const { page, stored, props } = await open({
      html: (tag) => `<!doctype html>${tag}<body>
        <a id="out" href="http://other.example/offer?${'q'.repeat(3_000)}=1">out</a>
        <script>addEventListener('click', (event) => event.preventDefault())</script></body>`,
    });
    await page.click('#out');
    expect(await stored(2)).toEqual(['Outbound Link /', 'pageview /']);
    expect((await props())[0]).toEqual({ url: 'http://other.example/offer' });
  });

  it('counts a page that is missing and a search by attributes of the tag', async () => {
    const { page, stored, props } = await open({
      path: '/lost?q=Red%20Shoes&x=1',
      html: (tag) =>
        `<!doctype html>${tag.replace(' data-site', ' data-missing data-search="q" data-site')}<body>x</body>`,
    });
    await page.evaluate(`history.pushState({}, '', '/next')`);
    const names = await stored(4);
    expect([...names].sort()).toEqual([
      '404 /lost?q=Red%20Shoes&x=1',
      'Search /lost?q=Red%20Shoes&x=1',
      'pageview /lost?q=Red%20Shoes&x=1',
      'pageview /next',
    ]);
    expect(await props()).toEqual(
      expect.arrayContaining([{ path: '/lost' }, { term: 'red shoes' }]) as unknown,
    );
  });

  it('counts the page, not its origin, by the README’s image for browsers without scripts', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const [, image = ''] = /<noscript>(.*)<\/noscript>/.exec(readme) ?? [];
    const { stored } = await open({
      path: '/deep/page?b=1',
      html: (tag) => {
        const [, key = ''] = /data-site="(.*?)"/.exec(tag) ?? [];
        const own = image.replace('https://stats.example.com', pages.platform.url).replace('SITE_KEY', key);
        return `<!doctype html><title>page</title><body>${own}`;
      },
    });
    expect(await stored(1)).toEqual(['pageview /deep/page?b=1']);
  });

  it('counts nobody who asked for it by a link, until they ask to be counted again', async () => {
    const { page, stored } = await open({ path: '/#notrack=1' });
    await page.goto(`${pages.origin}/second`);
    await page.evaluate(`track('Paid')`);
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['notrack']);
    await page.goto(`${pages.origin}/third#notrack=0`);
    expect(await stored(1)).toEqual(['pageview /third']);
  });

  it('stores nothing in other browsers, and counts where storage is forbidden', async () => {
    const { page, stored, errors } = await open();
    await stored(1);
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
    await opened?.close();
    const closed = await open({
      init: `Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })`,
    });
    expect(await closed.stored(1)).toEqual(['pageview /']);
    expect([...errors, ...closed.errors]).toEqual([]);
  });

  it('keeps the campaign and the source of an address, and leaves them out of the page', async () => {
    const { page, site, stored } = await open({ fields: { exclude_params: 'utm_*\nsession' } });
    await stored(1);
    await page.goto(`${pages.origin}/日本?utm_campaign=spring&ref=hn&session=7&x=1`, {
      referer: 'https://accounts.google.com/',
    });
    expect(await stored(2)).toEqual(['pageview /', 'pageview /%E6%97%A5%E6%9C%AC?x=1']);
    const values = await pages.platform.db
      .database('dictionary')
      .where({ website_id: site.id })
      .pluck('value');
    expect(values).toEqual(expect.arrayContaining(['spring', 'hn']));
    expect(values).not.toContain('Organic Search');
  });

  it.each([
    [
      'a query on the script’s address',
      (src: string, key: string) => `<script defer src="${src}?site=${key}"></script>`,
    ],
    [
      'a global',
      (src: string, key: string) =>
        `<script>trackSite = '${key}'</script><script defer src="${src}"></script>`,
    ],
    [
      '<meta>',
      (src: string, key: string) =>
        `<script defer src="${src}"></script><meta name="track-site" content="${key}">`,
    ],
    [
      'another element',
      (src: string, key: string) => `<script defer src="${src}"></script><body data-site="${key}">`,
    ],
    [
      'a module that a script imports',
      (src: string, key: string) => `<script type="module">await import('${src}?site=${key}')</script>`,
    ],
    [
      'a loader that runs the script without its tag',
      (src: string, key: string) =>
        `<script type="later" src="${src}" data-site="${key}"></script><script>import('${src}?site')</script>`,
    ],
  ])('finds its key in %s', async (_, markup) => {
    const { page, stored, errors } = await open({
      html: (tag) => {
        const [, src = '', key = ''] = /src="(.*?)" data-site="(.*?)"/.exec(tag) ?? [];
        return `<!doctype html><title>page</title>${markup(src, key)}<body>page`;
      },
    });
    expect(await stored(1)).toEqual(['pageview /']);
    await page.evaluate(`history.pushState({}, '', '/next'); track('Paid')`);
    expect(await stored(3)).toEqual(['Paid /next', 'pageview /', 'pageview /next']);
    expect(errors).toEqual([]);
  });

  it('counts the views of an application that intercepts navigations', async () => {
    const { page, stored, sent, errors } = await open({
      html: (tag) => `<!doctype html><title>page</title>${tag}<body>
        <a id="link" href="/one">one</a><script>
          navigation.addEventListener('navigate', (event) => {
            if (event.canIntercept) event.intercept({ handler: async () => {} });
          });
        </script>`,
    });
    await stored(1);
    await page.click('#link');
    await stored(2);
    await page.evaluate(`navigation.navigate('/two').finished`);
    await stored(3);
    await page.evaluate(`navigation.navigate('/two?typed=1', { history: 'replace' }).finished`);
    await page.evaluate('navigation.back().finished');
    expect(await stored(4)).toEqual(['pageview /', 'pageview /one', 'pageview /one', 'pageview /two']);
    expect(sent).toEqual(['pageview /', 'pageview /one', 'pageview /two', 'pageview /one']);
    expect(errors).toEqual([]);
  });

  it('counts the views of an application in a browser without the Navigation API', async () => {
    const { page, stored, sent, errors } = await open({ init: 'delete window.navigation' });
    await stored(1);
    await page.waitForFunction(`!/native/.test(history.pushState)`);
    await page.evaluate(`history.pushState({}, '', '/search')`);
    await page.evaluate(`history.replaceState({}, '', '/search?q=s')`);
    await page.evaluate(`track('Paid')`);
    await stored(3);
    await page.goBack();
    expect(await stored(4)).toEqual(['Paid /search', 'pageview /', 'pageview /', 'pageview /search']);
    expect(sent).toEqual(['pageview /', 'pageview /search', 'Paid /search', 'pageview /']);
    expect(errors).toEqual([]);
  });

  // Everything that the scripts touch, missing, or throwing when it is touched, or when it is called.
  const GLOBALS = [
    ...['Array.prototype.find', 'Array.prototype.map', 'Date.now', 'document.hasFocus', 'Error', 'fetch'],
    ...[
      'frameElement',
      'history.pushState',
      'innerHeight',
      'JSON',
      'JSON.stringify',
      'localStorage',
      'Math.max',
    ],
    ...[
      'navigation',
      'navigator.doNotTrack',
      'navigator.sendBeacon',
      'navigator.webdriver',
      'Object.fromEntries',
    ],
    ...[
      'PerformanceObserver',
      'performance',
      'Promise',
      'screen',
      'scrollY',
      'String.prototype.split',
      'track',
    ],
    ...['addEventListener', 'document.currentScript', 'document.documentElement', 'document.querySelector'],
    ...['document.referrer', 'document.title', 'URL', 'requestAnimationFrame', 'setTimeout', 'Event'],
  ];
  const OWNERS = `(path) => {
    const names = path.split('.');
    const name = names.pop();
    let owner = names.reduce((of, each) => of[each], window);
    while (owner && !Object.getOwnPropertyDescriptor(owner, name) && Object.getPrototypeOf(owner))
      owner = Object.getPrototypeOf(owner);
    return [owner, name];
  }`;
  const tamper = (path: string, how: string): string => `try {
    const [owner, name] = (${OWNERS})(${JSON.stringify(path)});
    const value = ${how === 'missing' ? 'undefined' : `() => { throw new Error('hostile ${path}'); }`};
    const descriptor = ${how === 'unreadable' ? '{ get: value, set: () => undefined }' : '{ value, writable: true }'};
    // The page's own scripts and the browser's protocol are left alone: only the tracker runs after this.
    window.tamper = () => Object.defineProperty(owner, name, { configurable: true, ...descriptor });
  } catch {}`;

  it.each(['missing', 'hostile', 'unreadable'])(
    'throws nothing at the page where a global is %s',
    async (how) => {
      for (const path of GLOBALS) {
        const { page, errors } = await open({
          init: tamper(path, how),
          html: (tag) =>
            `<!doctype html><title>page</title><body><a href="#x">x</a>
            <script>try { tamper() } catch {}</script>${tag.replace(' defer', '')}`,
        });
        for (const act of [
          `document.querySelector('a').click()`,
          `history.pushState({}, '', '/next')`,
          `scrollTo(0, 1)`,
        ])
          await page.evaluate(act).catch(() => undefined);
        // A promise that nobody caught is told before the next task.
        await page.evaluate('0').catch(() => undefined);
        const own = errors.filter((message) => !message.includes('tamper'));
        expect([path, own]).toEqual([path, []]);
        await opened?.close();
      }
    },
  );

  it('works where the page’s address contains a staging site’s credentials', async () => {
    const own = new URL(pages.origin);
    const { stored } = await open({
      origin: `http://user:secret@${own.host}`,
      html: (tag) => `<!doctype html>${tag.replace(/src="[^"]*"/, 'src="/t.js"')}<body>x</body>`,
    });
    expect(await stored(1)).toEqual(['pageview /']);
  });
});

describeInBrowser('an automated browser', () => {
  let pages: TrackedPages;
  beforeAll(async () => {
    pages = await startTrackedPages([]);
  });
  afterAll(() => pages.stop());

  it('is dropped as a bot with exclude_bots, and counted without it', async () => {
    const excluded = await pages.open();
    const counted = await pages.open({ fields: { exclude_bots: 0 } });
    expect(await counted.stored(1)).toEqual(['pageview /']);
    expect(await excluded.stored(0)).toEqual([]);
    await eventually(async () => {
      const drops = await pages.platform.db.database('drops').where({ website_id: excluded.site.id });
      expect(drops).toMatchObject([{ reason: 2, count: '1' }]);
    });
    await Promise.all([excluded.close(), counted.close()]);
  });
});
