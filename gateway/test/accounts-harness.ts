import { hash } from 'node:crypto';

import { createMailer } from '@platform/mailer';
import { eventually, startMailServer } from '@platform/testing';
import type { MailServer } from '@platform/testing';
import request from 'supertest';
import { typeid } from 'typeid-js';

import type { AppDeps } from '../src/app.ts';
import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';
import { cookieIn, PUBLIC_URL, SAME_ORIGIN } from './login-harness.ts';
import { createSoftwareAuthenticator } from './software-authenticator.ts';
import type { SoftwareAuthenticator } from './software-authenticator.ts';

export const PASSWORD = 'eleven purple lanterns';

/** A browser: it keeps the cookies that it is given. */
export interface Visitor {
  cookies: Map<string, string>;
  post: (
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<request.Response>;
  /** A request to the API. */
  call: (
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
  ) => Promise<request.Response>;
  /** The session that the browser has; undefined for none. */
  session: () => Promise<Record<string, unknown> | undefined>;
}

export interface AccountsTestbed {
  testbed: Testbed;
  gateway: Gateway;
  /** A second gateway on the same database. */
  other: Gateway;
  mail: MailServer;
  organisation: string;
  /** A key of the organisation that may do everything. */
  key: string;
  visitor: (gateway?: Gateway) => Visitor;
  authenticator: () => SoftwareAuthenticator;
  /** Invites somebody with a key; the token of the link that is shown. */
  invite: (email: string, role?: string, key?: string) => Promise<{ id: string; token: string }>;
  /** Invites somebody who joins with a password, signed in. */
  member: (email: string, role?: string, key?: string) => Promise<Visitor & { id: string }>;
  /** A key of another organisation. */
  otherKey: (name: string) => Promise<string>;
  /** The token of the last link in a mail to an address, once it has arrived. */
  mailedToken: (to: string, kind: 'invitation' | 'reset' | 'email') => Promise<string>;
  /** The clock of codes and proofs. */
  clock: { now: number };
  close(): Promise<void>;
}

/** Scrypt is slow on purpose, and what is tested here is not how slow. */
export const quick = {
  hash: (password: string) => Promise.resolve(hash('sha256', password)),
  verify: (password: string, stored: string) => Promise.resolve(hash('sha256', password) === stored),
};

export const tokenIn = (url: string): string => new URL(url).hash.replace(/^#\w+=/, '');

/** Two gateways with a mail server, and people who can join. */
export const startAccountsTestbed = async (changes: Partial<AppDeps> = {}): Promise<AccountsTestbed> => {
  const testbed = await startTestbed();
  const mail = await startMailServer();
  const mailer = createMailer({ smtpUrl: mail.url, folder: '', from: 'accounts@stats.example' });
  const clock = { now: Date.now() };
  const options = {
    mailer,
    limitPerMinute: 6_000,
    now: () => new Date(clock.now),
    hashing: quick,
    ...changes,
  };
  const { targets: _targets, ...settings } = options;
  const gateway = await testbed.gateway(settings);
  const other = await testbed.gateway(settings);
  const { text, key } = await testbed.issue();

  const visitor: AccountsTestbed['visitor'] = (at = gateway) => {
    const cookies = new Map<string, string>();
    const keep = (answer: request.Response): request.Response => {
      for (const line of (answer.headers['set-cookie'] as unknown as string[] | undefined) ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    };
    const headers = () => ({
      ...SAME_ORIGIN,
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    });
    return {
      cookies,
      post: async (path, body = {}, more = {}) =>
        keep(
          await request(at.url)
            .post(`/console/accounts/${path}`)
            .set({ ...headers(), ...more })
            .send(body),
        ),
      async call(method, path, body) {
        const pending = request(at.url)[method](path).set(headers());
        return keep(await (body === undefined ? pending : pending.send(body)));
      },
      async session() {
        const answer = await request(at.url).get('/console/session').set(headers());
        return answer.status === 200 ? (answer.body.data as Record<string, unknown>) : undefined;
      },
    };
  };

  const invite: AccountsTestbed['invite'] = async (email, role = 'viewer', by = text) => {
    const answer = await request(gateway.url)
      .post('/v1/members')
      .set(bearer(by))
      .send({ email, role })
      .expect(201);
    return { id: answer.body.data.id, token: tokenIn(answer.body.data.invitation_url) };
  };

  return {
    testbed,
    gateway,
    other,
    mail,
    organisation: key.organisation,
    key: text,
    visitor,
    authenticator: () => createSoftwareAuthenticator({ origin: PUBLIC_URL, rpId: 'localhost' }),
    invite,
    async member(email, role, by) {
      const { id, token } = await invite(email, role, by);
      const browser = visitor();
      const answer = await browser.post('invitation/join', { token, password: PASSWORD });
      expect(answer.status).toBe(201);
      expect(cookieIn(answer, 'session')).toBeDefined();
      return { ...browser, id };
    },
    async otherKey(name) {
      const id = typeid('org').toString();
      const { id: organisation } = await testbed.organisations.ensureOrganisation({ id, name });
      return (await testbed.issue({ organisation })).text;
    },
    async mailedToken(to, kind) {
      const found = (): string | undefined =>
        mail.messages
          .filter(({ recipients }) => recipients.some((one) => one.toLowerCase() === to.toLowerCase()))
          .map(({ text: body = '' }) => new RegExp(`#${kind}=([\\w-]{43})`).exec(body)?.[1])
          .findLast((token) => token !== undefined);
      await eventually(() => {
        expect(found()).toBeDefined();
      });
      return found() ?? '';
    },
    clock,
    async close() {
      await testbed.close();
      await mail.close();
    },
  };
};
