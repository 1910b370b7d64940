import { createPlatform } from '@platform/client';
import { describeInBrowser } from '@platform/testing';

import { useConsole } from './use-console.ts';

describeInBrowser('goals in the console', () => {
  const bed = useConsole();

  it('are made of every kind, say what they count, and are changed', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'goals.example' });
    const page = await bed.signedIn(`/console/websites/${id}?tab=goals`);
    await page.getByLabel('Name').fill('Read it');
    await page.getByLabel('What counts').selectOption('A page is scrolled');
    await page.getByLabel('Per cent of the page').fill('75');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('cell', { name: '75 % of any page', exact: true }).waitFor();
    await page.getByLabel('Name').fill('Stayed');
    await page.getByLabel('What counts').selectOption('Somebody stays on a page');
    await page.getByLabel('Page (* stands for anything)').fill('/blog/*');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('cell', { name: '30 s on /blog/*', exact: true }).waitFor();
    await page.getByLabel('Name').fill('Ordered');
    await page.getByLabel('What counts').selectOption('An event happens');
    await page.getByLabel('Page or event').fill('order');
    await page.getByLabel('With the property').fill('plan');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('cell', { name: 'order (plan)', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit: Ordered' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit: Ordered' });
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByLabel('Name').fill('Ordered a team plan');
    await dialog.getByLabel('and its value').fill('team');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'order (plan: team)', exact: true }).waitFor();
    expect(
      (await websites.goals.list(id)).map(({ name, type, pattern, threshold, property_value: value }) => [
        name,
        type,
        pattern,
        threshold,
        value,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Read it', 'scroll', '*', 75, null],
        ['Stayed', 'engaged', '/blog/*', 30, null],
        ['Ordered a team plan', 'event', 'order', null, 'team'],
      ]),
    );
    await page.context().close();
  });

  it('are asked for by an alert that needs one', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'aimless.example' });
    const page = await bed.signedIn(`/console/websites/${id}?tab=alerts&type=goal`);
    await page.getByText('This website has no goal yet.').waitFor();
    await page.getByRole('status').getByRole('link', { name: 'Goals' }).click();
    await page.getByText('No goals yet.').waitFor();
    await page.context().close();
  });

  it('are watched by alerts that can be changed, so that somebody hears of them', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'alerting.example' });
    const goal = await websites.goals.create(id, { name: 'Sold', type: 'page', pattern: '/thanks' });
    await websites.alerts.create(id, { name: 'Told to nobody', type: 'silence', hours: 6 });
    const page = await bed.signedIn(`/console/websites/${id}?tab=alerts`);
    await page.getByRole('cell', { name: 'nobody by e-mail: add recipients' }).waitFor();
    await page.getByRole('button', { name: 'Edit: Told to nobody' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit: Told to nobody' });
    expect(await dialog.getByLabel('Hours without visits').inputValue()).toBe('6');
    await dialog.getByLabel('When to alert').selectOption('A goal is reached');
    await dialog.getByLabel('Conversions').fill('3');
    await dialog.getByLabel('Recipients, one per line').fill('ann@shop.example');
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '3 conversions in a day', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'ann@shop.example', exact: true }).waitFor();
    expect(await websites.alerts.list(id)).toMatchObject([
      { type: 'goal', goal: goal.id, threshold: 3, hours: null, recipients: 'ann@shop.example' },
    ]);
    await page.context().close();
  });

  it('stand beside annotations and segments that can be changed, too', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'noted.example' });
    const time = '2026-11-20T10:00:42.000Z';
    await websites.annotations.create(id, { text: 'Lanuch', time, url: 'https://noted.example/a' });
    const filters = [{ dimension: 'country', operator: 'is' as const, values: ['DE'] }];
    await websites.segments.create(id, { name: 'Home', filters });
    const page = await bed.signedIn(`/console/websites/${id}?tab=annotations`);
    await page.getByRole('button', { name: 'Edit: Lanuch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What happened').fill('Launch');
    await dialog.getByLabel('Kind').selectOption('Deployment');
    await dialog.getByLabel('Link to more').fill('');
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Launch', exact: true }).waitFor();
    const [note] = await websites.annotations.list(id).all();
    expect(note).toMatchObject({ text: 'Launch', kind: 'deployment', url: null });
    expect(Date.parse(note?.time ?? '')).toBe(Date.parse(time));
    await page.goto(`/console/websites/${id}?tab=segments`);
    await page.getByRole('button', { name: 'Edit: Home' }).click();
    await dialog.getByLabel('Name').fill('At home');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'At home', exact: true }).waitFor();
    expect(await websites.segments.list(id)).toMatchObject([{ name: 'At home', filters }]);
    await page.context().close();
  });

  it('are not deleted by a preview of something else', async () => {
    const { websites, events, stats } = createPlatform(bed.platform);
    const { id, site_key: siteKey } = await websites.create({ domain: 'spam.example' });
    await events.send({
      events: ['/junk', '/real'].map((path) => ({
        site_key: siteKey,
        url: `https://spam.example${path}`,
        ip: '198.51.100.9',
        user_agent:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
      })),
    });
    const page = await bed.signedIn(`/console/websites/${id}?tab=deletions`);
    const look = page.getByRole('button', { name: 'Show how much that is' });
    const remove = page.getByRole('button', { name: 'Delete for good' });
    await page.getByLabel('Dimension').selectOption('Page');
    // A dimension without a value would mean everything.
    await look.click();
    await page.locator('textarea:invalid').waitFor();
    expect(await remove.count()).toBe(0);
    await page.getByLabel('Values, one per line').fill('/junk');
    await look.click();
    await page.getByText('Page views: 1.').waitFor();
    await page.getByLabel('Values, one per line').fill('/ju');
    await remove.waitFor({ state: 'detached' });
    const { rows } = await stats.query(id, { metrics: ['pageviews'], dimensions: [], date_range: 'today' });
    expect(rows[0]?.metrics.pageviews).toBe(2);
    await page.context().close();
  });
});
