import { hash } from 'node:crypto';

import type { Database } from '@platform/database';

import type { DateRange } from '../calendar/date-range.ts';
import { MOST_ELEMENTS, MOST_PAGES } from './click.ts';
import type { Click, ElementClicks } from './click.ts';

interface AskedClicks {
  readonly page?: string;
  readonly width?: 'narrow' | 'wide';
}

interface Answer {
  readonly total: number;
  readonly pages: readonly { readonly page: string; readonly clicks: number }[];
  readonly elements: readonly ElementClicks[];
}

export interface ClicksStore {
  /** Adds clicks to the counts of their days, all or none. */
  add(clicks: readonly Click[]): Promise<void>;
  of(websiteId: number, range: DateRange, asked: AskedClicks): Promise<Answer>;
}

/** Of the pages and elements with most clicks. */
const SHOWN_PAGES = 100;
const SHOWN_ELEMENTS = 500;

const LOCK = 0x636c6b73;

/** Rows that a website's day has already, of the pages that are written to. */
const KNOWN = `
  SELECT page, is_narrow, encode(element, 'hex') AS element FROM click_days
  WHERE website_id = ? AND day = ?::date AND page = ANY (?::text[])`;

/** Counts a day's pages, from one to the next by the index, up to the most. */
const PAGES = `
  WITH RECURSIVE pages AS (
    (SELECT page FROM click_days WHERE website_id = :id AND day = :day::date ORDER BY page LIMIT 1)
    UNION ALL
    SELECT (SELECT c.page FROM click_days c
      WHERE c.website_id = :id AND c.day = :day::date AND c.page > p.page ORDER BY c.page LIMIT 1)
    FROM pages p WHERE p.page IS NOT NULL)
  SELECT count(page)::integer AS count FROM (SELECT page FROM pages WHERE page <> '' LIMIT ${MOST_PAGES}) s`;

const ADD = `
  INSERT INTO click_days (website_id, day, page, is_narrow, element, selector, text_hash, link, clicks)
  SELECT ?, ?::date, page, is_narrow, decode(element, 'hex'), selector, text_hash, link, clicks
  FROM jsonb_to_recordset(?::jsonb) AS r (page text, is_narrow boolean, element text, selector text,
    text_hash text, link text, clicks bigint)
  ORDER BY page, is_narrow, element
  ON CONFLICT (website_id, day, page, is_narrow, element) DO UPDATE SET clicks = click_days.clicks + excluded.clicks`;

interface KnownRow {
  readonly page: string;
  readonly is_narrow: boolean;
  readonly element: string;
}

/** A row to be added to. */
interface Sum extends KnownRow {
  readonly selector: string;
  readonly text_hash: string;
  readonly link: string;
  clicks: number;
}

/** Stands for all elements that were too many. */
const OTHERS = { selector: '', textHash: '', link: '' };

/** A short name of an element that is the same on every process. */
const elementOf = ({ selector, textHash, link }: typeof OTHERS): string =>
  hash('md5', [selector, textHash, link].join('\0'), 'hex');

/**
 * The rows of a website's day that clicks are added to: what would be one page or element too many is
 * counted with the others.
 */
export const boundedSums = (
  clicks: readonly Click[],
  known: readonly KnownRow[],
  pageCount: number,
): readonly Sum[] => {
  const pages = new Set(known.map(({ page }) => page));
  let room = MOST_PAGES - pageCount;
  const elements = new Map<string, Set<string>>();
  const placeOf = (page: string, isNarrow: boolean): Set<string> => {
    const key = `${String(isNarrow)} ${page}`;
    const found = elements.get(key) ?? new Set<string>();
    elements.set(key, found);
    return found;
  };
  for (const { page, is_narrow: isNarrow, element } of known) placeOf(page, isNarrow).add(element);
  const sums = new Map<string, Sum>();
  for (const click of clicks) {
    if (!pages.has(click.page) && room > 0) {
      room--;
      pages.add(click.page);
    }
    const page = pages.has(click.page) ? click.page : '';
    const place = placeOf(page, click.isNarrow);
    const own = elementOf(click);
    const isKnown = place.has(own) || (page !== '' && place.size < MOST_ELEMENTS);
    const { selector, textHash, link } = isKnown ? click : OTHERS;
    const element = isKnown ? own : elementOf(OTHERS);
    place.add(element);
    const key = `${String(click.isNarrow)} ${element} ${page}`;
    const sum = sums.get(key);
    if (sum) sum.clicks += 1;
    else
      sums.set(key, {
        page,
        is_narrow: click.isNarrow,
        element,
        selector,
        text_hash: textHash,
        link,
        clicks: 1,
      });
  }
  return [...sums.values()];
};

interface ElementRow {
  readonly page: string;
  readonly selector: string;
  readonly text_hash: string;
  readonly link: string;
  readonly clicks: string;
  readonly narrow: string;
}

/** Counts of clicks in PostgreSQL. */
export const createClicksStore = (database: Database): ClicksStore => ({
  add: (clicks) =>
    database.transaction(async (transaction) => {
      await transaction.raw(`SET LOCAL statement_timeout = '5s'`);
      const days = Map.groupBy(
        clicks,
        ({ websiteId, day }) => `${String(websiteId).padStart(10, '0')} ${day}`,
      );
      // In one order everywhere, so that two writers don't wait for each other.
      for (const [, ofDay] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const [first] = ofDay;
        if (!first) continue;
        const { websiteId: id, day } = first;
        await transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [LOCK, id]);
        const pages = [...new Set(ofDay.map(({ page }) => page)), ''];
        const { rows: known } = await transaction.raw<{ rows: KnownRow[] }>(KNOWN, [id, day, pages]);
        const { rows: counted } = await transaction.raw<{ rows: { count: number }[] }>(PAGES, { id, day });
        const sums = boundedSums(ofDay, known, counted[0]?.count ?? 0);
        await transaction.raw(ADD, [id, day, JSON.stringify(sums)]);
      }
    }),

  async of(websiteId, { from, to }, { page, width }) {
    const matching = () =>
      database('click_days')
        .where({ website_id: websiteId })
        .whereBetween('day', [from, to])
        .modify((query) => {
          if (page !== undefined) void query.where({ page });
          if (width !== undefined) void query.where({ is_narrow: width === 'narrow' });
        });
    const pages = await matching()
      .groupBy('page')
      .select<{ page: string; clicks: string; total: string }[]>(
        'page',
        database.raw('sum(clicks) AS clicks'),
        database.raw('sum(sum(clicks)) OVER () AS total'),
      )
      .orderByRaw('2 DESC, 1')
      .limit(SHOWN_PAGES);
    const elements = await matching()
      .groupBy('page', 'selector', 'text_hash', 'link')
      .select<ElementRow[]>(
        'page',
        'selector',
        'text_hash',
        'link',
        database.raw('sum(clicks) AS clicks'),
        database.raw('coalesce(sum(clicks) FILTER (WHERE is_narrow), 0) AS narrow'),
      )
      .orderByRaw('5 DESC, 1, 2, 3, 4')
      .limit(SHOWN_ELEMENTS);
    return {
      total: Number(pages[0]?.total ?? 0),
      pages: pages.map((row) => ({ page: row.page, clicks: Number(row.clicks) })),
      elements: elements.map((row) => ({
        page: row.page,
        selector: row.selector,
        textHash: row.text_hash,
        link: row.link,
        clicks: Number(row.clicks),
        narrow: Number(row.narrow),
      })),
    };
  },
});
