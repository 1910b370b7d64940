import type { LineFault } from './exclusion-lines.ts';

const MAX_LINES = 50;
// RFC 5321 allows more; what mail providers hand out fits this, and a quoted local part with spaces does not.
const EMAIL =
  /^[^\s@<>(),;:"\\[\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{1,62}$/;

const isOrigin = (line: string): boolean => {
  try {
    const { protocol, origin } = new URL(line);
    return (protocol === 'https:' || protocol === 'http:') && origin === line.toLowerCase();
  } catch {
    return false;
  }
};

const firstFault = (lines: readonly string[], isFine: (line: string) => boolean, what: string): LineFault => {
  if (lines.length > MAX_LINES) return `has more than ${MAX_LINES} lines`;
  const bad = lines.find((line) => !isFine(line));
  return bad === undefined ? null : `has a line that is not ${what}: ${bad.slice(0, 100)}`;
};

/** Checks the recipients of e-mail reports. */
export const faultOfRecipients = (lines: readonly string[]): LineFault =>
  firstFault(lines, (line) => EMAIL.test(line), 'an e-mail address');

/** Checks the origins that may show the statistics page in a frame: `https://example.com`. */
export const faultOfOrigins = (lines: readonly string[]): LineFault =>
  firstFault(lines, isOrigin, 'an origin such as https://example.com');
