import { describeInBrowser } from '@platform/testing';
import request from 'supertest';

import type { WebsiteJson } from '../harness.ts';
import { useBrowser } from './browser-harness.ts';

describeInBrowser('a link to a private page in a browser', () => {
  const { platform, withPage } = useBrowser();

  const send = async (method: 'delete' | 'patch' | 'post', path: string, body: object = {}) =>
    (
      await request(platform().server)
        [method](`/api/v1/websites/${path}`)
        .set('Authorization', await platform().identity.bearer())
        .send(body)
    ).body.data as Record<string, unknown>;

  /** A path on the machine of the test, whatever the public address is. */
  const pathOf = (url: unknown): string => String(url).slice(String(url).indexOf('/s/'));

  it.each([
    ['is deleted', (site: WebsiteJson, link: unknown) => send('delete', `${site.id}/links/${String(link)}`)],
    ['the password changes', (site: WebsiteJson) => send('patch', String(site.id), { password: 'second' })],
    ['the page is made private', (site: WebsiteJson) => send('patch', String(site.id), { privacy: 1 })],
  ])('opens the page until %s, also for who has opened it', async (_, end) => {
    const site = await platform().createWebsite({ privacy: 2, password: 'first' });
    const { id, url } = await send('post', `${site.id}/links`, { name: 'Agency' });
    await withPage(pathOf(url), { javaScriptEnabled: false }, async (page) => {
      await page.getByText('Waiting for the first visit').waitFor();
      await end(site, id);
      // With all that the browser has been given.
      const again = await page.context().request.get(page.url());
      expect(await again.text()).not.toContain('Waiting for the first visit');
    });
  });
});
