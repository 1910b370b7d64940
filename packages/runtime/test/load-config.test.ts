import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Joi from 'joi';

import { createTrustsProxy, loadConfig, settings, tracingVariables } from '../src/index.ts';
import type { ProxyTrust } from '../src/index.ts';

describe('loadConfig', () => {
  it('reads typed values and defaults, and treats an empty variable as unset', () => {
    const config = loadConfig<{ PORT: number; LOG_LEVEL: string; GUARD_ALLOW: string[]; PUBLIC_URL: string }>(
      {
        PORT: settings.PORT.default(8080),
        LOG_LEVEL: settings.LOG_LEVEL,
        GUARD_ALLOW: settings.GUARD_ALLOW,
        PUBLIC_URL: settings.PUBLIC_URL,
      },
      {
        PORT: '9000',
        LOG_LEVEL: '',
        GUARD_ALLOW: '10.0.0.0/8, ::1,',
        PUBLIC_URL: 'https://x.example/',
        UNRELATED: '1',
      },
    );
    expect(config).toEqual({
      PORT: 9000,
      LOG_LEVEL: 'info',
      GUARD_ALLOW: ['10.0.0.0/8', '::1'],
      PUBLIC_URL: 'https://x.example',
    });
  });

  it('lists everything that is wrong at once', () => {
    const load = (): unknown =>
      loadConfig({ DATABASE_URL: settings.DATABASE_URL, PORT: Joi.number().required() }, { PORT: 'x' });
    expect(load).toThrow(/DATABASE_URL is required[\s\S]*PORT must be a number/);
  });

  it.each(['TRACKER_PATH', 'COLLECT_PATH'] as const)(
    'accepts for %s a path where nothing answers',
    (name) => {
      const load = (path: string): unknown => loadConfig({ [name]: settings[name] }, { [name]: path });
      for (const path of ['/js/stats.js', '/in', '/apiary', '/_a-b.c'])
        expect(load(path)).toEqual({ [name]: path });
      const own = [
        '/hits',
        '/outbox',
        '/status',
        '/docs',
        '/openapi.json',
        '/llms.txt',
        '/robots.txt',
        '/sitemap.xml',
        '/console',
        '/mcp',
        '/health/live',
      ];
      const taken = ['/api/v1/websites', '/v1', ...own, '/c/1', '/s/1', '/r/1', '/p/1'];
      const malformed = [
        't.js',
        '/',
        '//',
        '/a//b',
        '/a/',
        '/../t.js',
        '/.well-known/jwks.json',
        '/a b',
        '/*',
      ];
      for (const path of [...taken, ...malformed, `/${'a'.repeat(100)}`])
        expect(() => load(path)).toThrow(name);
    },
  );

  it.each([
    ['PUBLIC_URL', settings.PUBLIC_URL, 'https://user:a-secret@stats.example', 'without name, password'],
    ['PUBLIC_URL', settings.PUBLIC_URL, 'https://stats.example/?a=1#b', 'without name, password'],
    ['TRACKER_PATH', settings.TRACKER_PATH, 't.js', 'must be a path such as /t.js'],
    ['TRACKER_PATH', settings.TRACKER_PATH, '/console/t.js', 'must not be a path that the platform has'],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      tracingVariables.OTEL_EXPORTER_OTLP_HEADERS,
      'Bearer a-secret',
      'must be name=value, separated by commas',
    ],
    ['OTEL_BSP_SCHEDULE_DELAY', tracingVariables.OTEL_BSP_SCHEDULE_DELAY, '99999999999', '600000'],
  ])('refuses %s=%3$s', (name, schema, value, message) => {
    const load = (): unknown => loadConfig({ [name]: schema }, { [name]: value });
    expect(load).toThrow(name);
    expect(load).toThrow(message);
    expect(load).not.toThrow('a-secret');
  });

  it('names a list entry that is not an address', () => {
    const load = (list: string): unknown =>
      loadConfig({ GUARD_ALLOW: settings.GUARD_ALLOW }, { GUARD_ALLOW: list });
    expect(load('10.0.0.1, fd00::/8')).toEqual({ GUARD_ALLOW: ['10.0.0.1', 'fd00::/8'] });
    const withPorts = ['10.0.0.1:80', '[fd00::1]:65535'];
    expect(load(withPorts.join())).toEqual({ GUARD_ALLOW: withPorts });
    const blocks = ['intranet', '10.0.0.0/33', '10.0.0', 'fd00::/129', '10.0.0.0/-1'];
    for (const item of [
      ...blocks,
      '10.0.0.1:65536',
      '10.0.0.1:x',
      '[10.0.0.1]:80',
      '[fd00::1]',
      '10.0.0.0/8:80',
    ])
      expect(() => load(`10.0.0.1,${item}`)).toThrow(
        `GUARD_ALLOW holds "${item}", which is neither an IP address nor a CIDR block`,
      );
  });

  it('reads a variable from the file that NAME_FILE names; the variable itself takes precedence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platform-settings-'));
    const file = join(folder, 'redis-url');
    await writeFile(file, 'redis://:secret@127.0.0.1:6379\n');
    const variables = { REDIS_URL: settings.REDIS_URL };
    const load = (environment: Record<string, string>) =>
      loadConfig<{ REDIS_URL: string }>(variables, environment).REDIS_URL;
    expect(load({ REDIS_URL_FILE: file })).toBe('redis://:secret@127.0.0.1:6379');
    expect(load({ REDIS_URL_FILE: file, REDIS_URL: 'redis://other' })).toBe('redis://other');
    expect(() => load({ REDIS_URL_FILE: join(folder, 'missing') })).toThrow(
      `REDIS_URL_FILE: ${join(folder, 'missing')} can't be read (ENOENT)`,
    );
    await rm(folder, { recursive: true });
  });
});

describe('TRUST_PROXY', () => {
  const load = (text: string) =>
    loadConfig<{ TRUST_PROXY: ProxyTrust }>({ TRUST_PROXY: settings.TRUST_PROXY }, { TRUST_PROXY: text })
      .TRUST_PROXY;

  it('is a number, addresses, or a number and addresses', () => {
    expect(loadConfig({ TRUST_PROXY: settings.TRUST_PROXY }, {})).toEqual({ TRUST_PROXY: 0 });
    expect(load('2')).toBe(2);
    expect(load('203.0.113.0/24, 2001:db8::1')).toEqual({
      hops: 0,
      blocks: ['203.0.113.0/24', '2001:db8::1'],
    });
    expect(load('1,loopback')).toEqual({ hops: 1, blocks: ['127.0.0.0/8', '::1'] });
  });

  it.each([
    ['yes', 'holds "yes", which is neither a number, an IP address nor a CIDR block'],
    ['10.0.0.0/33', 'holds "10.0.0.0/33"'],
    ['fe80::1%eth0', 'holds "fe80::1%eth0"'],
    ['-1', 'holds "-1"'],
    ['1,2', 'holds more than one number'],
    ['11', 'must be less than or equal to 10'],
  ])('can’t be %s', (text, message) => {
    expect(() => load(text)).toThrow(message);
  });

  it('trusts as many of the nearest as it counts, and behind them those with its addresses', () => {
    const trusts = createTrustsProxy(load('1,203.0.113.0/24,2001:db8::/32'));
    expect(trusts('198.51.100.1', 0)).toBe(true);
    expect(trusts('198.51.100.1', 1)).toBe(false);
    expect(trusts('203.0.113.9', 1)).toBe(true);
    expect(trusts('::ffff:203.0.113.9', 5)).toBe(true);
    expect(trusts('::ffff:cb00:7109', 5)).toBe(true);
    expect(createTrustsProxy(load('::ffff:203.0.113.0/120'))('203.0.113.9', 0)).toBe(true);
    expect(createTrustsProxy(load('fe80::/10'))('fe80::1%eth0', 0)).toBe(true);
    expect(trusts('2001:db8::7', 2)).toBe(true);
    expect(trusts('', 1)).toBe(false);
    // IPv4 is no part of a network of IPv6.
    expect(createTrustsProxy(load('::/0'))('203.0.113.9', 0)).toBe(false);
  });
});
