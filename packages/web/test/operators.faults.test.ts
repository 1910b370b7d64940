import { createPlatform } from '@platform/client';
import { describeInBrowser } from '@platform/testing';
import type { Locator, Page } from 'playwright-core';

import { useOwnConsole } from './use-console.ts';

describeInBrowser("the operators' page", () => {
  const bed = useOwnConsole();
  let page: Page;
  const row = (table: string, name: RegExp): Locator =>
    page.getByRole('region', { name: table }).getByRole('row', { name });
  /** Kills a process for good: nothing starts it again. */
  const kill = async (name: string): Promise<void> => {
    const child = bed.platform.children.find((candidate) => candidate.name === name);
    if (!child) throw new Error(`There is no process ${name}.`);
    const stopped = child.stop();
    process.kill(child.pid, 'SIGKILL');
    await stopped;
  };

  beforeAll(async () => {
    page = await bed.signedIn();
  });

  it('shows every process with its versions, and every queue with its workers', async () => {
    await page.getByRole('link', { name: 'Operators' }).click();
    await page.getByText('All is well').waitFor();
    for (const area of ['gateway', 'analytics', 'reports', 'palette'])
      await row('Processes', new RegExp(`^${area} .* ok .*${process.versions.node}`)).waitFor();
    for (const queue of [
      'webhooks',
      'collect',
      'report-generation',
      'report-rendering',
      'site-crawl',
      'exports',
    ])
      await row('Queues', new RegExp(`^${queue} .* 1 × `)).waitFor();
  });

  it('examines what the platform needs, and says what to do', async () => {
    await row('Checks', /^PostgreSQL ok PostgreSQL \d+ answers in/).waitFor();
    await row('Checks', /^E-mail look at it No mail server.*Set SMTP_URL/).waitFor();
    // Platforms of tests have no limits.
    await row('Checks', /^Safety look at it Rate limits are off\..*RATE_LIMIT_PER_MINUTE/).waitFor();
    const asked = page.waitForResponse((response) => response.url().endsWith('/v1/status/checks'));
    await page.getByRole('button', { name: 'Examine again' }).click();
    expect((await asked).status()).toBe(200);
  });

  it('is no page of a tenant: neither in the menu nor by its address', async () => {
    const other = await bed.browser.open('/console/');
    await bed.browser.signIn(other, await bed.platform.createKey('Tenant'));
    const menu = await other.getByRole('navigation').getByRole('link').allTextContents();
    expect(menu).not.toContain('Operators');
    expect(menu).toContain('API keys');
    await other.goto('/console/operators');
    await other.getByText('operators:read').waitFor();
    await other.context().close();
  });

  it('says by itself that a worker was killed, and then a service', async () => {
    await kill('palette-worker');
    await row('Queues', /^exports .* no worker/).waitFor();
    await page.getByText('Something is not quite right').waitFor();
    await kill('palette');
    await row('Processes', /^palette .* not reachable/).waitFor();
    await page.getByText('Part of the platform is down').waitFor();
    // The others are as well as before.
    await row('Processes', /^reports .* ok /).waitFor();
  });

  it('keeps what it showed while the gateway itself does not answer, and says so', async () => {
    const gateway = bed.platform.children.find(({ name }) => name === 'gateway');
    await gateway?.stop();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await row('Processes', /^palette .* not reachable/).waitFor();
  });

  it('speaks German', async () => {
    const { keys } = createPlatform({ ...bed.platform, maxRetries: 0 });
    await expect(keys.list()).rejects.toThrow();
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Betrieb' }).waitFor();
    await page.getByText('Ein Teil der Plattform ist ausgefallen').waitFor();
  });
});
