import { mkdir } from 'node:fs/promises';

import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually, startMailServer } from '@platform/testing';
import type { MailServer } from '@platform/testing';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

import { useOwnConsole } from './use-console.ts';

const OWNER = 'owner@example.com';
const PASSWORD = 'eleven purple lanterns';

/** Pictures for people to look at, where somebody wants them. */
const PICTURES = process.env['SCREENSHOTS'];
const SIZES = [390, 1280] as const;

describeInBrowser('accounts in the console', () => {
  let mail: MailServer;
  beforeAll(async () => {
    mail = await startMailServer();
  });
  afterAll(() => mail.close());
  const bed = useOwnConsole({ settings: () => ({ SMTP_URL: mail.url }) });

  /** Looks at a page in both colours and both widths: nothing is wrong with it, or too wide. */
  const look = async (page: Page, name: string): Promise<void> => {
    const before = page.viewportSize();
    if (PICTURES !== undefined) await mkdir(PICTURES, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of SIZES) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await eventually(async () => {
          expect([name, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([
            name,
            0,
          ]);
        });
        if (width === SIZES[0]) expect([name, await bed.browser.violations(page)]).toEqual([name, []]);
        if (PICTURES !== undefined)
          await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      }
    await page.emulateMedia({ colorScheme: 'light' });
    if (before) await page.setViewportSize(before);
  };

  /** Gives a page's browser an authenticator that always agrees. */
  const addAuthenticator = async (page: Page): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  };

  const overview = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Overview' }).waitFor();
  const signOut = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('E-mail address').waitFor();
  };
  const signIn = async (page: Page, email: string, password: string): Promise<void> => {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const mailedLink = async (to: string, kind: string): Promise<string> => {
    let link: string | undefined;
    await eventually(() => {
      link = mail.messages
        .filter(({ recipients }) => recipients.includes(to))
        .map(({ text = '' }) => new RegExp(`http\\S+#${kind}=[\\w-]{43}`).exec(text)?.[0])
        .findLast((found) => found !== undefined);
      expect(link).toBeDefined();
    });
    return link ?? '';
  };
  /** Invites somebody on the page of members; the link that is shown. */
  const invite = async (page: Page, email: string, role: string): Promise<string> => {
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Role', { exact: true }).selectOption(role);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('status').filter({ hasText: email }).waitFor();
    return (await page.getByText(/\/console\/#invitation=[\w-]{43}$/).textContent()) ?? '';
  };

  let owner: Page;

  it('lead from the first sign-in link to the owner’s account', async () => {
    const { url } = await createPlatform(bed.platform).signInLinks.create();
    owner = await bed.browser.open(url);
    await owner.getByRole('heading', { name: 'Make your account' }).waitFor();
    await look(owner, 'first-account');
    await owner.getByLabel('E-mail address').fill(OWNER);
    await owner.getByLabel('Your name').fill('Olga Owner');
    await owner.getByLabel('New password').fill('short');
    await owner.getByRole('button', { name: 'Create account' }).click();
    await owner.getByText('must have at least 12 characters').waitFor();
    await owner.getByLabel('New password').fill(PASSWORD);
    await owner.getByRole('button', { name: 'Create account' }).click();
    await overview(owner);
    await owner.getByTitle('Signed in with “Olga Owner”').waitFor();
    await signOut(owner);
    await look(owner, 'sign-in');
    await signIn(owner, OWNER, 'not the password');
    await owner.getByText('The e-mail address or the password is wrong.').waitFor();
    await signIn(owner, OWNER, PASSWORD);
    await overview(owner);
  });

  it('leave one’s own role and membership to another owner', async () => {
    await owner.getByRole('link', { name: 'Members' }).click();
    await owner.getByLabel(`Role: ${OWNER}`).waitFor();
    expect(await owner.getByLabel(`Role: ${OWNER}`).isDisabled()).toBe(true);
    expect(await owner.getByRole('button', { name: `Delete: ${OWNER}` }).count()).toBe(0);
  });

  it('are made by invited colleagues with a password, who sign in with it again', async () => {
    const link = await invite(owner, 'paula@example.com', 'Editor');
    await look(owner, 'members');
    const paula = await bed.browser.open(link);
    await paula.getByRole('heading', { name: 'Join First organisation' }).waitFor();
    expect(paula.url()).toBe(`${bed.platform.url}/console/`);
    await look(paula, 'invitation');
    await paula.getByLabel('New password').fill(PASSWORD);
    await paula.getByRole('button', { name: 'Create account' }).click();
    await overview(paula);
    expect(await paula.getByRole('link', { name: 'Members' }).count()).toBe(0);
    await signOut(paula);
    await signIn(paula, 'paula@example.com', PASSWORD);
    await overview(paula);
    // A link works once.
    const late = await bed.browser.open(link);
    await late.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    await look(late, 'invitation-gone');
    await Promise.all([paula.context().close(), late.context().close()]);
  });

  it('are made by invited colleagues with a passkey from a mail, who sign in with it again', async () => {
    await invite(owner, 'karl@example.com', 'Viewer');
    const karl = await bed.browser.open('/console/');
    await addAuthenticator(karl);
    await karl.goto(await mailedLink('karl@example.com', 'invitation'));
    await karl.getByLabel('Your name').fill('Karl Key');
    await karl.getByRole('button', { name: 'Use a passkey instead of a password' }).click();
    await overview(karl);
    await signOut(karl);
    await karl.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await overview(karl);
    await karl.getByTitle('Signed in with “Karl Key”').waitFor();
    await karl.getByRole('link', { name: 'Account' }).click();
    await karl.getByRole('row', { name: /^Passkey/ }).waitFor();
    await karl.getByText('karl@example.com (confirmed)').waitFor();
    await karl.context().close();
  });

  it('have a second step, recovery codes, passkeys and a new password', async () => {
    await owner.getByRole('link', { name: 'Account' }).click();
    await addAuthenticator(owner);
    await owner.getByLabel('Where it is kept').fill('Work laptop');
    await owner.getByRole('button', { name: 'Add a passkey' }).click();
    await owner.getByRole('row', { name: /^Work laptop/ }).waitFor();
    await owner.getByRole('button', { name: 'Set up an app that shows codes' }).click();
    await owner.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    await look(owner, 'account-app');
    const secret = ((await owner.locator('section code').first().textContent()) ?? '').replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await owner.getByLabel('Code', { exact: true }).fill(totp.generate());
    await owner.getByRole('button', { name: 'Turn on' }).click();
    await owner.getByText('Keep these recovery codes').waitFor();
    await look(owner, 'account-codes');
    const code = (await owner.locator('.codes code').first().textContent()) ?? '';
    await owner.getByRole('button', { name: 'I have kept them' }).click();
    await owner.getByText('Recovery codes left: 10.').waitFor();

    await signOut(owner);
    await signIn(owner, OWNER, PASSWORD);
    await owner.getByRole('heading', { name: 'Second step' }).waitFor();
    await look(owner, 'second-step');
    await owner.getByRole('button', { name: 'Use a recovery code' }).click();
    await owner.getByLabel('Recovery code').fill(code);
    await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
    await owner.getByRole('heading', { name: 'Account' }).waitFor();
    await signOut(owner);
    await owner.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await owner.getByRole('heading', { name: 'Account' }).waitFor();
  });

  it('ask who is there before a way in changes, once some time has passed', async () => {
    await owner.goto('/console/account');
    await owner.route(
      '**/v1/account/password',
      async (route) => {
        // As the platform answers a quarter of an hour later.
        const body = {
          data: null,
          error: { code: 'proof_required', message: 'Prove it.', details: [] },
          meta: {},
        };
        await route.fulfill({ status: 403, json: body });
      },
      { times: 1 },
    );
    await owner.getByLabel('New password').fill('nine silver kettles');
    await owner.getByRole('button', { name: 'Set password' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Is it you?' });
    await dialog.waitFor();
    await look(owner, 'proof');
    await dialog.getByLabel('Password').fill('wrong in any case');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('The e-mail address or the password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await owner.getByRole('status').filter({ hasText: 'The new password is set.' }).waitFor();
    await look(owner, 'account');
  });

  it('are found again by a mailed link, in German as well', async () => {
    const page = await bed.browser.open('/console/', { locale: 'de-DE' });
    await page.getByRole('button', { name: 'Passwort vergessen?' }).click();
    await look(page, 'forgotten');
    await page.getByLabel('E-Mail-Adresse').fill('paula@example.com');
    await page.getByRole('button', { name: 'Link schicken' }).click();
    await page.getByText('dann ist ein Link unterwegs').waitFor();
    await page.goto(await mailedLink('paula@example.com', 'reset'));
    await page.getByRole('heading', { name: 'Neues Passwort festlegen' }).waitFor();
    await look(page, 'reset');
    await page.getByLabel('Neues Passwort').fill('seven quiet harbours');
    await page.getByRole('button', { name: 'Passwort festlegen' }).click();
    await page.getByText('Das neue Passwort gilt.').waitFor();
    await page.getByLabel('E-Mail-Adresse').fill('paula@example.com');
    await page.getByLabel('Passwort').fill('seven quiet harbours');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
    await page.context().close();
  });

  it('belong to several organisations, and the sign-in shows which', async () => {
    const key = await bed.platform.createKey('Second organisation');
    const { invitation_url: link } = await createPlatform({ url: bed.platform.url, key }).members.invite({
      email: 'paul@elsewhere.example',
      role: 'owner',
    });
    const paula = await bed.browser.open('/console/');
    await signIn(paula, 'paula@example.com', 'seven quiet harbours');
    await overview(paula);
    await paula.goto(link);
    await paula
      .getByText('The invitation is for paul@elsewhere.example, but you are signed in as paula@example.com.')
      .waitFor();
    await look(paula, 'invitation-other');
    await paula.getByRole('button', { name: 'Join as paula@example.com' }).click();
    await overview(paula);
    const chooser = paula.getByRole('combobox', { name: 'Organisation' });
    await chooser.waitFor();
    await look(paula, 'chooser');
    await chooser.selectOption('First organisation');
    await eventually(async () => {
      expect(await paula.getByRole('link', { name: 'Members' }).count()).toBe(0);
    });
    await overview(paula);
    await signOut(paula);
    await signIn(paula, 'paula@example.com', 'seven quiet harbours');
    await paula.getByRole('heading', { name: 'Choose an organisation' }).waitFor();
    await look(paula, 'choose');
    await paula.keyboard.press('Tab');
    await paula.getByRole('button', { name: /^Second organisation/ }).click();
    await overview(paula);
    await paula.getByRole('link', { name: 'Members' }).waitFor();
    await paula.context().close();
  });

  it('are let back in by a link that an owner makes', async () => {
    await owner.getByRole('link', { name: 'Members' }).click();
    await owner.getByRole('button', { name: 'Link for a new password: karl@example.com' }).click();
    const link = (await owner.getByText(/\/console\/#reset=[\w-]{43}$/).textContent()) ?? '';
    const karl = await bed.browser.open(link);
    await karl.getByText('Your passkeys and your second step are removed').waitFor();
    await karl.getByLabel('New password').fill('four brass umbrellas');
    await karl.getByRole('button', { name: 'Set password' }).click();
    await karl.getByText('The new password is set.').waitFor();
    await signIn(karl, 'karl@example.com', 'four brass umbrellas');
    await overview(karl);
    await karl.getByRole('link', { name: 'Sessions' }).click();
    await karl.getByRole('row', { name: /^Chrome on / }).waitFor();
    await look(karl, 'sessions');
    await karl.context().close();
  });

  it('change their address by a mailed link, which asks for their own sign-in', async () => {
    await owner.getByRole('link', { name: 'Account' }).click();
    await owner.getByLabel('New address').fill('olga@new.example');
    await owner.getByRole('button', { name: 'Change the address' }).click();
    await owner.getByText('olga@new.example waits to be confirmed').waitFor();
    await look(owner, 'account-address');
    const link = await mailedLink('olga@new.example', 'email');
    const stranger = await bed.browser.open(link);
    await stranger.getByText('Sign in to the account that this address is for.').waitFor();
    await look(stranger, 'new-address-stranger');
    await stranger.context().close();
    await owner.goto(link);
    await owner.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
    await look(owner, 'new-address');
    await owner.getByRole('button', { name: 'Use the new address' }).click();
    await owner.getByRole('status').filter({ hasText: 'You sign in with olga@new.example now.' }).waitFor();
    await eventually(() => {
      expect(
        mail.messages
          .filter(({ recipients }) => recipients.includes(OWNER))
          .map(({ text = '' }) => text)
          .join(),
      ).toContain('another e-mail address now');
    });
  });

  it('let a command line in by its code, and see what its key is used for', async () => {
    const begin = async (): Promise<{ device_code: string; user_code: string }> => {
      const answer = await fetch(`${bed.platform.url}/console/device/code`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ client: 'dap on a laptop' }),
      });
      const { data } = (await answer.json()) as { data: { device_code: string; user_code: string } };
      return data;
    };
    const login = await begin();
    await owner.goto('/console/device');
    await owner.getByLabel('Code', { exact: true }).fill('bbbb-bbbb');
    await owner.getByRole('button', { name: 'Continue' }).click();
    await owner.getByText('No command line waits with this code.').waitFor();
    await look(owner, 'device');
    await owner.getByLabel('Code', { exact: true }).fill(login.user_code.toLowerCase());
    await owner.getByRole('button', { name: 'Continue' }).click();
    await owner.getByRole('heading', { name: `Does your terminal show ${login.user_code}?` }).waitFor();
    await owner.getByText('dap on a laptop asks for a key.').waitFor();
    await look(owner, 'device-decision');
    await owner.getByRole('button', { name: 'Let it in' }).click();
    await owner.getByText('It is let in.').waitFor();
    const fetched = await fetch(`${bed.platform.url}/console/device/key`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ device_code: login.device_code }),
    });
    const { data } = (await fetched.json()) as { data: { key: { key: string; scopes: string[] } } };
    expect(data.key.scopes).toContain('websites:read');
    await createPlatform({ url: bed.platform.url, key: data.key.key }).websites.list();
    await owner.getByRole('button', { name: 'Another code' }).click();
    const turned = await begin();
    await owner.getByLabel('Code', { exact: true }).fill(turned.user_code);
    await owner.getByRole('button', { name: 'Continue' }).click();
    await owner.getByRole('button', { name: 'Turn it away' }).click();
    await owner.getByText('It was turned away.').waitFor();
    await owner.goto('/console/keys');
    await owner.getByRole('button', { name: 'Use of dap on a laptop this month' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Use of dap on a laptop this month' });
    await dialog.getByRole('img', { name: 'Requests, By day' }).waitFor();
    await look(owner, 'key-usage');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('sign in beside keys', async () => {
    const page = await bed.browser.open('/console/');
    await page.getByText('Sign in with an API key').click();
    await page.getByLabel('API key').fill(bed.platform.key);
    await page.locator('details').getByRole('button', { name: 'Sign in', exact: true }).click();
    await overview(page);
    await page.context().close();
  });
});
