import { quotaExceeded } from '@platform/errors';
import type { Request, Response } from 'express';
import type { Reply } from './reply.ts';

/** Tells the gateway how many requests this one counts as; it keeps the header to itself. */
const COST_HEADER = 'X-Request-Cost';

/** What was spent on requests before their handlers could refuse them. */
const spent = new WeakMap<Response, number>();

/** Says what a request costs under the gateway's rate limits, in requests. */
export const sayCost = (response: Response, cost: number): void => {
  if (cost !== 1) response.setHeader(COST_HEADER, cost);
};

/** Remembers work that was done for a request, whether it is refused afterwards or not. */
export const rememberSpent = (response: Response, cost: number): void => {
  if (cost > 0) spent.set(response, cost);
};

/** What is refused costs the look at it, and what was spent on it by then. */
export const sayCostOfRefusal = (response: Response): void => {
  response.removeHeader(COST_HEADER);
  sayCost(response, 1 + (spent.get(response) ?? 0));
};

/** What the gateway counts for an organisation, besides requests. */
export type MeteredUnit = 'events' | 'reports' | 'exports';

/** What a request makes: one of a unit, or as many as the answer tells. */
export type Makes = MeteredUnit | { unit: MeteredUnit; amount: (reply: Reply) => number };

/** Tells the gateway what a request made, as `reports=1`; it keeps the header to itself. */
const USAGE_HEADER = 'X-Request-Usage';

/** In which the gateway names what the organisation may make no more of, separated by commas. */
const QUOTA_HEADER = 'X-Quota-Exhausted';

const unitOf = (makes: Makes): MeteredUnit => (typeof makes === 'string' ? makes : makes.unit);

/** @throws 429 if the gateway says that the quota of what the request makes is used up */
export const refuseBeyondQuota = (makes: Makes, request: Request): void => {
  const unit = unitOf(makes);
  if (request.get(QUOTA_HEADER)?.split(',').includes(unit)) throw quotaExceeded(unit);
};

/** Reports what a request made. A repeated answer made nothing. */
export const reportUsage = (makes: Makes, reply: Reply, response: Response): void => {
  if (reply.status >= 300 || reply.headers?.['Idempotency-Replayed'] !== undefined) return;
  const amount = typeof makes === 'string' ? 1 : makes.amount(reply);
  if (amount > 0) response.setHeader(USAGE_HEADER, `${unitOf(makes)}=${amount}`);
};
