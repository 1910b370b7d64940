import { join } from 'node:path';

import { invalid } from '@platform/errors';
import type { GuardedFetch } from '@platform/guard';
import Joi from 'joi';

import { SecretError, createSecretBox, keepKeyFile } from './secret-box.ts';
import type { SecretBox } from './secret-box.ts';

/** Undefined: not given. Empty or null: to be removed. */
export interface CredentialsBody {
  basic_auth?: string | null;
  request_headers?: string | null;
  user_agent?: string | null;
}

const NEVER_SHOWN = 'Sent to the URL’s own origin only, stored encrypted and never shown.';

/** The fields for sites that aren’t public yet. */
export const credentialsFields = {
  basic_auth: Joi.string()
    .allow('', null)
    .max(1000)
    .pattern(/^[^:\p{Cc}]+:\P{Cc}*$/u)
    // Joi's own message would quote what was sent.
    .messages({ 'string.pattern.base': '{{#label}} must be user:password, without line breaks' })
    .description(`User and password for HTTP Basic authentication, as user:password. ${NEVER_SHOWN}`),
  request_headers: Joi.string()
    .allow('', null)
    .max(8000)
    .description(`Headers to send along, one “Name: value” per line. ${NEVER_SHOWN}`),
  user_agent: Joi.string()
    .allow('', null)
    .max(500)
    .pattern(/^[\x20-\x7e]+$/)
    .messages({ 'string.pattern.base': '{{#label}} may hold ASCII characters only' })
    .description(`The User-Agent to send, for a site that turns unknown ones away. ${NEVER_SHOWN}`),
};

/** Credentials of a staging site: sent to its own origin only, stored encrypted, never shown. */
interface Credentials {
  /** `user:password` (RFC 7617). */
  readonly basicAuth?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The fields of a request’s headers, with `Authorization` made of the user and password. */
const credentialHeaders = ({ basicAuth, headers }: Credentials): Record<string, string> => ({
  ...headers,
  ...(basicAuth === undefined
    ? {}
    : { authorization: `Basic ${Buffer.from(basicAuth, 'utf8').toString('base64')}` }),
});

/** Headers and the only origin that they are for. */
export interface BoundHeaders {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Binds credentials to the origin of a URL. */
export const bindCredentials = (credentials: Credentials, url: string): BoundHeaders => ({
  origin: new URL(url).origin,
  headers: credentialHeaders(credentials),
});

/**
 * A fetch that sends bound headers along to their origin; the same one when there are none. Nothing
 * is sent to another port or scheme, nor after a redirect has left the origin, even back to it.
 */
export const authorisedFetch = (fetch: GuardedFetch, bound: BoundHeaders | null): GuardedFetch =>
  bound === null ? fetch : (url, request = {}) => fetch(url, { ...request, bound });

/** Where a report’s credentials belong. */
export const reportPlace = (organisation: string, pageKey: string): string =>
  `reports/report/${organisation}/${pageKey}`;

/** Where a site’s credentials belong. */
export const sitePlace = (organisation: string, url: string): string => `reports/site/${organisation}/${url}`;

/**
 * The box with the operator’s keys, or with one kept in the data folder; null without either. Never
 * with a key in the database: whoever reads the credentials there would have it too.
 */
export const openSecretBox = async (
  keys: readonly Buffer[] | undefined,
  dataFolder: string | undefined,
): Promise<SecretBox | null> => {
  if (keys !== undefined && keys.length > 0) return createSecretBox(keys);
  return dataFolder === undefined
    ? null
    : createSecretBox(await keepKeyFile(join(dataFolder, 'credentials-key')));
};

const MOST = 20;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, spaces and tabs (RFC 9110 §5.5, without the obsolete bytes). */
const VALUE = /^[\t\x20-\x7e]*$/;
/** Fields that the connection, the browser or the report itself decides. */
const OURS =
  /^(?:accept-encoding|connection|content-.*|expect|host|http2-settings|keep-alive|origin|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade)$/;

const refuse = (message: string): never => {
  throw invalid([{ field: 'request_headers', message }]);
};

/**
 * Reads headers as people write them: one `Name: value` a line. Names come back in lower case.
 * @throws AppError `invalid` that names the line, and nothing of its value
 */
const parseRequestHeaders = (text: string): Record<string, string> => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > MOST) refuse(`request_headers must have at most ${MOST} lines`);
  const headers = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const place = `request_headers, line ${String(index + 1)}`;
    if (colon < 1 || !NAME.test(name)) refuse(`${place}: write Name: value`);
    if (!VALUE.test(value)) refuse(`${place}: the value of ${name} may hold ASCII characters only`);
    if (name === AGENT) refuse(`${place}: give the User-Agent as user_agent`);
    if (OURS.test(name)) refuse(`${place}: ${name} can’t be set`);
    if (headers.has(name)) refuse(`${place}: ${name} is named twice`);
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
};

export interface CredentialVault {
  /**
   * Returns what to store after a request: sealed text, null for none, undefined when it changes
   * nothing.
   * @param place where it belongs; it opens there only
   * @param before what is stored so far; fields that aren’t given stay as they are there
   * @throws AppError `invalid` for what can’t be sent, or when this server has no key
   */
  change(body: CredentialsBody, place: string, before?: string | null): string | null | undefined;
  /** @throws SecretError when the key is gone or the text was altered */
  open(sealed: string, place: string): Credentials;
  /** Reseals a text with the newest key; undefined when it already is. @throws SecretError */
  renewed(sealed: string, place: string): string | undefined;
}

const AGENT = 'user-agent';

/** Headers with this User-Agent, or with none where it is empty. */
const withAgent = (
  headers: Credentials['headers'],
  agent: string | null | undefined,
): Credentials['headers'] => {
  const others = Object.entries(headers ?? {}).filter(([name]) => name !== AGENT);
  return Object.fromEntries(agent ? [...others, [AGENT, agent]] : others);
};

const withoutKey = (field: string) =>
  invalid([{ field, message: `${field} can’t be stored, as this server has no CREDENTIALS_KEY` }]);

/** @param box null when the server has no key: then credentials are refused */
export const createCredentialVault = (box: SecretBox | null): CredentialVault => {
  const open = (sealed: string, place: string): Credentials => {
    if (box === null) throw new SecretError('This server has no key.');
    return JSON.parse(box.open(sealed, place)) as Credentials;
  };
  const openOrNothing = (sealed: string | null, place: string): Credentials => {
    try {
      return sealed === null ? {} : open(sealed, place);
    } catch (error) {
      // Unreadable credentials can still be replaced.
      if (error instanceof SecretError) return {};
      throw error;
    }
  };

  return {
    open,
    change({ basic_auth: basicAuth, request_headers: lines, user_agent: agent }, place, before = null) {
      if (basicAuth === undefined && lines === undefined && agent === undefined) return undefined;
      const headers = lines ? parseRequestHeaders(lines) : undefined;
      const old = openOrNothing(before, place);
      const credentials: Credentials = {
        basicAuth: basicAuth === undefined ? old.basicAuth : basicAuth || undefined,
        headers: withAgent(
          lines === undefined ? old.headers : headers,
          agent === undefined ? old.headers?.[AGENT] : agent,
        ),
      };
      const isEmpty =
        credentials.basicAuth === undefined && Object.keys(credentials.headers ?? {}).length === 0;
      if (isEmpty) return null;
      if (credentials.basicAuth !== undefined && credentials.headers?.['authorization'] !== undefined)
        throw invalid([
          {
            field: 'request_headers',
            message: 'request_headers has an Authorization, and basic_auth makes one',
          },
        ]);
      if (box === null) throw withoutKey(basicAuth ? 'basic_auth' : lines ? 'request_headers' : 'user_agent');
      return box.seal(JSON.stringify(credentials), place);
    },
    renewed: (sealed, place) =>
      box === null || box.isCurrent(sealed) ? undefined : box.seal(box.open(sealed, place), place),
  };
};
