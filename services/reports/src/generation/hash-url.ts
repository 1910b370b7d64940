import { createHash } from 'node:crypto';

/** SHA-256 of a URL: the key of its claims and signals. */
export const hashUrl = (url: string): Buffer => createHash('sha256').update(url).digest();
