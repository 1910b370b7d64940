import type { KnownVisitors } from './visit.ts';
import { visitorKey } from './late-visitors.ts';

/**
 * Page views and events of one person above which what comes late no longer changes what is stored.
 * Nobody does as much in a day; but a server that tells neither addresses nor user agents makes one
 * visitor of everybody, and each of its late events would have all of that written anew.
 */
const MOST_ACTIONS = 5_000;

/** For the days of those who went on across midnight: the first of them. */
const firstDays = (known: KnownVisitors): ReadonlyMap<string, string> => {
  const earlier = new Map<string, string>();
  for (const { websiteId, visitorId, continues } of known.visitors)
    if (continues !== '0') earlier.set(visitorKey(websiteId, visitorId), visitorKey(websiteId, continues));
  const first = new Map<string, string>();
  for (const key of earlier.keys()) {
    const days = new Set<string>();
    let day: string | undefined = key;
    let root = key;
    while (day !== undefined && !days.has(day)) {
      days.add(day);
      root = first.get(day) ?? day;
      day = first.has(day) ? undefined : earlier.get(day);
    }
    for (const one of days) first.set(one, root);
  }
  return first;
};

/**
 * The keys of those visitors who did too much for their days to be settled again, with the days
 * before and after on which they went on.
 */
export const findTooActive = (known: KnownVisitors): ReadonlySet<string> => {
  const first = firstDays(known);
  const personOf = (key: string): string => first.get(key) ?? key;
  const actions = new Map<string, number>();
  for (const { websiteId, visitorId, pageviews, events } of known.visits) {
    const person = personOf(visitorKey(websiteId, visitorId));
    actions.set(person, (actions.get(person) ?? 0) + pageviews + events);
  }
  const keys = known.visitors.map(({ websiteId, visitorId }) => visitorKey(websiteId, visitorId));
  return new Set(keys.filter((key) => (actions.get(personOf(key)) ?? 0) > MOST_ACTIONS));
};
