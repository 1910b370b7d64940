import { createGuard, GuardError } from '@platform/guard';
import type { Guard } from '@platform/guard';

import { startSite } from './loopback-site.ts';
import type { LoopbackSite } from './loopback-site.ts';

/** Answers of the name servers of these tests. The guard allows 127.0.0.1, but not 127.0.0.2. */
const ZONE: Record<string, string[]> = {
  'allowed.test': ['127.0.0.1'],
  'private.test': ['127.0.0.2'],
  'metadata.test': ['169.254.169.254'],
  'unspecified.test': ['0.0.0.0'],
  'unspecified6.test': ['::'],
  'loopback6.test': ['::1'],
  'mixed.test': ['127.0.0.1', '127.0.0.2'],
  'mixed-reversed.test': ['127.0.0.2', '127.0.0.1'],
  'mixed-public.test': ['8.8.8.8', '10.0.0.1'],
  'mixed-families.test': ['127.0.0.1', 'fd00::1'],
  'mapped.test': ['::ffff:127.0.0.2'],
  'mapped-metadata.test': ['::ffff:169.254.169.254'],
  'nat64.test': ['64:ff9b::7f00:2'],
  '6to4.test': ['2002:7f00:2::1'],
  'teredo.test': ['2001:0:7f00:2::1'],
  'ula.test': ['fc00::1'],
  'zone.test': ['fe80::1%lo'],
  'zone-of-allowed.test': ['::ffff:127.0.0.1%lo'],
  'link-local.test': ['fe80::1'],
  'azure.test': ['168.63.129.16'],
  'broken.test': ['not an address'],
  'public-on-odd-port.test': ['8.8.8.8'],
  'empty.test': [],
};

describe('a name', () => {
  let site: LoopbackSite;
  let guard: Guard;
  /** Answers that come before those of the zone, one for each resolution. */
  const rebinding: Record<string, string[][]> = {};

  beforeAll(async () => {
    site = await startSite((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      const target = searchParams.get('to');
      if (pathname === '/redirect' && target !== null) {
        response.writeHead(Number(searchParams.get('status') ?? 302), {
          location: Buffer.from(target).toString('latin1'),
        });
        response.end('moved');
        return;
      }
      if (pathname.startsWith('/count/')) {
        const left = Number(pathname.slice('/count/'.length));
        if (left > 0) response.writeHead(302, { location: `/count/${left - 1}` });
        response.end(left === 0 ? 'arrived' : '');
        return;
      }
      if (pathname === '/welcome' && request.headers.cookie === undefined)
        response.writeHead(302, { location: '/welcome', 'set-cookie': 'visited=1; Path=/' });
      if (pathname === '/welcome-never')
        response.writeHead(302, { location: '/welcome-never', 'set-cookie': 'no=1; Max-Age=0' });
      if (pathname === '/welcome-elsewhere') {
        const location = `http://allowed.test:${String(site.port)}/welcome-there`;
        response.writeHead(302, { location, 'set-cookie': 'visited=1; Path=/' });
      }
      if (pathname.startsWith('/welcome')) {
        response.end(request.headers.cookie ?? 'none');
        return;
      }
      if (pathname === '/no-location') response.writeHead(302);
      response.end('hello');
    });
    guard = createGuard({
      allow: ['127.0.0.1'],
      userAgent: 'guard-test',
      timeouts: { total: 5000, connect: 500 },
      async resolveHost(hostname) {
        const answer = rebinding[hostname]?.shift() ?? ZONE[hostname];
        if (!answer) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
        return Promise.resolve(answer);
      },
    });
  });
  afterEach(() => {
    site.requests.length = 0;
  });
  afterAll(async () => {
    await guard.close();
    await site.close();
  });

  const failure = async (url: string): Promise<string> => {
    const error: unknown = await guard.fetch(url).then(
      () => 'answered',
      (reason: unknown) => reason,
    );
    return error instanceof GuardError ? error.code : String(error);
  };
  const redirectTo = (target: string, status = 302) =>
    `${site.origin}/redirect?status=${status}&to=${encodeURIComponent(target)}`;

  it('is reached if all its addresses are permitted', async () => {
    const response = await guard.fetch(`http://allowed.test:${site.port}/`);
    expect(response).toMatchObject({
      status: 200,
      finalUrl: `http://allowed.test:${site.port}/`,
      redirects: [],
    });
    expect(response.body.toString()).toBe('hello');
    expect(site.requests[0]?.headers).toMatchObject({
      host: `allowed.test:${site.port}`,
      'user-agent': 'guard-test',
    });
  });

  const refused = Object.keys(ZONE).filter((name) => !['allowed.test', 'empty.test'].includes(name));
  it.each(refused)('%s is refused before anything is sent', async (name) => {
    expect(await failure(`http://${name}:${site.port}/`)).toBe('blocked');
    expect(guard.check(`http://${name}:${site.port}/`).hostname).toBe(name);
    expect(site.requests).toHaveLength(0);
  });

  it.each(['unknown.test', 'empty.test'])('%s has no address', async (name) => {
    expect(await failure(`http://${name}:${site.port}/`)).toBe('dns');
  });

  it.each(['localhost', 'LOCALHOST.', 'a.localhost'])('%s is refused at once, without a lookup', (name) => {
    const strict = createGuard({ userAgent: 'test' });
    expect(() => strict.check(`http://${name}/`)).toThrow(
      'The URL must be the public http or https address of a page.',
    );
  });

  it('passes the check, and is refused for its addresses when connecting', async () => {
    rebinding['rebind.test'] = [['127.0.0.2']];
    const url = `http://rebind.test:${site.port}/`;
    expect(guard.check(url).href).toBe(url);
    expect(await failure(url)).toBe('blocked');
    expect(site.requests).toHaveLength(0);
  });

  it('that rebinds in any way is connected to at permitted addresses only', async () => {
    rebinding['flip.test'] = [['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['::1'], ['127.0.0.1']];
    const outcomes = [];
    for (let attempt = 0; attempt < 4; attempt += 1)
      outcomes.push(await failure(`http://flip.test:${site.port}/`));
    expect(outcomes).toEqual(['blocked', 'blocked', 'blocked', 'answered']);
    expect(site.requests).toHaveLength(1);
  });

  it('is checked for TLS inspections as well', async () => {
    for (const host of ['private.test', 'mixed.test', '127.0.0.2', '[::1]'])
      await expect(guard.inspectTls(`https://${host}:${site.port}/`)).rejects.toMatchObject({
        code: 'blocked',
      });
  });

  describe('in a redirect', () => {
    it.each([
      ...['http://127.0.0.2:PORT/', 'http://2130706434:PORT/', 'http://0x7f.2:PORT/', 'http://[::1]:PORT/'],
      ...['http://[::ffff:127.0.0.2]:PORT/', 'http://private.test:PORT/', 'http://mixed.test:PORT/'],
      ...['//127.0.0.2:PORT/', '\\\\127.0.0.2:PORT\\', '///127.0.0.2:PORT/', 'ht\ttp://127.0.0.2:PORT/'],
      ...['http://169.254.169.254/latest/meta-data/', 'https://127.0.0.2:PORT/', 'http://8.8.8.8:22/'],
      ...[
        'ftp://allowed.test/',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'data:text/html,x',
        'gopher://127.0.0.1:1/',
      ],
      ...['http://user:secret@allowed.test:PORT/', 'http://[', 'http://127.0.0.1%2f@127.0.0.2:PORT/'],
    ])('%j is refused', async (target) => {
      const url = redirectTo(target.replace('PORT', String(site.port)));
      expect(await failure(url)).toBe('blocked');
      expect(site.requests.map((request) => request.url?.split('?')[0])).toEqual(['/redirect']);
    });

    it.each([301, 302, 303, 307, 308])('with status %d is followed and reported', async (status) => {
      const location = `http://allowed.test:${site.port}/caf%C3%A9`;
      const response = await guard.fetch(redirectTo(`http://allowed.test:${site.port}/café#part`, status));
      expect(response.finalUrl).toBe(location);
      expect(response.redirects).toEqual([
        { url: expect.stringContaining('/redirect'), status, location, setCookies: [] },
      ]);
    });

    it('is refused at the second hop as well', async () => {
      expect(await failure(redirectTo(redirectTo('http://127.0.0.2/')))).toBe('blocked');
    });

    it('without a location is the answer itself', async () => {
      expect(await guard.fetch(`${site.origin}/no-location`)).toMatchObject({ status: 302, redirects: [] });
    });

    it('is the answer itself if none should be followed', async () => {
      const response = await guard.fetch(redirectTo('http://127.0.0.2/'), { maxRedirects: 0 });
      expect(response.status).toBe(302);
    });

    it('is followed ten times, but not eleven', async () => {
      expect((await guard.fetch(`${site.origin}/count/10`)).redirects).toHaveLength(10);
      expect(await failure(`${site.origin}/count/11`)).toBe('redirect_loop');
    });

    it('to itself is followed once its cookie comes back, if cookies are kept', async () => {
      const url = `${site.origin}/welcome`;
      const response = await guard.fetch(url, { keepsCookies: true });
      expect(response).toMatchObject({ status: 200, finalUrl: url });
      expect(response.body.toString()).toBe('visited=1');
      expect(response.redirects).toEqual([
        { url, status: 302, location: url, setCookies: ['visited=1; Path=/'] },
      ]);
      expect(await failure(url)).toBe('redirect_loop');
      await expect(guard.fetch(`${site.origin}/welcome-never`, { keepsCookies: true })).rejects.toMatchObject(
        { code: 'redirect_loop' },
      );
    });

    it('to another site takes no cookies along', async () => {
      const response = await guard.fetch(`${site.origin}/welcome-elsewhere`, { keepsCookies: true });
      expect(response.body.toString()).toBe('none');
    });

    it('that leads back is a loop', async () => {
      expect(await failure(redirectTo(''))).toBe('redirect_loop');
      site.requests.length = 0;
      const circle = `${site.origin}/redirect?to=${encodeURIComponent('/redirect?to=%2Fback')}`;
      expect(await failure(circle)).toBe('answered');
    });

    it('never carries credentials to another origin', async () => {
      const headers = { authorization: 'Bearer secret', Cookie: 'session=1', 'x-probe': 'kept' };
      await guard.fetch(redirectTo(`http://allowed.test:${site.port}/`), { headers });
      expect(site.requests[0]?.headers).toMatchObject({
        authorization: 'Bearer secret',
        cookie: 'session=1',
      });
      expect(site.requests[1]?.headers).toMatchObject({ 'x-probe': 'kept' });
      expect(site.requests[1]?.headers).not.toHaveProperty('authorization');
      expect(site.requests[1]?.headers).not.toHaveProperty('cookie');
    });
  });
});
