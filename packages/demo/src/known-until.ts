import type { DemoApi } from './demo-api.ts';

interface Row {
  readonly dimensions: Readonly<Record<string, string>>;
  readonly metrics: { readonly pageviews: number };
}

/**
 * The last of the days or minutes from `from` to `to` that has page views, as the interface names
 * it.
 */
const lastWithViews = async (
  api: DemoApi,
  id: number,
  interval: 'day' | 'minute',
  [from, to]: readonly [string, string],
): Promise<string | null> => {
  const dimension = `time:${interval}`;
  for (let page = 1; ; page += 1) {
    const { rows, total } = await api.call<{ rows: Row[]; total: number }>(
      'POST',
      `/api/v1/stats/${id}/query`,
      {
        metrics: ['pageviews'],
        dimensions: [dimension],
        date_range: { from, to },
        sort: [{ by: dimension, order: 'desc' }],
        per_page: 1_000,
        page,
      },
    );
    const last = rows.find(({ metrics }) => metrics.pageviews > 0);
    if (last) return last.dimensions[dimension] ?? null;
    if (page * 1_000 >= total) return null;
  }
};

/**
 * Until when the website has its events already, to the minute; -Infinity when it has none of these
 * days.
 */
export const knownUntil = async (api: DemoApi, id: number, from: string, to: string): Promise<number> => {
  const day = await lastWithViews(api, id, 'day', [from, to]);
  const minute = day === null ? null : await lastWithViews(api, id, 'minute', [day, day]);
  return minute === null ? Number.NEGATIVE_INFINITY : Date.parse(minute);
};
