import { describeInBrowser, eventually } from '@platform/testing';

import { startTrackedPages } from './tracked-pages.ts';
import type { OpenPage, TrackedPages } from './tracked-pages.ts';

/** An application that sets its titles after routing or, as some routers do, before. */
const application = (tag: string): string => `<!doctype html><title>Start</title>${tag}<body>
  <script>
    const go = (path, title, isBefore) => {
      if (isBefore) document.title = title;
      history.pushState({}, '', path);
      if (!isBefore) setTimeout(() => { document.title = title; });
    };
  </script></body>`;

describeInBrowser('titles of the pages of an application', () => {
  let pages: TrackedPages;
  let opened: OpenPage;
  beforeAll(async () => {
    pages = await startTrackedPages();
    opened = await pages.open({ html: application });
  });
  afterAll(async () => {
    await opened.close();
    await pages.stop();
  });

  const titles = async (): Promise<Record<string, string | null>> => {
    const rows = await pages.platform.db
      .database('dictionary')
      .where({ website_id: opened.site.id, dimension: 1 })
      .select<{ value: string; title: string | null }[]>('value', 'title');
    return Object.fromEntries(rows.map(({ value, title }) => [value, title]));
  };
  const titled = (expected: Record<string, string | null>) =>
    eventually(async () => {
      expect(await titles()).toEqual(expected);
    });
  const go = async (path: string, title: string, isBefore: boolean) => {
    await opened.page.evaluate(`go(${JSON.stringify(path)}, ${JSON.stringify(title)}, ${isBefore})`);
    await opened.page.waitForFunction(`document.title === ${JSON.stringify(title)}`);
  };
  const look = (isHidden: boolean) =>
    opened.page.evaluate(`{
      Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }`);

  it('are those that the pages have when they are hidden or left, however the router sets them', async () => {
    await titled({ '/': 'Start' });
    await go('/after', 'After', false);
    await look(true);
    await titled({ '/': 'Start', '/after': 'After' });
    await look(false);
    // Pages that were only passed through have none yet: by then the title may be the next page's.
    await go('/between', 'Between', true);
    await go('/before', 'Before', true);
    await opened.page.goto('about:blank');
    await titled({ '/': 'Start', '/after': 'After', '/between': null, '/before': 'Before' });
    expect(opened.errors).toEqual([]);
  });
});
