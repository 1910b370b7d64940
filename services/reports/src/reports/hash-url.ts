import { createHash } from 'node:crypto';

/** SHA-256 of a URL: the key under which its generations are found and claimed. */
export const hashUrl = (url: string): Buffer => createHash('sha256').update(url).digest();
