import { unavailable } from '@platform/errors';
import type * as oidc from 'openid-client';

import type { Person } from '../members/joining-store.ts';
import type { LoginAttempt } from './login-attempt.ts';
import type { OidcSettings } from './oidc-settings.ts';

export interface IdentityProvider {
  /** Starts an attempt, and returns the address at the provider to continue at. @throws 503 */
  begin(): Promise<{ address: URL; attempt: Pick<LoginAttempt, 'state' | 'nonce' | 'verifier'> }>;
  /**
   * Returns the person who signed in.
   * @param query what the provider appended to the return address
   * @throws an error of openid-client if the answer doesn't belong to the attempt
   */
  finish(query: string, attempt: LoginAttempt): Promise<Person>;
}

const TIMEOUT_SECONDS = 5;
const MAX_NAME = 200;

/** Loaded where people sign in at a provider. */
const openIdClient = () => import('openid-client');

const connect = async ({ issuer, clientId, clientSecret }: OidcSettings): Promise<oidc.Configuration> => {
  const oidc = await openIdClient();
  const server = new URL(issuer);
  // The settings allow http for a provider on this very machine only.
  const insecurely = server.protocol === 'http:';
  const found = await oidc.discovery(server, clientId, undefined, oidc.None(), {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so only to stand out
    execute: insecurely ? [oidc.allowInsecureRequests] : [],
    timeout: TIMEOUT_SECONDS,
  });
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication =
    clientSecret === undefined
      ? oidc.None()
      : methods.includes('client_secret_basic')
        ? oidc.ClientSecretBasic(clientSecret)
        : oidc.ClientSecretPost(clientSecret);
  const configuration = new oidc.Configuration(found.serverMetadata(), clientId, undefined, authentication);
  configuration.timeout = TIMEOUT_SECONDS;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so only to stand out
  if (insecurely) oidc.allowInsecureRequests(configuration);
  // The signature of the ID token counts, not only the connection that it came by.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= MAX_NAME && !/\p{Cc}/u.test(value)
    ? value
    : undefined;

type Claims = Readonly<Record<string, unknown>>;

/** Values of Microsoft Entra ID's claim that an address's domain is verified by its owner. */
const ENTRA_VERIFIED: readonly unknown[] = [true, 1, '1', 'true'];

/**
 * Returns the address in these claims, if they or the operator's word prove it. Believes a provider
 * that says that an address isn't verified.
 */
const provenEmail = (claims: Claims, trusted: readonly string[]): string | undefined => {
  const email = textOf(claims['email']);
  const { email_verified: verified } = claims;
  if (email === undefined || verified === true) return email;
  if (verified !== undefined && verified !== null) return undefined;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const isProven =
    ENTRA_VERIFIED.includes(claims['xms_edov']) || trusted.includes('*') || trusted.includes(domain);
  return isProven ? email : undefined;
};

/** Signs people in by OpenID Connect with a code, PKCE, state and nonce. */
export const createIdentityProvider = (settings: OidcSettings, redirectUri: string): IdentityProvider => {
  let configuration: Promise<oidc.Configuration> | undefined;

  const connected = async (): Promise<oidc.Configuration> => {
    try {
      return await (configuration ??= connect(settings));
    } catch (cause) {
      configuration = undefined;
      throw unavailable('The identity provider cannot be reached at the moment.', { cause });
    }
  };

  return {
    async begin() {
      const oidc = await openIdClient();
      const [config, verifier] = [await connected(), oidc.randomPKCECodeVerifier()];
      const attempt = { verifier, state: oidc.randomState(), nonce: oidc.randomNonce() };
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address, attempt };
    },
    async finish(query, { state, nonce, verifier }) {
      const oidc = await openIdClient();
      const config = await connected();
      const returned = new URL(redirectUri);
      returned.search = query;
      const tokens = await oidc.authorizationCodeGrant(config, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The identity provider gave no ID token.');
      const hasInfo = config.serverMetadata().userinfo_endpoint !== undefined;
      const { trustedEmailDomains } = settings;
      const email = provenEmail(claims, trustedEmailDomains);
      const more: Claims =
        email === undefined && hasInfo
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
      return {
        issuer: claims.iss,
        subject: claims.sub,
        // Never the address of one answer by the word of the other.
        email: email ?? provenEmail(more, trustedEmailDomains),
        name: textOf(claims['name'] ?? more['name']),
      };
    },
  };
};
