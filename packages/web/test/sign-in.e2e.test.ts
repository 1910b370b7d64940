import { createPlatform } from '@platform/client';
import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole, useOwnConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

const USED = 'This sign-in link has been used or is more than ten minutes old.';

describeInBrowser('signing in to the console by a link', () => {
  const bed = useConsole();
  const newLink = async (): Promise<string> => (await createPlatform(bed.platform).signInLinks.create()).url;

  /** Where the organisation has no owner, an account is offered first. */
  const decline = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { name: 'Make your account' }).waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  };

  it('trades the code for a session, and leaves it in no address', async () => {
    const page = await bed.browser.open(await newLink());
    await decline(page);
    expect(page.url()).toBe(`${bed.platform.url}/console/`);
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goBack();
    expect(page.url()).not.toContain('sign-in');
    await page.context().close();
  });

  it('says it when the link was used already, and takes a key then', async () => {
    const link = await newLink();
    const first = await bed.browser.open(link);
    await decline(first);
    const second = await bed.browser.open(link);
    await second.getByRole('alert').filter({ hasText: USED }).waitFor();
    expect(second.url()).toBe(`${bed.platform.url}/console/`);
    expect(await bed.browser.violations(second)).toEqual([]);
    await bed.browser.signIn(second, bed.platform.key);
    await second.getByRole('button', { name: 'Sign out' }).click();
    await second.getByLabel('API key').waitFor();
    expect(await second.getByRole('alert').count()).toBe(0);
    // Where it signed somebody in, opening it again does no harm.
    await first.goto('about:blank');
    await first.goto(link);
    await first.getByRole('heading', { name: 'Overview' }).waitFor();
    await first.getByRole('button', { name: 'Sign out' }).click();
    await first.getByLabel('API key').waitFor();
    expect(await first.getByRole('alert').count()).toBe(0);
    await Promise.all([first.context().close(), second.context().close()]);
  });

  it('takes a link that is pasted into a tab of the console', async () => {
    const page = await bed.browser.open('/console/');
    await page.getByLabel('API key').waitFor();
    await page.goto(await newLink());
    await decline(page);
    expect(page.url()).toBe(`${bed.platform.url}/console/`);
    await page.context().close();
  });

  it('offers no identity provider where there is none', async () => {
    const page = await bed.browser.open('/console/');
    await page.getByLabel('API key').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Sign in']);
    await page.context().close();
  });

  it('says in German why an identity provider let nobody in', async () => {
    const page = await bed.browser.open('/console/?sign_in=not_a_member', { locale: 'de-DE' });
    await page.getByText('Sie gehören hier zu keiner Organisation.').waitFor();
    expect(page.url()).toBe(`${bed.platform.url}/console/`);
    await page.context().close();
  });
});

describeInBrowser('signing in to the console with an identity provider', () => {
  /** Says who it is, as OpenID Connect wants, and lets nobody in. */
  const provider = useServer((request, response) => {
    const address = new URL(request.url ?? '', issuer());
    if (address.pathname !== '/authorize') {
      const document = { issuer: issuer(), authorization_endpoint: `${issuer()}/authorize` };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document));
      return;
    }
    const back = new URL(address.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('state', address.searchParams.get('state') ?? '');
    response.writeHead(303, { Location: back.href }).end();
  });
  const issuer = (): string => new URL(provider.url).origin;
  const bed = useOwnConsole({
    settings: () => ({ OIDC_ISSUER: issuer(), OIDC_CLIENT_ID: 'console' }),
    leavesFor: issuer,
  });

  it('leaves for the provider, and says it when that refuses', async () => {
    const page = await bed.browser.open('/console/');
    await page.getByRole('button', { name: 'Sign in with your identity provider' }).click();
    await page.getByRole('alert').filter({ hasText: 'The identity provider did not let you in.' }).waitFor();
    expect(page.url()).toBe(`${bed.platform.url}/console/`);
    expect(await bed.browser.violations(page)).toEqual([]);
  });
});
