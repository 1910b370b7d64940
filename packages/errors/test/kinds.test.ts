import {
  AppError,
  invalid,
  isAppError,
  methodNotAllowed,
  notFound,
  rateLimited,
  unauthenticated,
} from '../src/index.ts';

describe('error kinds', () => {
  it('names the first refused field in the message and keeps them all', () => {
    const error = invalid([
      { field: 'domain', message: '"domain" is required' },
      { field: 'privacy', message: '"privacy" must be one of [0, 1, 2]' },
    ]);
    expect(error).toBeInstanceOf(AppError);
    expect(error.message).toBe('"domain" is required');
    expect(error.details.map(({ field }) => field)).toEqual(['domain', 'privacy']);
  });

  it('carries the headers that its answer needs', () => {
    expect(unauthenticated().headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
    expect(methodNotAllowed(['GET', 'POST']).headers).toEqual({ Allow: 'GET, POST' });
  });

  it('rounds the wait up to whole seconds, at least one', () => {
    expect(rateLimited(0.2).retryAfterSeconds).toBe(1);
    expect(rateLimited(1.1).retryAfterSeconds).toBe(2);
  });

  it('distinguishes our own errors from others', () => {
    expect(isAppError(notFound('website'))).toBe(true);
    expect(isAppError(new Error('not found'))).toBe(false);
  });
});
