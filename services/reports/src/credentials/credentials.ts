import Joi from 'joi';

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
export interface Credentials {
  /** `user:password` (RFC 7617). */
  readonly basicAuth?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The fields of a request’s headers, with `Authorization` made of the user and password. */
export const credentialHeaders = ({ basicAuth, headers }: Credentials): Record<string, string> => ({
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
