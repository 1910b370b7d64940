import { join } from 'node:path';

/**
 * What a newcomer needs to see after the start: address, key, the way into the console, three lines
 * to paste, the reference.
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
