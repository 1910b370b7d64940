import { invalid } from '@platform/errors';

const MOST = 20;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, spaces and tabs (RFC 9110 §5.5, without the obsolete bytes). */
const VALUE = /^[\t\x20-\x7e]*$/;
/** Fields that the connection, the browser or the report itself decides. */
const OURS =
  /^(?:accept-encoding|connection|content-.*|expect|host|http2-settings|keep-alive|origin|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/;

const refuse = (message: string): never => {
  throw invalid([{ field: 'request_headers', message }]);
};

/**
 * Reads headers as people write them: one `Name: value` a line. Names come back in lower case.
 * @throws AppError `invalid` that names the line, and nothing of its value
 */
export const parseRequestHeaders = (text: string): Record<string, string> => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > MOST) refuse(`request_headers must have at most ${MOST} lines`);
  const headers = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const place = `request_headers, line ${String(index + 1)}`;
    if (colon < 1 || !NAME.test(name)) refuse(`${place}: write Name: value`);
    if (!VALUE.test(value)) refuse(`${place}: the value of ${name} may hold ASCII characters only`);
    if (OURS.test(name)) refuse(`${place}: ${name} can’t be set`);
    if (headers.has(name)) refuse(`${place}: ${name} is named twice`);
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
};
