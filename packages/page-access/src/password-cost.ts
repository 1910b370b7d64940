const HASH_COST = 10;

/**
 * What a request costs under the rate limits because its body sets a password; 0 if it doesn't.
 *
 * @example
 * endpoint({ cost: (body) => 1 + passwordCost(body), … });
 */
export const passwordCost = (body: unknown): number => {
  const { password } = (body ?? {}) as { password?: unknown };
  return typeof password === 'string' && password !== '' ? HASH_COST : 0;
};
