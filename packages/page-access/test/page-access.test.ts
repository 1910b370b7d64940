import {
  createLinkSigner,
  createPageAccess,
  createStoredAttemptLimiter,
  hashPassword,
} from '@platform/page-access';
import type { ProtectedPage } from '@platform/page-access';
import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ schema: 'pages', migrations: new URL('./migrations/', import.meta.url) });
});
afterAll(() => db.drop());
afterEach(() => db.database('password_attempts').delete());

const HOUR = 3600_000;
const setUp = ({ secret = Buffer.alloc(32, 7), secureCookies = true } = {}) => {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const now = () => clock.now;
  const access = createPageAccess({
    signer: createLinkSigner(secret, now),
    attempts: createStoredAttemptLimiter(db.database, { perAddress: 3, perPage: 6, windowSeconds: 600 }),
    secureCookies,
    now,
  });
  return { access, clock };
};
const page = (changes: Partial<ProtectedPage> = {}): ProtectedPage => ({
  kind: 'report',
  id: 7,
  privacy: 0,
  passwordHash: null,
  path: '/r/7',
  ...changes,
});
/** Returns what a browser sends back for a Set-Cookie value. */
const sent = (setCookie: string | null) => setCookie?.split(';')[0];

describe('page access', () => {
  let passwordHash: string;
  let closed: ProtectedPage;
  beforeAll(async () => {
    passwordHash = await hashPassword('sesame');
    closed = page({ privacy: 2, passwordHash });
  });

  it('shows an open page to everybody', async () => {
    expect(await setUp().access.decide(page(), {})).toBe('granted');
  });

  it('shows a private page to its owner and nobody else', async () => {
    const { access } = setUp();
    expect(await access.decide(page({ privacy: 1 }), {})).toBe('denied');
    expect(await access.decide(page({ privacy: 1 }), { isOwner: true })).toBe('granted');
    expect(await access.decide(page({ privacy: 9 }), {})).toBe('denied');
  });

  it('opens a private page with a signed link until it expires', async () => {
    const { access, clock } = setUp();
    const hidden = page({ privacy: 1 });
    const link = access.signedQuery(hidden, clock.now / 1000 + 3600).replace('access=', '');
    expect(await access.decide(hidden, { link })).toBe('granted');
    expect(await access.decide(page({ privacy: 1, id: 8 }), { link })).toBe('denied');
    expect(await access.decide(page({ privacy: 1, kind: 'website' }), { link })).toBe('denied');
    expect(await access.decide(hidden, { link: `${link}x` })).toBe('denied');
    expect(await access.decide(hidden, { link: link.replace(/^\d/, '9') })).toBe('denied');
    clock.now += HOUR;
    expect(await access.decide(hidden, { link })).toBe('denied');
  });

  it('asks for the password and opens with the cookie it gives', async () => {
    const { access } = setUp();
    expect(await access.decide(closed, {})).toBe('password');
    const cookie = await access.unlock(closed, 'sesame', '192.0.2.1');
    expect(cookie).toMatch(
      /^access_report_7=\d+\.[\w-]{43}; Max-Age=43200; Path=\/r\/7; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await access.decide(closed, { cookieHeader: `a=b; ${sent(cookie)}` })).toBe('granted');
    expect(await access.unlock(closed, 'wrong', '192.0.2.1')).toBeNull();
  });

  it('closes again when the password is set, even to the same one, or when the page becomes private', async () => {
    const { access } = setUp();
    const cookieHeader = sent(await access.unlock(closed, 'sesame', '192.0.2.1'));
    const again = page({ privacy: 2, passwordHash: await hashPassword('sesame') });
    expect(await access.decide(again, { cookieHeader })).toBe('password');
    expect(await access.decide(page({ privacy: 1, passwordHash }), { cookieHeader })).toBe('denied');
  });

  it('refuses cookies of other pages or secrets, and expired ones', async () => {
    const { access, clock } = setUp();
    const cookie = await access.unlock(closed, 'sesame', '192.0.2.1');
    const other = page({ privacy: 2, passwordHash, id: 8 });
    expect(await access.decide(other, { cookieHeader: sent(cookie)?.replace('_7', '_8') })).toBe('password');
    const foreign = setUp({ secret: Buffer.alloc(32, 8) }).access;
    expect(await foreign.decide(closed, { cookieHeader: sent(cookie) })).toBe('password');
    clock.now += 13 * HOUR;
    expect(await access.decide(closed, { cookieHeader: sent(cookie) })).toBe('password');
  });

  it('never opens without a password being set', async () => {
    const { access } = setUp();
    expect(await access.unlock(page({ privacy: 2 }), '', '192.0.2.1')).toBeNull();
    expect(await access.decide(page({ privacy: 2 }), { cookieHeader: 'access_report_7=' })).toBe('password');
  });

  it('stops guessing from one address, even in parallel, and lets it try again later', async () => {
    const { access } = setUp();
    const guesses = Array.from({ length: 10 }, (_, index) =>
      access.unlock(closed, `guess ${index}`, '192.0.2.1'),
    );
    const outcomes = await Promise.allSettled(guesses);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refusal: unknown = await access
      .unlock(closed, 'sesame', '192.0.2.1')
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: 'rate_limited' });
    const { retryAfterSeconds } = refusal as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(600);
    expect(await access.unlock(closed, 'sesame', '192.0.2.2')).toContain('access_report_7=');
    await db.database('password_attempts').update({ ends_at: new Date(0) });
    expect(await access.unlock(closed, 'sesame', '192.0.2.1')).toContain('access_report_7=');
  });

  it('stops guessing from many addresses', async () => {
    const { access } = setUp();
    for (let index = 0; index < 6; index += 1) await access.unlock(closed, 'wrong', `192.0.2.${index}`);
    await expect(access.unlock(closed, 'sesame', '198.51.100.1')).rejects.toMatchObject({
      kind: 'rate_limited',
    });
  });

  it('does not count correct passwords', async () => {
    const { access } = setUp();
    for (let index = 0; index < 5; index += 1)
      expect(await access.unlock(closed, 'sesame', '192.0.2.1')).not.toBeNull();
  });

  it('omits Secure where pages are served over plain HTTP', async () => {
    const { access } = setUp({ secureCookies: false });
    expect(await access.unlock(closed, 'sesame', '192.0.2.1')).not.toContain('Secure');
  });

  it('requires a long enough secret', () => {
    expect(() => createLinkSigner(Buffer.from('short'))).toThrow('at least 32 bytes');
  });
});
