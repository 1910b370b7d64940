import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser } from 'playwright-core';
import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

describeInBrowser('the form for recipients in a browser', () => {
  let platform: RunningAnalytics;
  let browser: Browser;
  beforeAll(async () => {
    platform = await startAnalytics();
    browser = await launchBrowser(process.env);
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  it('saves the owner’s addresses, even without scripts, and then disappears', async () => {
    const site = await platform.createWebsite({ email: 1, privacy: 1 });
    await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` }).expect(204);
    const page = await browser.newPage({
      javaScriptEnabled: false,
      extraHTTPHeaders: { Authorization: await platform.identity.bearer() },
    });
    await page.goto(`${platform.url}/s/${site.site_key}?period=7d`);
    await page.getByLabel('Who should get them?').fill('ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('is not an e-mail address: ada').waitFor();
    await page.getByLabel('Who should get them?').fill('ada@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('nobody gets them').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?period=7d');
    const { body } = await request(platform.server)
      .get(`/api/v1/websites/${site.id}`)
      .set('Authorization', await platform.identity.bearer())
      .expect(200);
    expect(body.data.email_goes_to).toEqual(['ada@example.com']);
  });
});
