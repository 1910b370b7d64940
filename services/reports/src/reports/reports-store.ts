import { domainToASCII } from 'node:url';
import type { Database, Transaction } from '@platform/database';
import { endPageLinks } from '@platform/page-access';
import { currentRequestId } from '@platform/runtime';
import { ratingFromNumber, ratingToNumber } from '../audit/score.ts';
import type { Rating } from '../audit/score.ts';
import { hashUrl, targetOf } from '../generation/target.ts';
import type { FailureCode } from '../runs/run.ts';
import type { NewReport, Report, ReportSettings, ReportStatus } from './report.ts';

export interface ReportRow {
  id: number;
  organisation: string;
  url: string;
  page_key: string;
  privacy: number;
  password_hash: string | null;
  render: boolean;
  passes: number;
  desktop: boolean;
  credentials: string | null;
  status: ReportStatus;
  error: FailureCode | null;
  http_status: number | null;
  rating: number | null;
  score: number | null;
  score_before: number | null;
  got_worse: boolean;
  generated_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const COLUMNS = [
  'id',
  'organisation',
  'url',
  'page_key',
  'privacy',
  'password_hash',
  'render',
  'passes',
  'desktop',
  'credentials',
  'status',
  'error',
  'http_status',
  'rating',
  'score',
  'score_before',
  'got_worse',
  'generated_at',
  'created_at',
  'updated_at',
];

export const toReport = (row: ReportRow): Report => ({
  id: row.id,
  organisation: row.organisation,
  url: row.url,
  pageKey: row.page_key,
  privacy: row.privacy,
  passwordHash: row.password_hash,
  render: row.render,
  passes: row.passes,
  desktop: row.desktop,
  credentials: row.credentials,
  status: row.status,
  error: row.error,
  httpStatus: row.http_status,
  result: ratingFromNumber(row.rating),
  score: row.score,
  scoreBefore: row.score_before,
  gotWorse: row.got_worse,
  generatedAt: row.generated_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export interface ReportsFilter {
  readonly organisation: string;
  /** A part of the URL, taken literally, in any case. */
  readonly search?: string | undefined;
  readonly result?: Rating | undefined;
  /** Host of the URL, with or without its port. */
  readonly project?: string | undefined;
  /** Only reports whose newest result is worse than the one before. */
  readonly onlyWorse: boolean;
  readonly sortBy: 'id' | 'generated_at' | 'url' | 'result';
  readonly sort: 'asc' | 'desc';
  readonly perPage: number;
  readonly page: number;
}

/** A change to a report: new settings, and whether to generate it again. */
export interface ReportChange {
  readonly settings: Partial<ReportSettings>;
  readonly generate: boolean;
}

export interface ReportsStore {
  /** Stores a report whose generation is pending. */
  insert(report: NewReport): Promise<Report>;
  find(organisation: string, id: number): Promise<Report | undefined>;
  findByPageKey(pageKey: string): Promise<Report | undefined>;
  list(filter: ReportsFilter): Promise<{ reports: readonly Report[]; total: number }>;
  /** Applies what `decide` returns for the current report, which stays locked meanwhile. */
  update(
    organisation: string,
    id: number,
    decide: (current: Report) => ReportChange,
  ): Promise<Report | undefined>;
  /** @returns false when there is no such report */
  remove(organisation: string, id: number): Promise<boolean>;
}

/**
 * Sorts bytewise, so that the order doesn’t depend on the server’s locale. Nulls come last either
 * way.
 */
const SORT_KEYS: Readonly<Record<ReportsFilter['sortBy'], string>> = {
  id: 'id',
  generated_at: 'generated_at',
  url: 'url COLLATE "C"',
  result: 'rating',
};

/**
 * People search for what they see, but URLs are stored percent-encoded with the host in Punycode.
 */
const spellingsOf = (search: string): string[] =>
  [search, encodeURI(search), URL.parse(search)?.href ?? domainToASCII(search)].filter(Boolean);

const EVIDENCE = ['render', 'passes', 'desktop', 'credentials'] as const;

/** The columns of what a generation depends on, where one of them changes. */
const changedEvidence = (current: Report, settings: ReportChange['settings']) => {
  const changes = Object.fromEntries(
    EVIDENCE.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  );
  if (Object.keys(changes).length === 0) return {};
  return { ...changes, url_hash: hashUrl(targetOf({ ...current, ...changes })) };
};

const changedColumns = (current: Report, { settings, generate }: ReportChange, transaction: Transaction) => ({
  updated_at: transaction.fn.now(),
  ...(settings.privacy === undefined ? {} : { privacy: settings.privacy }),
  ...(settings.passwordHash === undefined ? {} : { password_hash: settings.passwordHash }),
  ...changedEvidence(current, settings),
  ...(generate
    ? {
        status: 'pending',
        error: null,
        requested_at: transaction.raw('clock_timestamp()'),
        request_id: currentRequestId(),
      }
    : {}),
});

/** Stores reports in PostgreSQL. */
export const createReportsStore = (database: Database): ReportsStore => {
  const one = async (where: Partial<ReportRow>): Promise<Report | undefined> => {
    const row = await database<ReportRow>('reports').where(where).first<ReportRow | undefined>(COLUMNS);
    return row && toReport(row);
  };

  return {
    async insert({ organisation, url, pageKey, privacy, passwordHash, ...evidence }) {
      const { hostname, host } = new URL(url);
      const record = {
        organisation,
        url,
        url_hash: hashUrl(targetOf({ url, pageKey, ...evidence })),
        ...evidence,
        hostname,
        host,
        page_key: pageKey,
        privacy,
        password_hash: passwordHash,
        status: 'pending',
        requested_at: database.raw('clock_timestamp()'),
        request_id: currentRequestId(),
      };
      const rows = await database('reports').insert(record).returning<ReportRow[]>(COLUMNS);
      const [row] = rows;
      if (!row) throw new Error('PostgreSQL returned no row for a new report');
      return toReport(row);
    },

    find: (organisation, id) => one({ organisation, id }),
    findByPageKey: (pageKey) => one({ page_key: pageKey }),

    async list({ organisation, search, result, project, onlyWorse, sortBy, sort, perPage, page }) {
      const matching = () =>
        database('reports')
          .where({ organisation })
          .modify((query) => {
            if (search)
              void query.whereRaw(
                'EXISTS (SELECT FROM unnest(CAST(? AS text[])) AS spelling WHERE strpos(lower(url), lower(spelling)) > 0)',
                [spellingsOf(search)],
              );
            if (onlyWorse) void query.where({ got_worse: true });
            if (result) void query.where({ rating: ratingToNumber(result) });
            if (project)
              void query.where(
                (either) => void either.where({ host: project }).orWhere({ hostname: project }),
              );
          });
      const [rows, counted] = await Promise.all([
        matching()
          .orderByRaw(`${SORT_KEYS[sortBy]} ${sort} NULLS LAST, id ${sort}`)
          .limit(perPage)
          .offset((page - 1) * perPage)
          .select<ReportRow[]>(COLUMNS),
        matching().count<{ total: string }[]>({ total: '*' }),
      ]);
      return { reports: rows.map(toReport), total: Number(counted[0]?.total ?? 0) };
    },

    update: (organisation, id, decide) =>
      database.transaction(async (transaction) => {
        const current = await transaction('reports')
          .where({ organisation, id })
          .forUpdate()
          .first<ReportRow | undefined>(COLUMNS);
        if (!current) return undefined;
        const report = toReport(current);
        const change = changedColumns(report, decide(report), transaction);
        const [row] = await transaction('reports')
          .where({ id })
          .update(change)
          .returning<ReportRow[]>(COLUMNS);
        if (row?.privacy !== current.privacy || row.password_hash !== current.password_hash)
          await endPageLinks(transaction, id);
        return row && toReport(row);
      }),

    remove: async (organisation, id) => (await database('reports').where({ organisation, id }).delete()) > 0,
  };
};
