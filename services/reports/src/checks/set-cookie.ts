import type { HeaderPair } from './page-artifacts.ts';
import { headerValues } from './response-headers.ts';

export interface Cookie {
  name: string;
  secure: boolean;
  httpOnly: boolean;
  /** null when missing or not one of the three that exist. */
  sameSite: 'strict' | 'lax' | 'none' | null;
  /** `SameSite` was given with a value that doesn't exist. */
  sameSiteInvalid: boolean;
  /** Without its value, which may be a secret. */
  shown: string;
}

/** The cookies that an answer sets (RFC 6265bis §5.6). Values are left out. */
export function cookiesOf(headers: readonly HeaderPair[]): Cookie[] {
  return headerValues(headers, 'set-cookie').flatMap((line) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, Math.max(0, pair.indexOf('='))).trim();
    if (name === '') return [];
    const named = attributes.map((attribute): [string, string] => {
      const [key = '', value = ''] = attribute.split('=');
      return [key.trim().toLowerCase(), value.trim().toLowerCase()];
    });
    const sameSite = named.findLast(([key]) => key === 'samesite')?.[1] ?? null;
    const known = sameSite === 'strict' || sameSite === 'lax' || sameSite === 'none' ? sameSite : null;
    return [
      {
        name,
        secure: named.some(([key]) => key === 'secure'),
        httpOnly: named.some(([key]) => key === 'httponly'),
        sameSite: known,
        sameSiteInvalid: sameSite !== null && known === null,
        shown: [`${name}=…`, ...attributes].join('; '),
      },
    ];
  });
}
