import { quotaExceeded } from '@platform/errors';
import type { Request, Response } from 'express';
import type { Reply } from './reply.ts';

/** Header with the number of requests that this one counts as; the gateway doesn't pass it on. */
const COST_HEADER = 'X-Request-Cost';

/** Costs of requests before their handlers could refuse them. */
const spent = new WeakMap<Response, number>();

/**
 * Sets how many requests a request counts as under the gateway's rate limits. A handler that knows better
 * than `cost` sets it again.
 */
export const sayCost = (response: Response, cost: number): void => {
  if (cost !== 1) response.setHeader(COST_HEADER, cost);
};

/** Notes work that was done for a request, even if it is refused afterwards. */
export const rememberSpent = (response: Response, cost: number): void => {
  if (cost > 0) spent.set(response, cost);
};

/** Charges a refused request for being looked at, and for the work noted by then. */
export const sayCostOfRefusal = (response: Response): void => {
  response.removeHeader(COST_HEADER);
  sayCost(response, 1 + (spent.get(response) ?? 0));
};

/** Units that the gateway counts for an organisation, besides requests. */
export type MeteredUnit = 'events' | 'reports' | 'exports';

/** Units that a request makes: one, or as many as the answer says. */
export type Makes = MeteredUnit | { unit: MeteredUnit; amount: (reply: Reply) => number };

/** Reports what a request made, as `reports=1`; the gateway doesn't pass the header on. */
const USAGE_HEADER = 'X-Request-Usage';

/** Header from the gateway: units of which the organisation may make no more, comma-separated. */
const QUOTA_HEADER = 'X-Quota-Exhausted';

const unitOf = (makes: Makes): MeteredUnit => (typeof makes === 'string' ? makes : makes.unit);

/** @throws 429 if the organisation's quota of these units is used up, according to the gateway */
export const refuseBeyondQuota = (makes: Makes, request: Request): void => {
  const unit = unitOf(makes);
  if (request.get(QUOTA_HEADER)?.split(',').includes(unit)) throw quotaExceeded(unit);
};

/** Reports the units that a request made. A repeated answer made none. */
export const reportUsage = (makes: Makes, reply: Reply, response: Response): void => {
  if (reply.status >= 300 || reply.headers?.['Idempotency-Replayed'] !== undefined) return;
  const amount = typeof makes === 'string' ? 1 : makes.amount(reply);
  if (amount > 0) response.setHeader(USAGE_HEADER, `${unitOf(makes)}=${amount}`);
};
