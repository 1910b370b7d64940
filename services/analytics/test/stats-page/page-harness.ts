import request from 'supertest';

import { addDays, localDay } from '../../src/calendar/local-day.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';

/** Far from midnight, which would come between what a test stores and what it asks for. */
export const ZONE = zoneAtNoon();
export const today = localDay(ZONE, Date.now());

export const numberIn = (markup: string, label: string): string =>
  new RegExp(`>${label}</span><strong[^>]*>([^<]*)</strong>`).exec(markup)?.[1] ?? '';

/** A platform with a public website that has traffic, for the suite that calls this. */
export const useStatsPage = () => {
  let platform: RunningAnalytics;
  let open: WebsiteJson;

  beforeAll(async () => {
    platform = await startAnalytics();
    open = await platform.createWebsite({ privacy: 0, timezone: ZONE });
    await storeTraffic(
      platform.db.database,
      randomTraffic({
        websiteId: open.id,
        zone: ZONE,
        from: addDays(today, -35),
        days: 34,
        visits: 900,
        seed: 8,
      }),
    );
  });

  afterAll(() => platform.stop());

  const get = (website: WebsiteJson, rest = '', headers: Record<string, string> = {}) =>
    request(platform.server).get(`/s/${website.site_key}${rest}`).set(headers);

  return { platform: () => platform, open: () => open, get };
};
