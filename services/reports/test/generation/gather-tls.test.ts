import { GuardError } from '@platform/guard';
import type { FetchedResponse, TlsInspection } from '@platform/guard';

import { createPageGatherer } from '../../src/generation/gather-page.ts';
import { PAGE } from '../loopback-site.ts';
import { useGatherer } from './gather-harness.ts';

useGatherer();

describe('a page over HTTPS', () => {
  const answer = (finalUrl: string, status = 200): FetchedResponse => ({
    finalUrl,
    status,
    redirects: [],
    headers: [['content-type', 'text/html']],
    body: Buffer.from(PAGE),
    transferBytes: 100,
    encoding: null,
    truncated: false,
    stalled: false,
    timeToFirstByte: 5,
    totalTime: 9,
  });
  const facts: TlsInspection = {
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    alpn: 'h2',
    authorized: true,
    authorizationError: null,
    issuer: 'CA',
    subject: 'shop.test',
    validFrom: '2026-01-01T00:00:00.000Z',
    validTo: '2026-04-01T00:00:00.000Z',
  };
  const gatherFrom = async (url: string, tls: () => Promise<TlsInspection>) => {
    const asked: string[] = [];
    const page = await createPageGatherer({
      guard: {
        fetch: (target) => {
          asked.push(target);
          return Promise.resolve(answer(target.replace('http:', 'https:')));
        },
        inspectTls: tls,
        addresses: () => Promise.resolve(['192.0.2.1', '2001:db8::1']),
      },
      discover: () => Promise.resolve({ resources: [], icon: null, canonical: null }),
      recognise: () => Promise.resolve([]),
    })(url);
    if (!page.ok) throw new Error(page.code);
    return { artifacts: page.artifacts, asked };
  };

  it('reports TLS, both address families, and where http:// and the www twin lead', async () => {
    const { artifacts, asked } = await gatherFrom('https://shop.test/a?b', () => Promise.resolve(facts));
    expect(artifacts).toMatchObject({
      tls: facts,
      dns: { ipv4: true, ipv6: true },
      httpToHttps: { ok: true, url: 'http://shop.test/a?b', finalUrl: 'https://shop.test/a?b' },
      otherHost: { ok: true, url: 'https://www.shop.test/a?b' },
      errors: [],
    });
    expect(asked).toEqual(expect.arrayContaining(['http://shop.test/a?b', 'https://www.shop.test/a?b']));
  });

  it.each([
    ['https://shop.test:8443/', null],
    ['https://192.0.2.7/', null],
  ])('does not ask for an http:// version of %s', async (url, expected) => {
    const { artifacts } = await gatherFrom(url, () => Promise.resolve(facts));
    expect(artifacts.httpToHttps).toBe(expected);
  });

  it('does not look for a www twin of a subdomain', async () => {
    const { artifacts } = await gatherFrom('https://blog.shop.test/', () => Promise.resolve(facts));
    expect(artifacts.otherHost).toBeNull();
  });

  it('carries on without facts it could not gather, and says so', async () => {
    const { artifacts } = await gatherFrom('https://shop.test/', () =>
      Promise.reject(new GuardError('timeout')),
    );
    expect(artifacts.tls).toBeNull();
    expect(artifacts.errors).toEqual([expect.objectContaining({ stage: 'tls', code: 'timeout' })]);
  });
});
