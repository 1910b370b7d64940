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
