import { createLineCheck } from '../exclusions/line-list.ts';

const MAX_LINES = 50;

const isOrigin = (line: string): boolean => {
  const url = URL.parse(line);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === line.toLowerCase();
};

/** Checks the origins that may embed the statistics page in a frame: `https://example.com`. */
export const faultOfOrigins = createLineCheck({
  maxLines: MAX_LINES,
  accepts: isOrigin,
  expected: 'an origin such as https://example.com',
});
