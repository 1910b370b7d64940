import type { IncomingHttpHeaders } from 'node:http';

const CONNECTION = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-connection'];
const TRANSFER = ['te', 'trailer', 'upgrade'];
/** In which a service reports how many requests a request counts as; 1 if it doesn't say. */
const COST_HEADER = 'x-request-cost';
/** In which a service says why it refused the gateway's identity. */
const REFUSED_HEADER = 'x-identity-refused';
/** In which a service reports what a request made, as `reports=1`. */
const USAGE_HEADER = 'x-request-usage';
/** Headers that describe the service's software, or that only the gateway may set. */
const OWN = [
  'server',
  'x-powered-by',
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  COST_HEADER,
  USAGE_HEADER,
  REFUSED_HEADER,
];

const DROPPED = new Set([...CONNECTION, ...TRANSFER, ...OWN]);

/** What a service says about an answer in internal headers. */
export interface Metering {
  /** How many requests the request counts as. */
  cost: number;
  /** What it made, such as one report. */
  unit?: { name: string; amount: number };
}

const wholeNumber = (text: unknown): number => {
  const value = Number(text ?? 1);
  return Number.isSafeInteger(value) && value > 0 ? value : 1;
};

const UNIT = /^([a-z]+)=(\d{1,9})$/;

/** True if the service's clock differs from the gateway's so much that it refuses its identities. */
export const hasClockSkew = (headers: IncomingHttpHeaders): boolean => headers[REFUSED_HEADER] === 'expired';

export const meteringOf = (headers: IncomingHttpHeaders): Metering => {
  const cost = wholeNumber(headers[COST_HEADER]);
  const [, name, amount] = UNIT.exec(String(headers[USAGE_HEADER] ?? '')) ?? [];
  return name === undefined ? { cost } : { cost, unit: { name, amount: Number(amount) } };
};

const nominatedBy = (connection: string | undefined): string[] =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? []
    : connection.split(',').map((name) => name.trim().toLowerCase());

/**
 * The headers of a service's answer that reach the client.
 * @param keepsAlive whether the connection to the client stays open
 * @param vary what the gateway's own part of the answer varies by
 */
export const answerHeaders = (
  headers: IncomingHttpHeaders,
  keepsAlive: boolean,
  vary: string | undefined,
): IncomingHttpHeaders => {
  const nominated = nominatedBy(headers.connection);
  const kept: IncomingHttpHeaders = { connection: keepsAlive ? 'keep-alive' : 'close' };
  for (const name in headers) if (!DROPPED.has(name) && !nominated.includes(name)) kept[name] = headers[name];
  if (vary !== undefined) kept.vary = kept.vary === undefined ? vary : `${vary}, ${kept.vary}`;
  return kept;
};
