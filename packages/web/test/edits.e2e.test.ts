import { createPlatform } from '@platform/client';
import { describeInBrowser } from '@platform/testing';

import { useConsole } from './use-console.ts';

describeInBrowser('records changed in place', () => {
  const bed = useConsole();

  it('are funnels, with their steps and their order', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'funnels.example' });
    const goal = await websites.goals.create(id, { name: 'Ordered', type: 'event', pattern: 'order' });
    const read = { type: 'scroll' as const, pattern: '/guide', threshold: 80 };
    const paid = { type: 'event' as const, pattern: 'paid', property: 'plan', property_value: 'pro' };
    await websites.funnels.create(id, { name: 'Wya', steps: [{ type: 'page', pattern: '/' }, read, paid] });
    const page = await bed.signedIn(`/console/websites/${id}?tab=funnels`);
    await page.getByRole('button', { name: 'Edit: Wya' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit: Wya' });
    await dialog.getByLabel('Name').fill('Way');
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByLabel('Page or event').fill('/start');
    await dialog.getByRole('button', { name: 'Add a step' }).click();
    await dialog.getByRole('combobox', { name: 'Step 4' }).selectOption('Goal: Ordered');
    await dialog.getByRole('button', { name: 'Move up: Step 4' }).click();
    await dialog.getByRole('button', { name: 'Delete: Step 2' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Way' }).waitFor();
    const [funnel] = await websites.funnels.list(id);
    expect(funnel).toMatchObject({
      name: 'Way',
      steps: [{ type: 'page', pattern: '/start' }, { goal: goal.id }, { goal: null, ...paid }],
    });
    await page.context().close();
  });

  it('are segments, with their filters', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'segments.example' });
    const nested = {
      or: [
        { dimension: 'country', operator: 'is' as const, values: ['DE'] },
        { dimension: 'country', operator: 'is' as const, values: ['AT'] },
      ],
    };
    const plan = { dimension: 'prop:plan', operator: 'matches' as const, values: ['pro*'] };
    await websites.segments.create(id, { name: 'Home', filters: [nested, plan] });
    const page = await bed.signedIn(`/console/websites/${id}?tab=segments`);
    await page.getByRole('button', { name: 'Edit: Home' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit: Home' });
    await dialog.getByLabel('Values').fill('pro*\nteam');
    await dialog.getByRole('button', { name: 'Add a filter' }).click();
    const added = dialog.getByRole('group', { name: 'Filter 3' });
    await added.getByLabel('Dimension').selectOption('Page');
    await added.getByLabel('Comparison').selectOption('contains');
    await added.getByLabel('Values').fill('/blog');
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await websites.segments.list(id)).toMatchObject([
      {
        name: 'Home',
        filters: [
          nested,
          { ...plan, values: ['pro*', 'team'] },
          { dimension: 'page', operator: 'contains', values: ['/blog'] },
        ],
      },
    ]);
    await page.context().close();
  });

  it('are not overwritten unseen when two people change them', async () => {
    const { websites, webhooks } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: 'two.example' });
    const { id: goal } = await websites.goals.create(id, { name: 'Sold', type: 'page', pattern: '/sold' });
    const page = await bed.signedIn(`/console/websites/${id}?tab=goals`);
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    const warning = dialog.getByRole('alert').getByText('Somebody else changed this in the meantime');
    await page.getByRole('button', { name: 'Edit: Sold' }).click();
    await dialog.getByLabel('Page or event').fill('/mine');
    await websites.goals.update(id, goal, { pattern: '/theirs' });
    await save.click();
    await warning.waitFor();
    expect((await websites.goals.show(id, goal)).pattern).toBe('/theirs');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect((await websites.goals.show(id, goal)).pattern).toBe('/mine');
    const hook = await webhooks.create({ url: 'https://hooks.example/two', events: ['key.revoked'] });
    await page.goto(`/console/webhooks/${hook.id}`);
    await page.getByRole('button', { name: /^Edit: / }).click();
    await dialog.getByLabel('Description').fill('Mine');
    await webhooks.update(hook.id, { description: 'Theirs' });
    await save.click();
    await warning.waitFor();
    expect((await webhooks.show(hook.id)).description).toBe('Theirs');
    await webhooks.delete(hook.id);
    await page.context().close();
  });

  it('are schedules, of which the later change does not win silently', async () => {
    const { reports, schedules, sites } = createPlatform(bed.platform);
    const report = await reports.create({ url: 'https://two.example/' });
    const { id } = await schedules.create({ report_id: report.id, weekday: 1, hour: 6, timezone: 'UTC' });
    const page = await bed.signedIn(`/console/reports/${report.id}?tab=schedule`);
    const save = page.getByRole('button', { name: 'Save the schedule' });
    const warning = page.getByRole('alert').getByText('Somebody else changed this in the meantime');
    await page.getByLabel('Tell them when it gets worse').fill('mine@example.org');
    await schedules.update(id, { email_recipients: 'theirs@example.org' });
    await save.click();
    await warning.waitFor();
    expect((await schedules.show(id)).email_recipients).toBe('theirs@example.org');
    await save.click();
    await page.getByText('mine@example.org', { exact: false }).first().waitFor();
    const site = await sites.create({ url: 'https://two.example/', max_pages: 1 });
    await sites.schedule.update(site.id, {});
    await page.goto(`/console/sites/${site.id}?tab=schedule`);
    await page.getByLabel('Tell them when it gets worse').fill('mine@example.org');
    await sites.schedule.update(site.id, { email_recipients: 'theirs@example.org' });
    await save.click();
    await warning.waitFor();
    expect((await sites.schedule.show(site.id)).email_recipients).toBe('theirs@example.org');
    await page.context().close();
  });

  it('are groups of websites, with their name and what belongs to them', async () => {
    const { websites, groups } = createPlatform(bed.platform);
    const ids = [];
    for (const domain of ['one.group.example', 'other.group.example'])
      ids.push((await websites.create({ domain })).id);
    const { id } = await groups.create({ name: 'Shpos', websites: ids });
    const page = await bed.signedIn(`/console/websites/together?websites=${ids.join(',')}`);
    await page.getByRole('button', { name: 'Shpos ▾' }).click();
    await page.getByRole('button', { name: 'Edit: Shpos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit: Shpos' });
    await dialog.getByLabel('Name of the group').fill('Shops');
    await dialog.getByLabel('other.group.example').uncheck();
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await groups.show(id)).toMatchObject({ name: 'Shops', websites: ids.slice(0, 1) });
    await page.context().close();
  });

  it('are reports, whose page is opened to everybody and closed again', async () => {
    const { reports } = createPlatform(bed.platform);
    const { id } = await reports.create({ url: 'https://audience.example/' });
    const page = await bed.signedIn(`/console/reports/${id}?tab=links`);
    await page.getByLabel('Who may see its page').selectOption('With a password');
    await page.getByLabel('Password').fill('a tree by the lake');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(await reports.show(id)).toMatchObject({ privacy: 2, has_password: true });
    await page.context().close();
  });

  it('keep the scopes of a preset in the draft of a key', async () => {
    const page = await bed.signedIn('/console/keys');
    await page.getByRole('button', { name: /^Statistics/ }).click();
    await page.getByLabel('stats:read').and(page.locator(':checked')).waitFor();
    await page.reload();
    await page.getByText('What you typed earlier is back').waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    const pressed = page.getByRole('button', { name: /^Statistics/, pressed: true });
    await pressed.waitFor();
    await page.context().close();
  });

  it('are listed by the page, however many schedules there are', async () => {
    const { reports, schedules } = createPlatform(bed.platform);
    const { id } = await reports.create({ url: 'https://many.example/' });
    for (let count = 0; count < 26; count += 1) await schedules.create({ report_id: id });
    const page = await bed.signedIn('/console/schedules');
    const pager = page.getByRole('navigation', { name: 'Pages' });
    await pager.getByText(/^1–25 of/).waitFor();
    await pager.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=2/);
    await pager.getByText(/^26–/).waitFor();
    await page.context().close();
  });
});
