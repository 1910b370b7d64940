import type { Response } from 'express';

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
