import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';

import { screenIsThere } from './screen.ts';
import { useConsole } from './use-console.ts';

/** Addresses of records that aren't there, and of ids that none can have; the list that each leads to. */
const NOWHERE = [
  ['websites/abc', 'Websites'],
  ['websites/999999999', 'Websites'],
  ['reports/abc', 'Page reports'],
  ['reports/999999999', 'Page reports'],
  ['sites/1.5', 'Whole sites'],
  ['palettes/abc', 'Palettes'],
  ['themes/thm_01h455vb4pex5vsknk084sn02q', 'Themes'],
  ['webhooks/nothing', 'Webhooks'],
] as const;

/** Screens that a key for palettes may not see, and the right that each takes. */
const CLOSED = [
  ['websites', 'Websites', 'websites:read'],
  ['websites/1?tab=goals', 'Websites', 'websites:read'],
  ['schedules', 'Page reports', 'reports:read'],
  ['members', 'Members', 'keys:admin'],
  ['keys', 'API keys', 'keys:admin'],
  ['webhooks', 'Webhooks', 'webhooks:write'],
  ['audit-log', 'Audit log', 'keys:admin'],
  ['usage', 'Usage', 'usage:read'],
  ['operators', 'Operators', 'operators:read'],
] as const;

describeInBrowser('addresses of the console that lead nowhere', () => {
  const bed = useConsole();

  it('say that there is no such record, and lead to the list of those that are', async () => {
    const page = await bed.signedIn();
    for (const [path, list] of NOWHERE) {
      await page.goto(`/console/${path}`);
      await page.locator('h1', { hasText: 'This is not here' }).waitFor();
      await eventually(async () => {
        expect(await page.title()).toContain('This is not here');
      });
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await page.getByRole('link', { name: `To ${list}`, exact: true }).click();
      await page.getByRole('heading', { name: list, level: 1 }).waitFor();
    }
    await page.context().close();
  });

  it('name the right that a closed screen takes, and who gives it', async () => {
    const { key } = await createPlatform(bed.platform).keys.create({
      name: 'Colours only',
      scopes: ['palettes:read'],
    });
    const page = await bed.browser.open('/console/');
    await bed.browser.signIn(page, key);
    await page.getByText('Nothing here yet that you may see.').waitFor();
    for (const [path, title, scope] of CLOSED) {
      await page.goto(`/console/${path}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByText(`It takes the right ${scope}`).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    await page.getByText('Only whoever runs the platform sees it').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.goto('/console/account');
    await page.getByText('You signed in with a key, which has no account.').waitFor();
    await page.getByRole('link', { name: 'Back to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('leave out a segment that was deleted since', async () => {
    const platform = createPlatform(bed.platform);
    const { id, site_key: siteKey } = await platform.websites.create({ domain: 'segment.example' });
    await platform.events.send({
      events: [
        {
          site_key: siteKey,
          url: 'https://segment.example/',
          ip: '198.51.100.9',
          user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0',
        },
      ],
    });
    const page = await bed.signedIn(`/console/websites/${id}?period=today&segment=999999`);
    await page.getByText('That segment is no longer there').waitFor();
    await page.getByRole('group', { name: 'Figures' }).waitFor();
    expect(page.url()).not.toContain('segment=');
    await page.context().close();
  });

  it('name the right that a part of a website takes', async () => {
    const platform = createPlatform(bed.platform);
    const { id } = await platform.websites.create({ domain: 'closed.example' });
    const { key } = await platform.keys.create({ name: 'Reader', scopes: ['websites:read'] });
    const page = await bed.browser.open('/console/');
    await bed.browser.signIn(page, key);
    await page.goto(`/console/websites/${id}?tab=settings`);
    await page.getByText('It takes the right websites:write').waitFor();
    await page.goto(`/console/websites/${id}?tab=fixes`);
    await page.getByText('It takes the right stats:read').waitFor();
    await page.context().close();
  });
});

describeInBrowser('what somebody asked the console for', () => {
  const bed = useConsole();

  it('is asked for again by a button that says so until it is answered', async () => {
    const page = await bed.signedIn('/console/themes');
    await screenIsThere(page);
    const held = Promise.withResolvers<undefined>();
    let asked = 0;
    await page.route('**/v1/members?*', async (route) => {
      asked += 1;
      if (asked > 1) await held.promise;
      await route.fulfill({ status: 404, contentType: 'application/json', json: { message: 'Not now.' } });
    });
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('alert').getByText('Not now.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Trying again …' }).waitFor();
    held.resolve(undefined);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.context().close();
  });

  it('fails in the language of the reader, also where no server has answered', async () => {
    const page = await bed.signedIn('/console/websites');
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.route('**/api/v1/websites', (route) => route.abort());
    await page.getByLabel('Domain').fill('offline.example');
    await page.getByRole('button', { name: 'Website anlegen' }).click();
    await page.getByRole('alert').getByText('Die Plattform ist nicht erreichbar.').waitFor();
    await page.unroute('**/api/v1/websites');
    await page.route('**/api/v1/websites', (route) =>
      route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>Too large</h1>' }),
    );
    await page.getByRole('button', { name: 'Website anlegen' }).click();
    await page.getByRole('alert').getByText('Die Plattform hat mit Fehler 413 geantwortet.').waitFor();
    await page.getByLabel('Sprache').selectOption('English');
    await page.context().close();
  });

  it('waits for a platform that is busy, and says for how long', async () => {
    const page = await bed.signedIn();
    let asked = 0;
    await page.route('**/api/v1/stats?*', async (route) => {
      asked += 1;
      await (asked > 1
        ? route.continue()
        : route.fulfill({ status: 503, headers: { 'Retry-After': '3' }, json: { message: 'Not now.' } }));
    });
    await page.getByRole('link', { name: 'Websites' }).click();
    await page.getByRole('status').getByText('It is asked again in 3 seconds.').waitFor();
    await page.getByLabel('Domain').waitFor();
    await eventually(() => {
      expect(asked).toBe(2);
    });
    await page.context().close();
  });

  it('is done before the session ends, where it could still be taken back', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'leaving.example' });
    const page = await bed.signedIn('/console/websites?search=leaving');
    await page.getByRole('button', { name: 'Delete: leaving.example' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await expect(websites.show(id)).rejects.toMatchObject({ status: 404 });
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.context().close();
  });

  it('is sent once by a double click', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'twice.example' });
    const page = await bed.signedIn(`/console/websites/${id}?tab=links`);
    await screenIsThere(page);
    await page.getByRole('button', { name: 'Create a link' }).dblclick({ delay: 60 });
    await page.getByRole('button', { name: /^Delete: Link/ }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await websites.links.list(id).all()).toHaveLength(1);
    await page.context().close();
  });
});
