import { launchBrowser } from '@platform/browser';
import { createPlatform } from '@platform/client';
import { describeInBrowser } from '@platform/testing';

import type { Stage } from './start.ts';

/** Titles and addresses of operations that create something. */
const OPERATIONS = [
  { title: 'Generate a new colour palette', path: '/v1/palettes' },
  { title: 'Create a website', path: '/api/v1/websites' },
];

/** The API reference, used the way somebody with a brand-new key would use it. */
export const describeReference = (stage: () => Stage): void => {
  describeInBrowser('the API reference', () => {
    // Other tests share the organisation, and no two of its websites have the same domain.
    beforeAll(async () => {
      const { websites } = createPlatform({ url: stage().platform.url, key: stage().platform.key });
      for await (const { id } of websites.list()) await websites.delete(id);
    });

    it.each(OPERATIONS)('tries $path with one click once a key is pasted', async ({ title, path }) => {
      const { url, key } = stage().platform;
      const browser = await launchBrowser(process.env);
      try {
        const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
        // Other suites keep the machine busy.
        page.setDefaultTimeout(120_000);
        await page.goto(`${url}/docs`);
        await page.getByLabel('Key', { exact: true }).fill(key);
        const operation = page.locator('.operation').filter({ hasText: title });
        await operation.locator('summary').first().click();
        const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
        await operation.getByRole('button', { name: 'Send' }).click();
        const response = await answered;
        expect([response.status(), await response.text()]).toEqual([201, expect.any(String)]);
      } finally {
        await browser.close();
      }
    });
  });
};
