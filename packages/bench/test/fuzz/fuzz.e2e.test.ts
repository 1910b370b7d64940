import { createContract } from '@platform/testing';

import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { fuzz } from './fuzz.ts';
import type { FuzzResult } from './fuzz.ts';
import type { FuzzedDocument } from './operations.ts';

/** `npm run test:nightly fuzz` sends 10,000; `npm run test:e2e` sends these. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_200);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122);

let platform: Platform;
let result: FuzzResult;

beforeAll(async () => {
  // A busy machine is slow, and no answer here may be "too late".
  platform = await startTemporaryPlatform({ ...process.env, UPSTREAM_TIMEOUT_SECONDS: '300' });
  const document = (await (await fetch(`${platform.url}/openapi.json`)).json()) as FuzzedDocument;
  let sites = 0;
  result = await fuzz({
    url: platform.url,
    key: platform.key,
    document,
    contract: createContract(document),
    requests: REQUESTS,
    seed: SEED,
    fields: {
      domain: () => `site-${(sites += 1)}.example`,
      // Nobody listens there, so a report fails at once and fetches nothing.
      url: () => 'http://127.0.0.1:9/',
      base_color: () => '#3b82f6',
    },
  });
}, 3_600_000);
afterAll(() => platform.stop());

const statuses = (pattern: RegExp): number =>
  [...result.answers].reduce((sum, [name, count]) => (pattern.test(name) ? sum + count : sum), 0);

describe(`${REQUESTS} hostile requests (seed ${SEED})`, () => {
  it('are all answered as the document says, and never with 5xx', () => {
    expect(result.faults).toEqual([]);
    expect(result.sent).toBe(REQUESTS);
  });

  it('reach every operation, and get past the checks at its door', () => {
    expect(result.missed).toEqual([]);
    const succeeded = new Set(
      [...result.answers.keys()].filter((name) => / 2\d\d$/.test(name)).map((name) => name.split(' ')[0]),
    );
    expect(succeeded.size).toBeGreaterThan(45);
    expect(statuses(/ 2\d\d$/)).toBeGreaterThan(REQUESTS / 10);
    expect(statuses(/ 4(00|22)$/)).toBeGreaterThan(REQUESTS / 10);
  });

  it('leave the key and the platform in working order', async () => {
    const answer = await fetch(`${platform.url}/v1/keys?limit=1`, {
      headers: { Authorization: `Bearer ${platform.key}` },
    });
    expect(answer.status).toBe(200);
    expect(statuses(/ 401$/)).toBe(0);
  });
});
