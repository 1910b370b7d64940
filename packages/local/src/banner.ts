import { join } from 'node:path';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** A separate agent: the global one may be set to use a proxy (`NODE_USE_ENV_PROXY`). */
const direct = new Agent();

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * A link that opens the console signed in, once and within ten minutes.
 * @param gateway its address on this machine
 * @returns undefined where the gateway gives none, as for a key that was revoked
 */
export const createSignInLink = async (gateway: string, key: string): Promise<string | undefined> => {
  try {
    const answer = await new Promise<unknown>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Length': 0 };
      const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
      request(`${gateway}/v1/sign-in-links`, { method: 'POST', agent: direct, headers, signal })
        .on('response', (response) => {
          json(response).then(resolve, reject);
        })
        .on('error', reject)
        .end();
    });
    return (answer as { data?: { url?: string } }).data?.url;
  } catch {
    // The platform is up without it, and the key signs in as well.
    return undefined;
  }
};

/**
 * Returns the text that a newcomer needs after the start: address, key, the way into the console,
 * three lines to paste, the reference.
 */
export const banner = (options: {
  url: string;
  key: string;
  /** Opens the console signed in; undefined when there is none. */
  signInLink: string | undefined;
  dataDirectory: string;
  /** Where the database really is; undefined when it is another server's. */
  database: string | undefined;
  seconds: number;
}): string => {
  const { url, key, signInLink, dataDirectory, database, seconds } = options;
  const elsewhere =
    database === undefined || database === join(dataDirectory, 'postgres')
      ? ''
      : `\n  The database is in ${database}, as the user postgres can't enter ${dataDirectory}.`;
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  const signIn =
    signInLink === undefined
      ? ''
      : `\n  Sign in     ${signInLink}   (opens the console; once, within 10 minutes)`;
  return `
  The platform is up (${seconds.toFixed(1)} s).

  Address     ${url}
  Key         ${key}   (also in ${dataDirectory}/api-key)
  Console     ${url}/console/   (sign in with the key)${signIn}
  Reference   ${url}/docs

  Try it:

curl ${authorization} -d domain=example.com ${url}/api/v1/websites
curl ${authorization} -d url=https://example.com/ ${url}/api/v1/reports
curl ${authorization} -H 'Content-Type: application/json' -d '{"base_color":"#3b82f6","harmony":"triadic"}' ${url}/v1/palettes

  Ctrl-C stops everything; the data stays in ${dataDirectory}.${elsewhere}
`;
};
