import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

/** Who may sign in at the provider, by subject. */
export type People = Record<string, { email?: string; email_verified?: boolean; name?: string }>;

export interface TestProvider {
  issuer: string;
  /** Who signs in next. */
  signIn(subject: string): void;
  close(): Promise<void>;
}

export const CLIENT = { clientId: 'console', clientSecret: 'a secret of the console' };

/** The provider says at length what would have to change for production. */
const silently = <Value>(make: () => Value): Value => {
  const { info, warn } = console;
  Object.assign(console, { info: () => undefined, warn: () => undefined });
  try {
    return make();
  } finally {
    Object.assign(console, { info, warn });
  }
};

const SECONDS = { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 };

/** A real OpenID provider on a free port, whose login form fills itself in. */
export const startProvider = async (people: People, redirectUri: string): Promise<TestProvider> => {
  let subject = '';
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: Configuration = {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['for tests only'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: SECONDS,
  };
  const provider = silently(() => new Provider(issuer, settings));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: subject } });
    else void answer(request, response);
  });
  return {
    issuer,
    signIn(next) {
      subject = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};

/**
 * Follows a browser's way through the provider, with its cookies.
 * @returns where the provider sends the browser back to
 */
export const passProvider = async (start: string): Promise<URL> => {
  const origin = new URL(start).origin;
  const cookies = new Map<string, string>();
  let at = new URL(start);
  for (let step = 0; step < 10; step += 1) {
    if (at.origin !== origin) return at;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    await answer.arrayBuffer();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${answer.status} at ${at.pathname}.`);
    at = new URL(next, at);
  }
  throw new Error('The provider redirects in circles.');
};
