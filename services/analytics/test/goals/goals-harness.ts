import request from 'supertest';

import { spanOf } from '../../src/calendar/date-range.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import type { Traffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';
import { withWorth } from '../stats/worth.ts';

const ZONE = 'Europe/Berlin';

export const FROM = '2026-03-20';

export const TO = '2026-04-08';

const SPAN = spanOf({ from: FROM, to: TO }, ZONE);

/** The reference: whether a text matches a pattern with stars. */
export const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\*', '.*')}$`, 's').test(text);

/** A website with random traffic over two changes of the clock, for the suite that calls this. */
export const useGoals = () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  let traffic: Traffic;
  let whole: Traffic;

  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ timezone: ZONE });
    // Visits over the last midnight end in the days asked for.
    const made = withWorth(
      randomTraffic({ websiteId: site.id, zone: ZONE, from: FROM, days: 20, visits: 900, seed: 15 }),
    );
    whole = made;
    traffic = {
      ...made,
      visits: made.visits.map((visit) => ({
        ...visit,
        events: visit.events.filter(({ ts }) => ts < SPAN.end),
      })),
    };
    await storeTraffic(platform.db.database, made);
    await platform.db.database.raw('ANALYZE events, visits');
  });

  afterAll(() => platform.stop());

  const send = async (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) =>
    request(platform.server)
      [method](`/api/v1/websites/${site.id}${path}`)
      .set('Authorization', await platform.identity.bearer())
      .send(body);

  const show = async (path: string) => (await send('get', `${path}?from=${FROM}&to=${TO}`)).body.data;

  return {
    platform: () => platform,
    site: () => site,
    traffic: () => traffic,
    whole: () => whole,
    send,
    show,
  };
};
