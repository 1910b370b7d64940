import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

export interface TestProvider {
  /** Settings of the platform that signs people in there. */
  readonly settings: Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>;
  readonly host: string;
  /** Makes it serve the platform at this address; its form asks for an e-mail address. */
  serve(platformUrl: string): void;
  close(): void;
}

const CLIENT = { OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'a secret of the console' };

const FORM = `<!doctype html><html lang="en"><title>Your company</title>
<form method="post"><label>E-mail <input name="email"></label> <button>Continue</button></form></html>`;

/** The provider prints long warnings about what would have to change for production. */
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

/**
 * A real OpenID provider on a free port. Anyone who signs in there is identified by their address.
 */
export const startIdentityProvider = async (): Promise<TestProvider> => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const configure = (redirectUri: string): Configuration => ({
    clients: [
      {
        client_id: CLIENT.OIDC_CLIENT_ID,
        client_secret: CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['for tests only'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true }),
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
  return {
    settings: { OIDC_ISSUER: issuer, ...CLIENT },
    host,
    serve(platformUrl) {
      const provider = silently(
        () => new Provider(issuer, configure(`${platformUrl}/console/login/callback`)),
      );
      const answer = provider.callback();
      server.on('request', (request, response) => {
        if (!request.url?.startsWith('/interaction/')) void answer(request, response);
        else if (request.method === 'POST') {
          const chunks: Buffer[] = [];
          request.on('data', (chunk: Buffer) => chunks.push(chunk));
          request.on('end', () => {
            const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('email') ?? '';
            void provider.interactionFinished(request, response, { login: { accountId } });
          });
        } else response.setHeader('Content-Type', 'text/html').end(FORM);
      });
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
};
