import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';
const DAY_MILLISECONDS = 86_400_000;
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** A visit of two days ago, as GoatCounter writes it. */
const goatcounterExport = (): string =>
  [
    '2Path,Title,Event,User-Agent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date',
    `/,Front,false,,Firefox 140,Linux,s1,0,,,"1920,1080,1",DE,true,${new Date(Date.now() - 2 * DAY_MILLISECONDS).toISOString()}`,
  ].join('\n');

describeInBrowser('a website in the console', () => {
  const bed = useConsole();
  let page: Page;
  let id: number;
  /** Goes to a part of the website: to its group, if that isn't shown, and there to the part itself. */
  const show = async (group: string, part?: string): Promise<void> => {
    const name = 'shop.example';
    const inner = page.getByRole('navigation', { name: `${name}: ${group}` });
    if (part === undefined || (await inner.count()) === 0)
      await page.getByRole('navigation', { name, exact: true }).getByRole('link', { name: group }).click();
    if (part !== undefined) await inner.getByRole('link', { name: part }).click();
  };

  beforeAll(async () => {
    const { websites } = createPlatform(bed.platform);
    ({ id } = await websites.create({ domain: 'shop.example' }));
    await websites.goals.create(id, { name: 'Order', type: 'event', pattern: 'order' });
    page = await bed.signedIn(`/console/websites/${id}`);
    await page.getByRole('heading', { name: 'shop.example' }).waitFor();
  });

  it('makes a funnel of three steps, and takes its deletion back', async () => {
    await show('Measure', 'Funnels');
    await page.getByLabel('Name').fill('Purchase');
    await page.getByRole('button', { name: 'Add a step' }).click();
    const patterns = page.getByLabel('Page or event');
    for (const [index, pattern] of ['/', '/cart', '/thanks'].entries())
      await patterns.nth(index).fill(pattern);
    await page.getByRole('button', { name: 'Create a funnel' }).click();
    await page.getByRole('heading', { name: 'Purchase' }).waitFor();
    await eventually(async () => {
      expect(await page.getByRole('row').count()).toBe(4);
    });
    await page.getByRole('button', { name: 'Delete: Purchase' }).click();
    await page.getByText('No funnels yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Purchase' }).waitFor();
  });

  it('keeps the part that is shown in the address: Back leads to the one before', async () => {
    await show('Measure', 'Annotations');
    await page.waitForURL(`${bed.platform.url}/console/websites/${id}?tab=annotations`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Purchase' }).waitFor();
    await page.goForward();
  });

  it('tries what an address would be stored as before the rules are saved, and saves them', async () => {
    await show('Data', 'What is stored');
    await page.getByLabel('Pages stored as one').fill('/order/* => /order');
    await page.getByLabel('Pages that aren’t stored').fill('/admin/*');
    const attempt = async (address: string): Promise<void> => {
      await page.getByLabel('Address or path').fill(address);
      await page.getByRole('button', { name: 'Try', exact: true }).click();
    };
    await attempt('/order/4711?utm_source=news');
    await page.getByText('Stored as /order by the rule /order/* => /order').waitFor();
    await page.getByText('UTM source: news').waitFor();
    await attempt('/admin/users');
    await page.getByText('Not stored: Excluded pages').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => {
      const { page_rules: rules, exclude_pages: pages } = await createPlatform(bed.platform).websites.show(
        id,
      );
      expect([rules, pages]).toEqual(['/order/* => /order', '/admin/*']);
    });
  });

  it('deletes a page after it has shown how much that is, and keeps a record', async () => {
    const { events, websites, stats } = createPlatform(bed.platform);
    const { site_key: siteKey } = await websites.show(id);
    await events.send({
      events: ['/junk', '/junk', '/real'].map((path) => ({
        site_key: siteKey,
        url: `https://shop.example${path}`,
        ip: '198.51.100.9',
        user_agent: USER_AGENT,
      })),
    });
    await show('Data', 'Delete data');
    await page.getByText('Nothing has been deleted yet.').waitFor();
    await page.getByLabel('Dimension').selectOption('page');
    await page.getByLabel('Values, one per line').fill('/junk');
    await page.getByRole('button', { name: 'Show how much that is' }).click();
    await page.getByText('Page views: 2.').waitFor();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('row', { name: '/junk' }).getByRole('cell', { name: 'deleted' }).waitFor();
    const { rows } = await stats.query(id, { metrics: ['pageviews'], dimensions: [], date_range: 'today' });
    expect(rows[0]?.metrics).toEqual({ pageviews: 1 });
    expect(await page.getByRole('button', { name: 'Reset the website' }).isDisabled()).toBe(true);
  });

  it('puts the options that were chosen into the tracking code', async () => {
    await show('Settings', 'Tracking code');
    await page.getByText('Options of the tag').click();
    await page.getByLabel('Pages are named by their canonical link').check();
    await page.getByLabel('Pages that aren’t counted').fill('/admin/*');
    await page.getByText('t.js?canonical').waitFor();
    await page.getByText('data-canonical data-exclude="/admin/*"></script>').waitFor();
  });

  it('annotates a day, and says which field is wrong', async () => {
    await show('Measure', 'Annotations');
    await page.getByLabel('What happened').fill('Launch of the shop');
    await page.getByLabel('Link to more').fill('not an address');
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.locator('.field .wrong').waitFor();
    await page.getByLabel('Link to more').fill('https://shop.example/launch');
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.getByRole('cell', { name: 'Launch of the shop', exact: true }).waitFor();
  });

  it('makes an alert of each kind', async () => {
    await show('Measure', 'Alerts');
    for (const [name, type, condition] of [
      ['Busy', 'spike', '500 visits within an hour'],
      ['Quiet', 'silence', 'no visits for 6 hours'],
      ['Fewer', 'drop', 'a day with 50 % fewer visits than usual'],
      ['Sold', 'goal', '1 conversion in a day'],
    ] as const) {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('When to alert').selectOption(type);
      if (type === 'goal') await page.getByLabel('Goal').selectOption('Order');
      await page.getByRole('button', { name: 'Create an alert' }).click();
      await page.getByRole('row', { name }).getByRole('cell', { name: condition }).waitFor();
    }
  });

  it('counts one and many as they are said in each language', async () => {
    const { alerts } = createPlatform(bed.platform).websites;
    await alerts.create(id, { name: 'One', type: 'spike', threshold: 1 });
    await alerts.create(id, { name: 'Gone', type: 'silence', hours: 1 });
    await page.reload();
    for (const condition of ['1 visit within an hour', 'no visits for an hour'])
      await page.getByRole('cell', { name: condition, exact: true }).waitFor();
    await page.getByLabel('Language').selectOption('Deutsch');
    for (const condition of [
      '1 Besuch in einer Stunde',
      'eine Stunde lang kein Besuch',
      '1 Conversion in einem Tag',
      '6 Stunden lang kein Besuch',
    ])
      await page.getByRole('cell', { name: condition, exact: true }).waitFor();
    await page.getByLabel('Sprache').selectOption('English');
    await page.getByRole('cell', { name: 'no visits for 6 hours' }).waitFor();
  });

  it('saves a segment', async () => {
    await show('Measure', 'Segments');
    await page.getByLabel('Name').fill('At home');
    await page.getByLabel('Dimension').selectOption('country');
    await page.getByLabel('Values').fill('DE\nAT');
    await page.getByRole('button', { name: 'Save the segment' }).click();
    await page.getByRole('cell', { name: 'Country is Germany or Austria' }).waitFor();
  });

  it('imports what another tool counted', async () => {
    await show('Data', 'Imports');
    await page.getByText('Where each product keeps its export').click();
    await page.getByText('Start export, a .csv.gz').waitFor();
    await page.getByLabel('File').setInputFiles({
      name: 'goatcounter.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(goatcounterExport()),
    });
    await page.getByText('This looks like an export of GoatCounter.').waitFor();
    expect(await page.getByLabel('From').inputValue()).toBe('goatcounter');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('cell', { name: 'completed' }).waitFor();
    await page.getByRole('button', { name: 'Delete: goatcounter.csv' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('cell', { name: 'goatcounter.csv', exact: true }).waitFor();
  });

  it('says what was left out, and why', async () => {
    const { websites, events } = createPlatform(bed.platform);
    const { site_key } = await websites.show(id);
    const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    await events.send({
      events: [{ site_key, url: 'https://shop.example/', user_agent: bot, ip: '203.0.113.7' }],
    });
    await eventually(async () => {
      expect((await websites.drops(id)).totals).toMatchObject({ bot: 1 });
    });
    await show('Data', 'Left out');
    await page.getByRole('cell', { name: 'Bots' }).waitFor();
    await page.getByLabel('Period').selectOption('7');
    await page.waitForURL(/tab=drops&days=7/);
  });

  it('verifies the installation: what arrived, what was left out, and why', async () => {
    await show('Settings', 'Tracking code');
    await page.getByRole('heading', { name: 'Verify installation' }).waitFor();
    await page.getByText('Bots: 1').waitFor();
    await page.getByText(/Arrived and counted in the last 30 minutes/).waitFor();
  });

  it('tries exclusions before they are saved', async () => {
    await show('Settings');
    await page.getByLabel('Parameters to leave out').fill('utm_*');
    await page.getByRole('button', { name: 'Preview the effect' }).click();
    await page.getByText(/pages? of the last \d+ days would become/).waitFor();
    // Typed and not saved, it would come back as a draft.
    await page.getByLabel('Parameters to leave out').fill('');
  });

  it('saves only what was changed, and says when somebody else has changed the settings', async () => {
    const { websites } = createPlatform(bed.platform);
    await page.reload();
    await page.getByLabel('E-mail reports').check();
    await websites.update(id, { privacy: 0, exclude_ips: '203.0.113.9' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('Somebody else changed this in the meantime').waitFor();
    expect(await websites.show(id)).toMatchObject({ privacy: 0, email: 0 });
    expect(await page.getByLabel('E-mail reports').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(await websites.show(id)).toMatchObject({ privacy: 0, email: 1, exclude_ips: '203.0.113.9' });
    await eventually(async () => {
      expect(await page.getByLabel('Addresses to leave out').inputValue()).toBe('203.0.113.9');
    });
    await websites.update(id, { privacy: 1 });
  });

  it('begins weeks on the day that the settings say', async () => {
    const { websites, stats } = createPlatform(bed.platform);
    await page.reload();
    await page.getByLabel('Weeks begin on').selectOption('Sunday');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => {
      expect((await websites.show(id)).week_start).toBe('sunday');
    });
    const { date_range: week } = await stats.query(id, { metrics: ['visits'], date_range: 'week' });
    expect(new Date(week.from).getUTCDay()).toBe(0);
    const other = await bed.signedIn(`/console/websites/${id}?period=week`);
    const day = Number(week.from.slice(-2));
    await other
      .locator('.about-period')
      .getByText(new RegExp(`^(\\D*)${day}\\b`))
      .waitFor();
    await other.context().close();
  });

  it('keeps what is typed while the settings are saved', async () => {
    const { websites } = createPlatform(bed.platform);
    await page.reload();
    const addresses = page.getByLabel('Addresses to leave out');
    await addresses.waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/api/v1/websites/${id}`, async (route) => {
      await held;
      await route.continue();
    });
    await addresses.fill('203.0.113.10');
    await page.getByLabel('Password', { exact: true }).fill('first password');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await addresses.fill('203.0.113.11');
    await page.getByLabel('Parameters to leave out').fill('ref');
    release();
    await page.getByRole('status').getByText('Saved').waitFor();
    await page.unroute(`**/api/v1/websites/${id}`);
    await eventually(async () => {
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    });
    expect(await addresses.inputValue()).toBe('203.0.113.11');
    expect(await websites.show(id)).toMatchObject({ exclude_ips: '203.0.113.10', exclude_params: null });
    // The tag of the answer is the one that the next change is made for.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => {
      expect(await websites.show(id)).toMatchObject({ exclude_ips: '203.0.113.11', exclude_params: 'ref' });
    });
    expect(await page.getByRole('alert').count()).toBe(0);
    await websites.update(id, { exclude_ips: null, exclude_params: null });
  });

  it('says when e-mails have nobody to go to', async () => {
    await page.reload();
    await page.getByLabel('E-mail reports').uncheck();
    await page.getByLabel('E-mail reports').check();
    await page.getByText('Nobody would receive them').waitFor();
    await page.getByLabel('Recipients').fill('ann@shop.example');
    await page.getByText('Nobody would receive them').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(await createPlatform(bed.platform).websites.show(id)).toMatchObject({
      email_goes_to: ['ann@shop.example'],
    });
  });

  it('writes domains as people do, and finds them so', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id: own, domain } = await websites.create({ domain: 'bücher-müller.example' });
    expect(domain).toMatch(/^xn--/);
    await page.goto('/console/websites');
    await page.getByLabel('Search').fill('R-MÜLL');
    await page.getByRole('link', { name: 'bücher-müller.example' }).click();
    await page.getByRole('heading', { name: 'bücher-müller.example' }).waitFor();
    await websites.delete(own);
    await page.goto(`/console/websites/${id}`);
    await show('Settings');
  });

  it('shares a private page by a link, and ends the link', async () => {
    await show('Settings', 'Share links');
    await page.getByLabel('Who it is for').fill('Auditors');
    await page.getByLabel('Valid for').selectOption('30');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const row = page.getByRole('row', { name: 'Auditors' });
    await row.waitFor();
    // A form's reset leads back to the default, not to the first choice.
    await eventually(async () => {
      expect(await page.getByLabel('Valid for').inputValue()).toBe('7');
    });
    const url = (await row.getByRole('link').getAttribute('href')) ?? '';
    expect((await fetch(url)).status).toBe(200);
    await row.getByRole('button', { name: 'Delete: Auditors' }).click();
    // Others may be left: an e-mail of an alert brings a link with it.
    await row.waitFor({ state: 'detached' });
  });

  it('keeps what is being deleted away when its part is left and shown again', async () => {
    const { websites } = createPlatform(bed.platform);
    const links = async (): Promise<unknown[]> =>
      (await websites.links.list(id).all()).map(({ name }) => name).filter((name) => name === 'Press');
    for (const name of ['Press', 'Staff']) await websites.links.create(id, { name });
    await page.reload();
    const row = page.getByRole('row', { name: 'Press' });
    const leaveAndReturn = async (): Promise<void> => {
      await show('Settings', 'Tracking code');
      await page.getByText('Options of the tag').waitFor();
      await show('Settings', 'Share links');
      await page.getByRole('row', { name: 'Staff' }).waitFor();
      expect(await row.count()).toBe(0);
    };
    await row.getByRole('button', { name: 'Delete: Press' }).click();
    await leaveAndReturn();
    expect(await links()).toEqual(['Press']);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row.getByRole('button', { name: 'Delete: Press' }).click();
    await leaveAndReturn();
    await eventually(async () => {
      expect(await links()).toEqual([]);
    });
    expect(await row.count()).toBe(0);
    await leaveAndReturn();
  });

  it('tells how many of all who began come to each step of a funnel', async () => {
    const { websites, events } = createPlatform(bed.platform);
    const shop = await websites.create({ domain: 'funnel.example' });
    await websites.funnels.create(shop.id, {
      name: 'Purchase',
      steps: ['/', '/cart', '/thanks'].map((pattern) => ({ type: 'page' as const, pattern })),
    });
    for (const [path, visitors] of [
      ['/', 4],
      ['/cart', 2],
      ['/thanks', 1],
    ] as const)
      await events.send({
        events: Array.from({ length: visitors }, (_, index) => ({
          site_key: shop.site_key,
          url: `https://funnel.example${path}`,
          user_agent: USER_AGENT,
          ip: `203.0.113.${100 + index}`,
        })),
      });
    await eventually(async () => {
      const [funnel] = await websites.funnels.list(shop.id);
      expect(funnel?.steps.map(({ visitors }) => visitors)).toEqual([4, 2, 1]);
    });
    await page.goto(`/console/websites/${shop.id}?tab=funnels`);
    for (const row of ['/ 4 100%', '/cart 2 50%', '/thanks 1 25%'])
      await page.getByRole('row', { name: row }).waitFor();
  });

  it('sorts by keyboard, and keeps the order in the address', async () => {
    await createPlatform(bed.platform).websites.create({ domain: 'another.example' });
    await page.goto('/console/websites');
    const first = page.locator('tbody a').first();
    await page.getByRole('link', { name: 'another.example' }).waitFor();
    await eventually(async () => {
      expect(await first.textContent()).toBe('another.example');
    });
    await page.getByRole('columnheader', { name: 'Domain' }).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort="descending"]').waitFor();
    await page.waitForURL(/sort=desc/);
    await page.locator('tbody tr:first-child a', { hasText: 'shop.example' }).waitFor();
  });

  it('shows all websites with their visitors by one request', async () => {
    const asked: string[] = [];
    const note = (request: { url: () => string }): void => {
      asked.push(new URL(request.url()).pathname);
    };
    page.on('request', note);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'another.example' })
      .getByText('0 visitors', { exact: true })
      .waitFor();
    await page.getByRole('listitem').filter({ hasText: 'shop.example' }).getByRole('img').waitFor();
    page.off('request', note);
    expect(asked.filter((path) => path.startsWith('/api/v1/stats'))).toEqual(['/api/v1/stats']);
  });
});
