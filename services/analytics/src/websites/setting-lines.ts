import { createLineCheck } from '../exclusions/line-list.ts';

const MAX_LINES = 50;
// RFC 5321 allows more. Every address that mail providers hand out matches; a quoted local part
// with spaces does not.
const EMAIL =
  /^[^\s@<>(),;:"\\[\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{1,62}$/;

const isOrigin = (line: string): boolean => {
  const url = URL.parse(line);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === line.toLowerCase();
};

/** Checks the recipients of the e-mail digests. */
export const faultOfRecipients = createLineCheck({
  maxLines: MAX_LINES,
  accepts: (line) => EMAIL.test(line),
  expected: 'an e-mail address',
});

/** Checks the origins that may embed the statistics page in a frame: `https://example.com`. */
export const faultOfOrigins = createLineCheck({
  maxLines: MAX_LINES,
  accepts: isOrigin,
  expected: 'an origin such as https://example.com',
});
