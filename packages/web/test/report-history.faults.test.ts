import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';

import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

// Among the slow ones: a report is generated again after a minute at the earliest.
describeInBrowser('the history of a report in the console', () => {
  let title = 'A shop';
  let isSinking = false;
  const site = useServer(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html');
    if (url === '/sinking' && isSinking)
      response.end('<meta name=robots content=noindex><img src=/gone.jpg><script src=/gone.js></script>');
    else if (url?.startsWith('/gone') === true) response.writeHead(404).end();
    else response.end(`<!doctype html><title>${title}</title><h1>Shop</h1>`);
  });
  const bed = useConsole();

  it('shows the trend of the score, and what changed from one run to the next', async () => {
    const { reports } = createPlatform(bed.platform);
    const { id } = await reports.run(site.url);
    const sinking = `${site.url}sinking`;
    const { id: worseId, score: before } = await reports.run(sinking);
    title = 'A much better shop, with everything for the garden';
    isSinking = true;
    for (const again of [id, worseId])
      await eventually(async () => {
        await reports.update(again, { results: 1 });
        const { items } = await reports.runs.list(again);
        expect(items).toHaveLength(2);
      }, 120_000);
    const { score: now } = await reports.show(worseId);
    const overview = await bed.signedIn();
    const worse = overview.locator('section').filter({
      has: overview.getByRole('heading', { name: 'Got worse' }),
    });
    await worse.getByText(`${before} → ${now} points`).waitFor();
    expect(await worse.getByRole('link').allTextContents()).toEqual([sinking]);

    const page = await bed.signedIn(`/console/reports/${id}?tab=history`);
    await page.getByRole('img', { name: /^Scores, oldest first: \d+, \d+$/ }).waitFor();
    await page.getByRole('button', { name: 'What changed' }).click();
    await page.getByRole('heading', { name: 'Fixed' }).waitFor();
    expect(page.url()).toMatch(/tab=history&run=\d+$/);
  });
});
