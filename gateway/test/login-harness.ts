import { passIdentityProvider, startIdentityProvider } from '@platform/testing';
import type { People, TestIdentityProvider } from '@platform/testing';
import request from 'supertest';

import type { AppDeps } from '../src/app.ts';
import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

export const PUBLIC_URL = 'http://localhost:8080';
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** State of a browser after leaving for the provider. */
export interface Departure {
  /** The cookie of the attempt. */
  cookie: string;
  /** Where the provider is. */
  location: string;
}

export interface LoginTestbed {
  testbed: Testbed;
  provider: TestIdentityProvider;
  gateway: Gateway;
  /** A second gateway on the same database. */
  other: Gateway;
  organisation: string;
  /** A key of the organisation that may do everything. */
  key: string;
  invite: (email: string, role?: string) => Promise<string>;
  depart: (query?: string) => Promise<Departure>;
  /** Comes back from the provider, to any of the gateways. */
  comeBack: (back: URL, cookie: string, gateway?: Gateway) => request.Test;
  /** The whole way; returns the cookie of the session. */
  signIn: (subject: string) => Promise<string>;
  close(): Promise<void>;
}

/** The cookie of this name in an answer, as a browser sends it back. */
export const cookieIn = (answer: request.Response, name: string): string | undefined =>
  (answer.headers['set-cookie'] as unknown as string[] | undefined)
    ?.map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`) && pair !== `${name}=`);

/** Two gateways and a real identity provider with some people; services without a target are nowhere. */
export const startLoginTestbed = async (
  people: People,
  targets: Partial<AppDeps['targets']> = {},
): Promise<LoginTestbed> => {
  const testbed = await startTestbed();
  const provider = await startIdentityProvider(people);
  provider.serve(`${PUBLIC_URL}/console/login/callback`);
  const oidc = {
    ...provider.client,
    issuer: provider.issuer,
    scopes: 'openid email profile',
    trustedEmailDomains: [],
  };
  const gateway = await testbed.gateway({ oidc, targets, limitPerMinute: 6_000 });
  const other = await testbed.gateway({ oidc, targets, limitPerMinute: 6_000 });
  const { text, key } = await testbed.issue();

  const depart = async (query = ''): Promise<Departure> => {
    const answer = await request(gateway.url).get(`/console/login${query}`).expect(303);
    return { cookie: cookieIn(answer, 'login') ?? '', location: answer.headers['location'] ?? '' };
  };
  const comeBack = (back: URL, cookie: string, at = gateway): request.Test =>
    request(at.url).get(`${back.pathname}${back.search}`).set('Cookie', cookie);

  return {
    testbed,
    provider,
    gateway,
    other,
    organisation: key.organisation,
    key: text,
    async invite(email, role = 'viewer') {
      const answer = await request(gateway.url)
        .post('/v1/members')
        .set(bearer(text))
        .send({ email, role })
        .expect(201);
      return answer.body.data.id as string;
    },
    depart,
    comeBack,
    async signIn(subject) {
      provider.signIn(subject);
      const { cookie, location } = await depart();
      const answer = await comeBack(await passIdentityProvider(location), cookie).expect(303);
      const session = cookieIn(answer, 'session');
      if (session === undefined) throw new Error(`Not signed in: ${answer.headers['location']}`);
      return session;
    },
    async close() {
      await testbed.close();
      await provider.close();
    },
  };
};
