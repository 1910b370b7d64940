import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Configuration } from 'oidc-provider';

/** People who may sign in at the provider, by subject. */
export type People = Readonly<Record<string, { email?: string; email_verified?: boolean; name?: string }>>;

export interface TestIdentityProvider {
  readonly issuer: string;
  /** Credentials of the platform at the provider. */
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** Starts serving the platform to which people return at this address. */
  serve(redirectUri: string): void;
  /** Signs this subject in next, without asking. Until it is called, a form asks. */
  signIn(subject: string): void;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'console', clientSecret: 'a secret of the console' };
const SECONDS = { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 };

const FORM = `<!doctype html><html lang="en"><title>Your company</title>
<form method="post"><label>E-mail <input name="email"></label> <button>Continue</button></form></html>`;

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

const configure = (redirectUri: string, people: People | undefined): Configuration => ({
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
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, ...(people ? people[id] : { email: id, email_verified: true }) }),
  }),
  async loadExistingGrant(context) {
    const { client, session, provider } = context.oidc;
    const owner = { clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' };
    const grant = new provider.Grant(owner);
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  ttl: SECONDS,
});

/**
 * A real OpenID provider on a free port.
 * @param people who it knows; without it, everybody is who they say, by their e-mail address
 */
export const startIdentityProvider = async (people?: People): Promise<TestIdentityProvider> => {
  // Only the suites that sign people in load it.
  const { default: Provider } = await import('oidc-provider');
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let subject: string | undefined;
  return {
    issuer,
    client: CLIENT,
    serve(redirectUri) {
      const provider = silently(() => new Provider(issuer, configure(redirectUri, people)));
      const answer = provider.callback();
      server.on('request', (request, response) => {
        const finish = (accountId: string): void => {
          void provider.interactionFinished(request, response, { login: { accountId } });
        };
        if (!request.url?.startsWith('/interaction/')) void answer(request, response);
        else if (subject !== undefined) finish(subject);
        else if (request.method === 'POST')
          void text(request).then((body) => {
            finish(new URLSearchParams(body).get('email') ?? '');
          });
        else response.setHeader('Content-Type', 'text/html').end(FORM);
      });
    },
    signIn(next) {
      subject = next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
