import { describeInBrowser, eventually } from '@platform/testing';

import { startTrackedPages } from '../tracker/tracked-pages.ts';
import type { OpenPage, TrackedPages } from '../tracker/tracked-pages.ts';

const withVitals = (tag: string): string => tag + tag.replace('/t.js"', '/t.js/vitals.js"');

const page = (tag: string): string => `<!doctype html><title>page</title>${tag}
  <body><div id="late"></div><h1>Large and contentful</h1><button>Wait</button>
  <script>
    // Something that comes late and shifts what is there, as long as nobody has done anything.
    requestAnimationFrame(() => setTimeout(() => { late.style.height = '300px'; }, 50));
    document.querySelector('button').onclick = () => {
      const end = performance.now() + 120;
      while (performance.now() < end);
    };
  </script></body>`;

describeInBrowser('web vitals in a browser', () => {
  let pages: TrackedPages;
  let opened: OpenPage;
  beforeAll(async () => {
    pages = await startTrackedPages();
  });
  afterEach(() => opened.close());
  afterAll(() => pages.stop());

  const measured = async () => {
    const { rows } = await pages.platform.db.database.raw<{
      rows: { page: string; props: Record<string, number> }[];
    }>(
      `SELECT p.value AS page, e.props FROM events e JOIN dictionary p ON p.website_id = e.website_id AND p.id = e.page_id
       WHERE e.website_id = ? AND e.kind = 3 ORDER BY e.ts`,
      [opened.site.id],
    );
    return rows;
  };
  const leave = () => opened.page.goto('about:blank');
  const counted = (times: number) =>
    eventually(async () => {
      const rows = await measured();
      expect(rows).toHaveLength(times);
      return rows;
    }, 30_000);

  it('are measured and sent once, when the page is left', async () => {
    opened = await pages.open({ html: (tag) => page(withVitals(tag)), path: '/shop?utm_source=x#top' });
    const { page: tab, stored, errors } = opened;
    await stored(1);
    await tab.waitForFunction(
      `performance.getEntriesByType('layout-shift').length + (late.style.height ? 1 : 0) > 0`,
    );
    await tab.waitForTimeout(300);
    await tab.click('button');
    await tab.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))');
    expect(await measured()).toEqual([]);
    await leave();
    const [row] = await counted(1);
    expect(row?.page).toBe('/shop');
    expect(Object.keys(row?.props ?? {}).sort()).toEqual(['cls', 'inp', 'lcp', 'ttfb']);
    expect(row?.props['inp']).toBeGreaterThanOrEqual(100);
    expect(row?.props['cls']).toBeGreaterThan(0);
    expect(row?.props['lcp']).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });

  it('are sent at the first of several times that the page is hidden, and by one of two tags', async () => {
    opened = await pages.open({ html: (tag) => page(withVitals(tag) + withVitals(tag)) });
    const { page: tab, stored, errors } = opened;
    await stored(1);
    await tab.waitForLoadState('load');
    const hide = (state: string) =>
      tab.evaluate(`{
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
        Object.defineProperty(document, 'hidden', { configurable: true, value: ${state === 'hidden'} });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }`);
    await hide('hidden');
    await counted(1);
    await hide('visible');
    await hide('hidden');
    await leave();
    // Had it been sent again, it would be stored before this view.
    await tab.goto(`${pages.origin}/next`);
    await stored(2);
    expect(await measured()).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it.each([
    ['data-dnt', `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`],
    ['data-x', `try { localStorage.notrack = 1; } catch {}`],
    ['data-x', `delete window.PerformanceObserver; delete window.fetch;`],
  ])('leave visitors alone with %s and %s, and throw nothing', async (attribute, init) => {
    opened = await pages.open({
      html: (tag) => page(withVitals(tag).replaceAll('data-site', `${attribute} data-site`)),
      init,
    });
    await opened.page.waitForLoadState('load');
    await leave();
    expect(await measured()).toEqual([]);
    expect(opened.errors).toEqual([]);
  });
});
