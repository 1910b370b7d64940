import { describeInBrowser } from '@platform/testing';

import { startTrackedPages } from './tracked-pages.ts';
import type { TrackedPages } from './tracked-pages.ts';

describeInBrowser('a page that says what it is counted as', () => {
  let pages: TrackedPages;
  beforeAll(async () => {
    pages = await startTrackedPages();
  });
  afterAll(() => pages.stop());

  const asking = (tag: string, name: string): string =>
    tag.replace('/t.js"', `/t.js?${name}"`).replace('data-site', `data-${name} data-site`);

  it('tells its views by itself with data-manual', async () => {
    const opened = await pages.open({
      html: (tag) => `<!doctype html><title>page</title>${asking(tag, 'manual')}<body>page</body>`,
    });
    await opened.page.evaluate(`{
      history.pushState({}, '', '/ignored');
      track('Before');
      track('pageview', { url: '/step-1' });
      track('In step');
      track('pageview', { url: '/step-1' });
      track('pageview');
    }`);
    expect(await opened.stored(5)).toEqual(
      expect.arrayContaining(['In step /step-1', 'pageview /step-1', 'pageview /ignored']),
    );
    expect(opened.sent.filter((name) => name.startsWith('pageview'))).toEqual([
      'pageview /step-1',
      'pageview /step-1',
      'pageview /ignored',
    ]);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });

  it('is the page of its canonical link with data-canonical, until an application goes on', async () => {
    const opened = await pages.open({
      path: '/item?color=red',
      html: (tag) =>
        `<!doctype html><title>page</title><link rel="canonical" href="/item">${asking(tag, 'canonical')}<body>page</body>`,
    });
    await opened.stored(1);
    // The link of the page before says nothing about this one.
    await opened.page.evaluate(`history.pushState({}, '', '/next')`);
    expect([...(await opened.stored(2))].sort()).toEqual(['pageview /item', 'pageview /next']);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});
