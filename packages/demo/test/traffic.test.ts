import { createHash } from 'node:crypto';

import {
  EVENTS_PER_VISIT,
  addDays,
  addressOf,
  generateTraffic,
  localDay,
  planSites,
  startOfDay,
  toBeacon,
  toServerEvent,
} from '../src/traffic/index.ts';
import type { SiteDay, TrafficEvent } from '../src/traffic/index.ts';

const PLAN = { seed: 7, events: 60_000, days: 28, smallSites: 3, largeShare: 0.7 };
const FROM = '2026-05-04';

const fingerprint = (days: Iterable<SiteDay>): string => {
  const hash = createHash('sha256');
  for (const { site, day, events } of days)
    hash.update(JSON.stringify([site.domain, day, events.map(({ page, ...event }) => [page.path, event])]));
  return hash.digest('hex');
};

const traffic = (seed = PLAN.seed) => generateTraffic(planSites({ ...PLAN, seed }), FROM, PLAN.days);

describe('generated traffic', () => {
  const days = [...traffic()];
  const events = days.flatMap((siteDay) => siteDay.events.filter(({ unwanted }) => !unwanted));
  const unwanted = days.flatMap((siteDay) => siteDay.events.filter((event) => event.unwanted));
  const views = events.filter(({ kind }) => kind === 'pageview');
  const large = days.filter(({ site }) => site.domain === 'large.example');

  /** How often each value occurs, the most frequent first. */
  const frequencies = (values: readonly (string | number)[]): [string | number, number][] => {
    const counts = new Map<string | number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a);
  };
  const share = (of: readonly TrafficEvent[], test: (event: TrafficEvent) => boolean): number =>
    of.filter(test).length / of.length;

  it('is the same for the same seed and different for another', () => {
    expect(fingerprint(traffic())).toBe(fingerprint(days));
    expect(fingerprint(traffic(8))).not.toBe(fingerprint(days));
  });

  it('is the same on a day, whichever other days are requested', () => {
    const day = addDays(FROM, 10);
    const alone = [...generateTraffic(planSites(PLAN), day, 1)];
    expect(alone).toHaveLength(4);
    expect(fingerprint(alone)).toBe(fingerprint(days.filter((siteDay) => siteDay.day === day)));
  });

  it('comes in order, within its local day', () => {
    for (const { site, day, start, end, events: own } of days) {
      expect(start).toBe(startOfDay(site.timezone, day));
      const times = own.map(({ ts }) => ts);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.every((ts) => ts >= start && ts < end)).toBe(true);
      expect(times.every((ts) => localDay(site.timezone, ts) === day)).toBe(true);
    }
  });

  it('is as much as planned', () => {
    expect(events.length).toBeGreaterThan(PLAN.events * 0.85);
    expect(events.length).toBeLessThan(PLAN.events * 1.15);
    expect(
      large.flatMap((siteDay) => siteDay.events).length / days.flatMap((d) => d.events).length,
    ).toBeGreaterThan(0.6);
  });

  it('has visits as long as the plan assumes', () => {
    // A gap of half an hour ends a visit.
    const lastSeen = new Map<string, number>();
    let visits = 0;
    for (const { site, events: own } of days)
      for (const { person, ts, unwanted: dropped } of own) {
        if (dropped) continue;
        const key = `${site.domain} ${person.number}`;
        if (ts - (lastSeen.get(key) ?? Number.NEGATIVE_INFINITY) > 1_800_000) visits += 1;
        lastSeen.set(key, ts);
      }
    expect(events.length / visits / EVENTS_PER_VISIT).toBeGreaterThan(0.9);
    expect(events.length / visits / EVENTS_PER_VISIT).toBeLessThan(1.1);
  });

  it('favours a few pages, following Zipf’s law', () => {
    const pages = frequencies(
      large.flatMap((d) => d.events.filter((e) => e.kind === 'pageview').map((e) => e.page.path)),
    );
    expect(pages[0]?.[0]).toBe('/');
    const total = pages.reduce((sum, [, count]) => sum + count, 0);
    const top = pages.slice(0, 20).reduce((sum, [, count]) => sum + count, 0) / total;
    expect(top).toBeGreaterThan(0.3);
    expect(top).toBeLessThan(0.8);
    expect(pages.length).toBeGreaterThan(500);
  });

  it('follows the website’s daily and weekly rhythm', () => {
    const hours = large.flatMap(({ start, events: own }) =>
      own.map(({ ts }) => Math.floor((ts - start) / 3_600_000)),
    );
    const at = (hour: number): number => hours.filter((other) => other === hour).length;
    expect(at(14)).toBeGreaterThan(3 * at(3));
    const weekdays = frequencies(large.flatMap((d) => d.events.map(() => new Date(d.day).getUTCDay())));
    const count = (day: number): number => weekdays.find(([value]) => value === day)?.[1] ?? 0;
    const ratio = (count(0) + count(6)) / 2 / ((count(1) + count(2) + count(3) + count(4) + count(5)) / 5);
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(1.5);
  });

  it('has returning people, who keep their browser, language and address', () => {
    const seen = new Map<string, Set<string>>();
    const described = new Map<string, Set<string>>();
    for (const { site, day, events: own } of days)
      for (const { person, unwanted: dropped } of own) {
        if (dropped) continue;
        const key = `${site.domain} ${person.number}`;
        seen.set(key, (seen.get(key) ?? new Set()).add(day));
        const text = [
          person.userAgent,
          person.language,
          person.screen,
          person.city,
          addressOf(person),
        ].join();
        described.set(key, (described.get(key) ?? new Set()).add(text));
      }
    const returned = [...seen.values()].filter((own) => own.size > 1).length / seen.size;
    expect(returned).toBeGreaterThan(0.1);
    expect(returned).toBeLessThan(0.6);
    expect([...described.values()].every((own) => own.size === 1)).toBe(true);
  });

  it('has a mix of sources, devices and countries, engagement, events and missing pages', () => {
    const entries = views.filter(({ source }) => source.channel !== 'Direct');
    const channels = new Set(entries.map(({ source }) => source.channel));
    for (const channel of [
      'Organic Search',
      'Organic Social',
      'AI Assistants',
      'Paid Search',
      'Email',
      'Referral',
    ])
      expect(channels).toContain(channel);
    expect(share(entries, ({ source }) => source.channel === 'Organic Search')).toBeGreaterThan(0.35);
    const mobile = share(views, ({ person }) => /Mobile/.test(person.userAgent));
    expect(mobile).toBeGreaterThan(0.25);
    expect(mobile).toBeLessThan(0.6);
    expect(new Set(views.map(({ person }) => person.country.code)).size).toBeGreaterThan(12);
    expect(frequencies(large.flatMap((d) => d.events.map((e) => e.person.country.code)))[0]?.[0]).toBe('DE');
    const engagement = events.filter(({ kind }) => kind === 'engagement');
    expect(engagement.length / views.length).toBeGreaterThan(0.85);
    expect(engagement.every(({ engagedMs, scroll }) => engagedMs > 0 && scroll > 0 && scroll <= 100)).toBe(
      true,
    );
    const names = new Set(events.map(({ name }) => name));
    for (const name of ['Signup', 'Purchase', 'File Download', 'Outbound Link', '404'])
      expect(names).toContain(name);
  });

  it('has robots, AI crawlers and referrer spam', () => {
    const reasons = frequencies(unwanted.map((event) => event.unwanted?.reason ?? ''));
    expect(reasons.map(([reason]) => reason)).toEqual(['bot', 'ai_crawler', 'referrer_spam']);
    expect(unwanted.length / views.length).toBeGreaterThan(0.03);
    expect(unwanted.length / views.length).toBeLessThan(0.2);
  });

  it('can be written as server events and as browser beacons', () => {
    const event = views.find(({ source }) => source.channel === 'Paid Search');
    const website = { siteKey: 'key', domain: 'large.example' };
    if (!event) throw new Error('No visit came from an advertisement.');
    const report = toServerEvent(event, website, 'id-1');
    expect(new URL(report.url).searchParams.get('utm_medium')).toBe('cpc');
    expect(report).toMatchObject({ id: 'id-1', site_key: 'key', name: 'pageview', title: event.page.title });
    expect(Date.parse(report.time)).toBe(event.ts);
    const beacon = toBeacon(event, website);
    expect(JSON.parse(beacon.body)).toMatchObject({ k: 'key', n: 'pageview', u: report.url });
    expect(beacon.headers['x-forwarded-for']).toBe(report.ip);
    const engagement = events.find(({ kind }) => kind === 'engagement');
    if (!engagement) throw new Error('Nobody read anything.');
    expect(JSON.parse(toBeacon(engagement, website).body).p).toEqual({
      e: engagement.engagedMs,
      s: engagement.scroll,
    });
  });
});
