import type { HeaderPair } from './fetch-request.ts';

export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

export const valueOf = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers
    .filter(([key]) => key === name)
    .map(([, value]) => value)
    .join(', ') || undefined;

export const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())));

/** Header bytes arrive as Latin-1; a `Location` with raw UTF-8 in it is read as browsers do. */
export const locationOf = (headers: readonly HeaderPair[]): string | undefined => {
  const location = headers.find(([name]) => name === 'location')?.[1];
  return location === undefined ? undefined : Buffer.from(location, 'latin1').toString('utf8');
};
