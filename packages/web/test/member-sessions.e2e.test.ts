import { createPlatform } from '@platform/client';
import { describeInBrowser, startIdentityProvider } from '@platform/testing';
import type { TestIdentityProvider } from '@platform/testing';
import type { Page } from 'playwright-core';

import { screenIsThere } from './screen.ts';
import { useOwnConsole } from './use-console.ts';
const [VIEWER, EDITOR] = ['vera@example.com', 'edda@example.com'];
/** Controls that change something, on any screen. */
const CHANGES =
  'main form:not([role="search"]), main button:text-matches("^(Delete|Save|Make|Repair|Run|End|Move|Revoke)")';

describeInBrowser('members who sign in to the console with their identity provider', () => {
  let provider: TestIdentityProvider;
  beforeAll(async () => {
    provider = await startIdentityProvider();
  });
  afterAll(() => provider.close());
  const bed = useOwnConsole({
    settings: () => ({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.clientId,
      OIDC_CLIENT_SECRET: provider.client.clientSecret,
    }),
    leavesFor: () => provider.issuer,
  });
  let screens: string[];

  const signIn = async (email: string): Promise<Page> => {
    const page = await bed.browser.open('/console/');
    await page.getByRole('button', { name: 'Sign in with your identity provider' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    return page;
  };
  const menuOf = (page: Page): Promise<string[]> =>
    page.getByRole('navigation').getByRole('link').allTextContents();

  beforeAll(async () => {
    provider.serve(`${bed.platform.url}/console/login/callback`);
    const { members, websites, palettes, themes, reports } = createPlatform(bed.platform);
    await members.invite({ email: VIEWER, role: 'viewer' });
    await members.invite({ email: EDITOR, role: 'editor' });
    const website = await websites.create({ domain: 'shop.example' });
    const palette = await palettes.create({ base_color: '#2b5bd7' });
    const theme = await themes.create({ palette_id: palette.id, name: 'Ocean', tokens: {} });
    const report = await reports.run(`${bed.platform.url}/docs`);
    const tabs = ['goals', 'funnels', 'annotations', 'alerts', 'segments', 'imports', 'drops', 'links'];
    screens = [
      ...['websites', 'reports', 'schedules', 'sites', 'palettes', 'themes', 'usage'],
      ...['', ...tabs].map((tab) => `websites/${website.id}?tab=${tab}`),
      ...['', 'checks', 'history', 'schedule', 'links'].map((tab) => `reports/${report.id}?tab=${tab}`),
      ...['', 'versions', 'links'].map((tab) => `palettes/${palette.id}?tab=${tab}`),
      ...['', 'versions', 'links'].map((tab) => `themes/${theme.id}?tab=${tab}`),
    ];
  });

  it('shows a viewer everything and lets them change nothing', async () => {
    const page = await signIn(VIEWER);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${bed.platform.url}/console/`);
    expect(await menuOf(page)).toEqual([
      ...['Overview', 'Websites', 'Page reports', 'Palettes', 'Themes', 'Usage', 'Sessions'],
    ]);
    const changing: Record<string, string[]> = {};
    for (const screen of screens) {
      await page.goto(`/console/${screen}`);
      await screenIsThere(page);
      const found = await page.locator(CHANGES).allTextContents();
      if (found.length > 0) changing[screen] = found;
    }
    expect(changing).toEqual({});
    await page.context().close();
  });

  it('lets an editor change records, but neither members nor keys', async () => {
    const page = await signIn(EDITOR);
    await page.getByRole('link', { name: 'Websites' }).click();
    await page.getByLabel('Domain').fill('edited.example');
    await page.getByRole('button', { name: 'Add a website' }).click();
    await page.getByRole('heading', { name: 'edited.example' }).waitFor();
    const menu = await menuOf(page);
    expect(menu).toContain('Webhooks');
    for (const closed of ['Members', 'API keys', 'Audit log']) expect(menu).not.toContain(closed);
    await page.context().close();
  });

  it('says so to people who were not invited', async () => {
    const page = await signIn('mallory@example.com');
    await page.getByText('You are not a member of any organisation here.').waitFor();
    await page.context().close();
  });

  it('ends the session with the membership, and keeps all of it in the audit log', async () => {
    const [viewer, owner] = [await signIn(VIEWER), await bed.browser.open('/console/')];
    await viewer.getByRole('heading', { name: 'Overview' }).waitFor();
    const { members } = createPlatform(bed.platform);
    const list = (await members.list()).items;
    await members.remove(list.find(({ email }) => email === VIEWER)?.id ?? '');
    await viewer.reload();
    await viewer.getByLabel('API key').waitFor();
    await bed.browser.signIn(owner, bed.platform.key);
    await owner.getByRole('link', { name: 'Audit log' }).click();
    const rows = owner.getByRole('row', { name: VIEWER });
    for (const action of ['invited: Viewer', 'joined: Viewer', 'removed: Viewer'])
      await rows.filter({ hasText: action }).waitFor();
    expect(await bed.browser.violations(owner)).toEqual([]);
  });
});
