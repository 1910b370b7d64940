import { readFileSync } from 'node:fs';

import { HIT_DIMENSIONS } from '../../src/dimensions/dimension-names.ts';
import { DIMENSIONS } from '../../src/dimensions/dimensions.ts';
import { withReferenceTables } from '../../src/documentation/write-reference.ts';
import { METRICS } from '../../src/metrics/metrics.ts';

const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');

describe('docs/metrics.md', () => {
  it('describes every dimension and metric as in the code (if not, run src/documentation/write-reference.ts)', () => {
    expect(page).toBe(withReferenceTables(page));
    for (const { id, about } of [...DIMENSIONS, ...METRICS]) {
      expect(about).not.toBe('');
      expect(page).toContain(`| \`${id}\``);
      expect(page).toContain(`| ${about}`);
    }
  });
});

describe('dimensions', () => {
  it('have unique ids, columns and titles', () => {
    const unique = (values: readonly string[]): void => {
      expect(new Set(values).size).toBe(values.length);
    };
    unique(DIMENSIONS.map(({ id }) => id));
    unique(DIMENSIONS.map(({ column }) => column));
    unique(DIMENSIONS.map(({ title }) => title));
  });

  it('keep the numbers stored in databases', () => {
    expect(Object.fromEntries(DIMENSIONS.map(({ id, number }) => [id, number]))).toMatchObject({
      page: 1,
      entry_page: 1,
      exit_page: 1,
      event: 2,
      referrer: 3,
      channel: 4,
      utm_source: 5,
      utm_medium: 6,
      utm_campaign: 7,
      utm_term: 8,
      utm_content: 9,
      country: 10,
      region: 11,
      city: 12,
      browser: 13,
      os: 14,
      device: 15,
      language: 16,
      screen: 17,
      browser_version: 18,
      os_version: 19,
    });
  });

  it('of visits fit into the bits of first_today', () => {
    const numbers = DIMENSIONS.filter(({ scope }) => scope === 'visit').map(({ number }) => number);
    expect(new Set(numbers).size).toBe(HIT_DIMENSIONS.length);
    expect(Math.max(...numbers)).toBeLessThan(31);
  });
});
