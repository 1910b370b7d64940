import { postJson } from '../harness/post-json.ts';
import type { IngestTarget } from './ingest-service.ts';

const DAY_MS = 86_400_000;

/** A month by day of a website, as the tables are, or with a filter, which takes its visits. */
export const askAMonth = async (
  target: Pick<IngestTarget, 'url' | 'authorize'>,
  websiteId: number,
  withFilter: boolean,
): Promise<void> => {
  const now = Date.now();
  const day = (offset: number): string => new Date(now + offset * DAY_MS).toISOString().slice(0, 10);
  await postJson(
    `${target.url}/api/v1/stats/${websiteId}/query`,
    {
      metrics: ['visitors', 'pageviews', 'bounce_rate'],
      dimensions: ['time:day'],
      ...(withFilter && { filters: [{ dimension: 'browser', operator: 'is', values: ['Chrome'] }] }),
      date_range: { from: day(-29), to: day(0) },
    },
    { authorization: await target.authorize() },
  );
};
