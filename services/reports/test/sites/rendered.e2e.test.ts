import { describeInIsolatedBrowser, eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

/** A shell whose links and text only scripts make. */
const APP = `<!doctype html><html lang="en"><title>App</title><div id="root"></div><script>
  document.getElementById('root').innerHTML = '<h1 id="hello">Hello</h1><p>' + 'Written by a script. '.repeat(20) + '</p><a href="/made">Made</a>';
  console.error('Something is wrong');
</script></html>`;

await describeInIsolatedBrowser('the rendered sample of a crawl', () => {
  let database: TestDatabase;
  let service: TestService;
  let site: LoopbackSite;
  beforeAll(async () => {
    site = await startSite(({ url }, response) => {
      if (url === '/robots.txt' || url === '/sitemap.xml') return;
      response.setHeader('content-type', 'text/html');
      if (url === '/') response.end(APP);
      else if (url === '/made')
        response.end('<title>Made</title><a href="/#hello">a</a><a href="/#gone">b</a>');
      else response.writeHead(404).end();
    });
    database = await openTestDatabase();
    service = await startService(database, { recoveryInterval: 200 });
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
    await site.close();
  });

  const crawl = async (fields: object) => {
    const api = await service.client('org_a');
    const { body } = await api.post('/sites', { url: `${site.origin}/`, ...fields });
    await eventually(async () => {
      expect((await api.get(`/sites/${body.data.id}`)).body.data.status).toBe('completed');
    });
    const { data: pages } = (await api.get(`/sites/${body.data.id}/pages?per_page=100`)).body;
    const { data: problems } = (await api.get(`/sites/${body.data.id}/problems?per_page=100`)).body;
    return { pages, problems };
  };

  it('follows what only scripts link to, and knows their places and errors', async () => {
    const { pages, problems } = await crawl({ render_pages: 1 });
    expect(pages.map(({ url }: { url: string }) => url.replace(site.origin, ''))).toEqual(['/', '/made']);
    const [start, made] = pages;
    expect(start.rendered).toMatchObject({ problem: null, links: 1, errors: 1 });
    expect(start.rendered.words).toBeGreaterThan(60);
    expect(start.words).toBe(start.rendered.words);
    expect(made.rendered).toBeNull();
    const broken = problems.find(({ id }: { id: string }) => id === 'broken-fragments');
    expect(broken.items.map(({ note }: { note: string }) => note)).toEqual([`${site.origin}/#gone`]);
  });

  it('finds nothing of it without a browser', async () => {
    const { pages } = await crawl({});
    expect(pages).toHaveLength(1);
    expect(pages[0].rendered).toBeNull();
  });
});
