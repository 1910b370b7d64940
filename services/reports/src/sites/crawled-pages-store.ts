import type { Database, Transaction } from '@platform/database';

import type { PageText } from '../page/similar-texts.ts';
import type { PageSurvey } from '../audit/survey-page.ts';
import type { RedirectHop } from '../page/page-artifacts.ts';
import { addPages, hashPage } from './add-pages.ts';
import type { RenderedSummary, WaitingPage } from './site.ts';

/** The right to crawl a site, held by one worker at a time. */
export interface SiteClaim {
  readonly siteId: number;
  readonly id: string;
  readonly url: string;
  readonly host: string;
  readonly follows: boolean;
  readonly maxPages: number;
  /** 1 for the first time; higher when workers died with the site. */
  readonly attempt: number;
  readonly isMapped: boolean;
  /** The site’s first crawl. */
  readonly seriesId: number;
  /** Pages that a browser renders. */
  readonly renderPages: number;
  /** How the site answers for an address that doesn’t exist; null while nobody has asked. */
  readonly unknownAddress: UnknownAddress | null;
  readonly organisation: string;
  /** Sealed; null for none. */
  readonly credentials: string | null;
  /** Of the request that made the site. */
  readonly requestId: string | null;
}

/** How a site answers for an address that doesn’t exist. */
export interface UnknownAddress {
  readonly url: string;
  readonly status: number | null;
  readonly finalUrl: string | null;
  /** A simhash of the text, in decimal digits; null unless it is an HTML page. */
  readonly hash: string | null;
}

/** Result of a visit to a page. */
export interface VisitedPage {
  readonly id: number;
  readonly error: string | null;
  readonly httpStatus: number | null;
  readonly finalUrl: string | null;
  readonly mediaType: string | null;
  /** Those that were followed, in order. */
  readonly redirects: readonly Pick<RedirectHop, 'url' | 'status'>[];
  readonly survey: PageSurvey | null;
}

export interface FoundLink {
  readonly url: string;
  readonly isExternal: boolean;
  readonly kind: 'link' | 'frame' | 'file' | 'declared';
}

/** A page as a browser showed it. */
export interface RenderedVisit {
  /** Null when it couldn’t be rendered, or is too complex. */
  readonly survey: PageSurvey | null;
  readonly summary: Omit<RenderedSummary, 'links'>;
}

/** Findings of a crawl about its pages together. */
export interface CrawlSums {
  /** Pages whose text is almost the same, by the smallest id of their group. */
  readonly groups: ReadonlyMap<number, number>;
  /** Pages that look like the site’s answer for an address that doesn’t exist. */
  readonly soft404: readonly number[];
}

const surveyColumns = (survey: PageSurvey | null) =>
  survey === null
    ? {}
    : {
        title: survey.title,
        description: survey.description,
        canonical: survey.canonical,
        words: survey.words,
        content_hash: survey.contentHash.toString(),
        is_indexable: survey.isIndexable,
        alternates: JSON.stringify(survey.alternates),
        findings: JSON.stringify(survey.findings),
        score: survey.score,
        scores: JSON.stringify(survey.scores),
        anchors: survey.anchors === null ? null : [...survey.anchors],
      };

/** Every write is for the holder of the claim; without it, nothing is written. */
export interface CrawledPagesStore {
  /** The next pages, all as far from the start: the nearest first, addresses of other sites last. */
  next(claim: SiteClaim, limit: number): Promise<readonly WaitingPage[]>;
  /** Adds the addresses that sitemaps name. */
  addMapped(claim: SiteClaim, urls: readonly string[]): Promise<void>;
  /**
   * The next page to render: the first one, then those of other folders, with few words before others.
   * @returns undefined when as many are rendered as the claim’s site wants
   */
  nextSample(claim: SiteClaim): Promise<WaitingPage | undefined>;
  /** Writes what a browser showed, and the links that only scripts make. */
  noteRendered(
    claim: SiteClaim,
    page: WaitingPage,
    visit: RenderedVisit,
    links: readonly FoundLink[],
  ): Promise<void>;
  /** Notes how the site answers for an address that doesn’t exist. */
  noteUnknown(claim: SiteClaim, answer: UnknownAddress): Promise<void>;
  /** That answer; null when nobody asked. */
  unknownAddress(claim: SiteClaim): Promise<UnknownAddress | null>;
  /** Writes a visit and the links that were found, in one transaction. */
  finishPage(
    claim: SiteClaim,
    visit: VisitedPage,
    depth: number | null,
    links: readonly FoundLink[],
  ): Promise<void>;
  /** Fingerprints of the pages’ texts, the longer and the shorter ones. */
  texts(claim: SiteClaim): Promise<readonly PageText[]>;
  /** Writes what shows only when all pages are seen together. */
  note(claim: SiteClaim, sums: CrawlSums): Promise<void>;
}

interface WaitingRow {
  id: number;
  url: string;
  depth: number | null;
  is_external: boolean;
  is_file: boolean;
  /** Null while it isn’t known what the start leads to. */
  is_start: boolean | null;
}

/** Adds the addresses of links, and returns each with the id that it has. */
const addLinks = async (
  transaction: Transaction,
  claim: SiteClaim,
  depth: number | null,
  links: readonly FoundLink[],
): Promise<readonly (FoundLink & { id: number })[]> => {
  const found: (FoundLink & { id: number })[] = [];
  // Links first: what is a page and a file is a page.
  for (const kind of ['link', 'frame', 'declared', 'file'] as const)
    for (const isExternal of [false, true]) {
      const some = links.filter((link) => link.kind === kind && link.isExternal === isExternal);
      // A target linked only from pages without a path from the start has none either.
      const hasDepth = (kind === 'link' || kind === 'frame') && !isExternal && depth !== null;
      const ids = await addPages(
        transaction,
        claim,
        some.map(({ url }) => url),
        { depth: hasDepth ? depth + 1 : null, isExternal, isFile: kind === 'file', inSitemap: false },
      );
      for (const link of some) {
        const id = ids.get(link.url);
        if (id !== undefined) found.push({ ...link, id });
      }
    }
  return found;
};

/** Writes a page’s links. @returns how many are new */
const insertLinks = async (
  transaction: Transaction,
  { siteId }: SiteClaim,
  pageId: number,
  targets: readonly (FoundLink & { id: number })[],
): Promise<number> => {
  const { rows } = await transaction.raw<{ rows: object[] }>(
    `INSERT INTO site_links (site_id, page_id, target_id, kind)
     SELECT DISTINCT ON (target) :siteId, :pageId, target, kind
     FROM unnest(CAST(:targets AS integer[]), CAST(:kinds AS text[])) WITH ORDINALITY AS l (target, kind, place)
     ORDER BY target, place ON CONFLICT DO NOTHING RETURNING target_id`,
    { siteId, pageId, targets: targets.map(({ id }) => id), kinds: targets.map(({ kind }) => kind) },
  );
  return rows.length;
};

/** The next page of a sample: one of each folder before a second one. */
const SAMPLE = `
  SELECT id, url, depth FROM (
    SELECT id, url, depth, url = :start AS is_start,
      row_number() OVER (PARTITION BY split_part(url, '/', 4) ORDER BY words, id) AS place
    FROM site_pages WHERE site_id = :siteId AND NOT is_external AND score IS NOT NULL AND rendered IS NULL
  ) pages
  WHERE :most > (SELECT count(*) FROM site_pages WHERE site_id = :siteId AND rendered IS NOT NULL)
  ORDER BY is_start DESC, place, id LIMIT 1`;

/** The row of a site, as long as the claim is held. */
export const held = (claim: SiteClaim) => ({ id: claim.siteId, claim: claim.id });

/** Runs work that only the holder of a claim may do; others find nothing to do. */
export const createHolding =
  (database: Database) =>
  (claim: SiteClaim, work: (transaction: Transaction) => Promise<void>): Promise<void> =>
    database.transaction(async (transaction) => {
      const site = await transaction('sites').where(held(claim)).forUpdate().first<object | undefined>('id');
      if (site !== undefined) await work(transaction);
    });

/** Stores the pages of crawls in PostgreSQL. */
export const createCrawledPagesStore = (database: Database): CrawledPagesStore => {
  const asHolder = createHolding(database);

  return {
    async next(claim, limit) {
      const rows = await database('site_pages')
        .where({ site_id: claim.siteId, state: 'waiting' })
        .orderByRaw('is_external, depth NULLS LAST, id')
        .limit(limit)
        .select<WaitingRow[]>(
          'id',
          'url',
          'depth',
          'is_external',
          'is_file',
          // Not by the depth: crawls of older versions have other pages of depth 0.
          database.raw(
            `url = ? OR url = (SELECT final_url FROM site_pages WHERE site_id = ? AND url_hash = ?) AS is_start`,
            [claim.url, claim.siteId, hashPage(claim.url)],
          ),
        );
      // One depth at a time: what these pages link to has its depth before it is visited.
      const nearest = rows.filter(({ depth }) => depth === rows[0]?.depth);
      return nearest.map(({ id, url, depth, is_external, is_file, is_start }) => ({
        id,
        url,
        depth,
        isExternal: is_external,
        isFile: is_file,
        isStart: claim.follows && is_start === true,
      }));
    },

    addMapped: (claim, urls) =>
      asHolder(claim, async (transaction) => {
        const kind = { depth: null, isExternal: false, isFile: false, inSitemap: true };
        await addPages(transaction, claim, urls, kind);
        await transaction('sites').where({ id: claim.siteId }).update({ mapped_at: transaction.fn.now() });
      }),

    finishPage: (claim, visit, depth, links) =>
      asHolder(claim, async (transaction) => {
        await transaction('site_pages')
          .where({ site_id: claim.siteId, id: visit.id })
          .update({
            state: 'done',
            error: visit.error,
            http_status: visit.httpStatus,
            final_url: visit.finalUrl,
            media_type: visit.mediaType,
            redirects:
              visit.redirects.length === 0
                ? null
                : JSON.stringify(visit.redirects.map(({ url, status }) => ({ url, status }))),
            fetched_at: transaction.fn.now(),
            ...surveyColumns(visit.survey),
          });
        const targets = await addLinks(transaction, claim, depth, links);
        await insertLinks(transaction, claim, visit.id, targets);
        const ids = new Map(targets.map(({ url, id }) => [url, id]));
        const places = (visit.survey?.fragments ?? []).flatMap(({ url, fragment }) => {
          const target = url === visit.finalUrl ? visit.id : ids.get(url);
          return target === undefined ? [] : [{ target, fragment }];
        });
        await transaction.raw(
          `INSERT INTO site_fragments (site_id, page_id, target_id, fragment)
           SELECT :siteId, :pageId, target, fragment
           FROM unnest(CAST(:targets AS integer[]), CAST(:fragments AS text[])) AS f (target, fragment) ON CONFLICT DO NOTHING`,
          {
            siteId: claim.siteId,
            pageId: visit.id,
            targets: places.map(({ target }) => target),
            fragments: places.map(({ fragment }) => fragment),
          },
        );
      }),

    async nextSample({ siteId, url, renderPages }) {
      if (renderPages === 0) return undefined;
      const { rows } = await database.raw<{ rows: { id: number; url: string; depth: number | null }[] }>(
        SAMPLE,
        { siteId, start: url, most: renderPages },
      );
      const [row] = rows;
      return row && { ...row, isExternal: false, isFile: false, isStart: false };
    },

    noteRendered: (claim, page, { survey, summary }, links) =>
      asHolder(claim, async (transaction) => {
        const targets = await addLinks(transaction, claim, page.depth, links);
        const found = await insertLinks(transaction, claim, page.id, targets);
        await transaction('site_pages')
          .where({ site_id: claim.siteId, id: page.id })
          .update({
            rendered: JSON.stringify({ ...summary, links: found }),
            ...(survey?.anchors && { anchors: [...survey.anchors], words: survey.words }),
          });
      }),

    noteUnknown: async (claim, answer) => {
      await database('sites')
        .where(held(claim))
        .update({ unknown_address: JSON.stringify(answer) });
    },

    async unknownAddress({ siteId }) {
      const row = await database('sites')
        .where({ id: siteId })
        .first<{ unknown_address: UnknownAddress | null } | undefined>('unknown_address');
      return row?.unknown_address ?? null;
    },

    async texts({ siteId, url }) {
      const rows = await database('site_pages')
        .where({ site_id: siteId, is_external: false, http_status: 200 })
        .whereNotNull('content_hash')
        .orderBy('id')
        .select<{ id: number; content_hash: string; words: number; is_start: boolean }[]>([
          'id',
          'content_hash',
          'words',
          database.raw(
            'url = ? OR url = (SELECT final_url FROM site_pages WHERE site_id = ? AND url_hash = ?) AS is_start',
            [url, siteId, hashPage(url)],
          ),
        ]);
      return rows.map(({ id, content_hash, words, is_start }) => ({
        id,
        hash: BigInt(content_hash),
        words,
        isStart: is_start,
      }));
    },

    note: (claim, { groups, soft404 }) =>
      asHolder(claim, async (transaction) => {
        await transaction.raw(
          `UPDATE site_pages SET content_group = g.root
           FROM unnest(CAST(:ids AS integer[]), CAST(:roots AS integer[])) AS g (id, root)
           WHERE site_id = :siteId AND site_pages.id = g.id`,
          { siteId: claim.siteId, ids: [...groups.keys()], roots: [...groups.values()] },
        );
        await transaction('site_pages')
          .where({ site_id: claim.siteId })
          .whereIn('id', [...soft404])
          .update({ is_soft_404: true });
      }),
  };
};
