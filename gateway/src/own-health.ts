import { healthRouter } from '@platform/http';
import type { Health } from '@platform/http';
import type { RequestHandler } from 'express';

/** Answers health checks. Mounting their router would cost every request, and few are any. */
export const createOwnHealth = (health: Health): RequestHandler => {
  const answer = healthRouter(health);
  return (request, response, next) => {
    if (request.url.startsWith('/health/')) answer(request, response, next);
    else next();
  };
};
