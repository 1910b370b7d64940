import { createStatsService } from '../../src/stats/stats-service.ts';
import type { StatsServiceDeps } from '../../src/stats/stats-service.ts';
import { statsQueryBody } from '../../src/stats/stats-schema.ts';

const failing = (failure: Error) => {
  const refuse = () => Promise.reject(failure);
  return createStatsService({
    segmentFilters: () => Promise.resolve(undefined),
    websites: { show: () => Promise.resolve({ timezone: 'UTC' }) },
    store: { page: refuse, inSnapshot: refuse },
    rawEvents: { stream: () => (async function* () {})() },
    now: () => Date.parse('2026-04-15T12:00:00Z'),
  } as unknown as StatsServiceDeps);
};
const { value: body } = statsQueryBody.validate({ metrics: ['visits'] });

it('says what to do when a question times out, and leaves other errors as they are', async () => {
  const canceled = Object.assign(new Error('canceling statement due to statement timeout'), {
    code: '57014',
  });
  const stats = failing(canceled);
  const statistic = {
    name: 'page',
    search_by: 'value',
    sort_by: 'count',
    sort: 'desc',
    per_page: 10,
    page: 1,
  };
  for (const answer of [stats.query('org', 7, body), stats.statistic('org', 7, statistic as never)])
    await expect(answer).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('fewer days'),
      cause: canceled,
    });
  const other = new Error('something else');
  await expect(failing(other).query('org', 7, body)).rejects.toBe(other);
});
