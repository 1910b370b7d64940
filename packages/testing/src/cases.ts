const ALL = process.env['PROPERTY_RUNS'] === 'all';

/**
 * How many cases a property is tried with: a quarter of those asked for, and all of them at night
 * (`npm run test:nightly properties`).
 * @param count as many as it takes to find what the property is for
 */
export const cases = (count: number): number => (ALL ? count : Math.ceil(count / 4));
