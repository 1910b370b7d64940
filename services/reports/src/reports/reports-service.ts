import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';

import { invalid, notFound, rateLimited } from '@platform/errors';
import { GuardError } from '@platform/guard';
import type { Logger } from '@platform/runtime';

import type { GenerationQueue } from '../generation/generation-queue.ts';
import type { GenerationSignals } from '../generation/generation-signals.ts';
import type { DetailedRun } from '../runs/run.ts';
import type { RunsStore } from '../runs/runs-store.ts';
import type { Report, ReportSettings } from './report.ts';
import type { CreateReportBody, ListReportsQuery, UpdateReportBody } from './reports-schema.ts';
import type { ReportsStore } from './reports-store.ts';

/** A report with the last run that gave a result. */
export interface DetailedReport {
  readonly report: Report;
  readonly run: DetailedRun | undefined;
}

export interface ReportsServiceDeps {
  store: ReportsStore;
  runs: Pick<RunsStore, 'lastGenerated'>;
  queue: Pick<GenerationQueue, 'enqueue'>;
  signals: Pick<GenerationSignals, 'next'>;
  /** Reads a URL. @throws GuardError `blocked` */
  checkUrl: (url: string) => Promise<URL>;
  hashPassword: (password: string) => Promise<string>;
  logger: Logger;
  now?: () => number;
}

export interface ReportsService {
  /**
   * Writes the report and has it generated. @param waitMilliseconds how long the result is waited for
   * @throws AppError `invalid`, with one message for a bad URL and for an address that is refused
   */
  create(organisation: string, body: CreateReportBody, waitMilliseconds: number): Promise<DetailedReport>;
  list(organisation: string, query: ListReportsQuery): Promise<{ reports: readonly Report[]; total: number }>;
  /** @throws AppError `not_found`, also for another organisation's report */
  show(organisation: string, id: number): Promise<DetailedReport>;
  /** @throws AppError `rate_limited` when a good result is less than 60 s old and a new one is asked for; nothing is changed */
  update(
    organisation: string,
    id: number,
    body: UpdateReportBody,
    waitMilliseconds: number,
  ): Promise<DetailedReport>;
  remove(organisation: string, id: number): Promise<void>;
  /** The report behind the address of a report page, whoever asks. @throws AppError `not_found` */
  findByPageKey(pageKey: string): Promise<DetailedReport>;
}

const COOL_DOWN_SECONDS = 60;
const PAGE_KEY_BYTES = 12;
/** Milliseconds after which a waiting request looks for itself: signals are lost while their connection is. */
const UNSIGNALLED_LOOK = 2000;

/** `MÜNCHEN.example:8443` as URLs hold it: `xn--mnchen-3ya.example:8443`. What is no host stays as it is. */
const hostAsStored = (text: string): string => {
  const name = text.replace(/:\d*$/, '');
  return (domainToASCII(name) || name.toLowerCase()) + text.slice(name.length);
};

/** The use cases of reports. */
export const createReportsService = (deps: ReportsServiceDeps): ReportsService => {
  const { store, runs, queue, signals, checkUrl, hashPassword, logger, now = Date.now } = deps;

  const readUrl = async (text: string): Promise<string> => {
    try {
      return (await checkUrl(text.trim())).href;
    } catch (error) {
      if (error instanceof GuardError) throw invalid([{ field: 'url', message: error.message }]);
      throw error;
    }
  };

  const toSettings = async ({ privacy, password }: Omit<UpdateReportBody, 'results'>) => ({
    ...(privacy === undefined ? {} : { privacy }),
    // An empty field of a form is a password that wasn't typed; null in JSON takes the password away.
    ...(password === null
      ? { passwordHash: null }
      : password
        ? { passwordHash: await hashPassword(password) }
        : {}),
  });

  const refuseOpenDoor = ({ privacy, passwordHash }: ReportSettings): void => {
    if (privacy === 2 && passwordHash === null)
      throw invalid([{ field: 'password', message: 'password is required when privacy is 2' }]);
  };

  const refuseHaste = ({ status, generatedAt }: Report): void => {
    const age = (now() - (generatedAt?.getTime() ?? 0)) / 1000;
    if (status === 'generated' && age < COOL_DOWN_SECONDS)
      throw rateLimited(
        COOL_DOWN_SECONDS - age,
        `This report was generated less than ${COOL_DOWN_SECONDS} seconds ago; it can be generated again after that time.`,
      );
  };

  /** The report is in the database by now: a queue that is down only delays it, until the sweeper comes by. */
  const enqueue = (url: string): Promise<void> =>
    queue.enqueue(url).catch((error: unknown) => {
      logger.warn({ err: error, url }, 'a generation could not be enqueued, and will be swept up');
    });

  const withRun = async (report: Report): Promise<DetailedReport> => ({
    report,
    run: report.generatedAt === null ? undefined : await runs.lastGenerated(report.id),
  });

  const settled = async (
    { organisation, id, url }: Report,
    milliseconds: number,
  ): Promise<DetailedReport> => {
    const deadline = performance.now() + milliseconds;
    for (;;) {
      const left = deadline - performance.now();
      const signal = signals.next(url, Math.min(Math.max(0, left), UNSIGNALLED_LOOK));
      const report = await store.find(organisation, id);
      if (report?.status === 'pending' && left > 0) {
        await signal.arrival;
        continue;
      }
      signal.cancel();
      if (!report) throw notFound('report');
      return withRun(report);
    }
  };

  return {
    async create(organisation, body, waitMilliseconds) {
      const url = await readUrl(body.url);
      const settings = { privacy: body.privacy, passwordHash: null, ...(await toSettings(body)) };
      refuseOpenDoor(settings);
      const pageKey = randomBytes(PAGE_KEY_BYTES).toString('base64url');
      const report = await store.insert({ organisation, url, pageKey, ...settings });
      await enqueue(url);
      return settled(report, waitMilliseconds);
    },

    list: (organisation, query) =>
      store.list({
        organisation,
        search: query.search,
        result: query.result,
        project: query.project === undefined ? undefined : hostAsStored(query.project),
        sortBy: query.sort_by,
        sort: query.sort,
        perPage: query.per_page,
        page: query.page,
      }),

    async show(organisation, id) {
      const report = await store.find(organisation, id);
      if (!report) throw notFound('report');
      return withRun(report);
    },

    async update(organisation, id, body, waitMilliseconds) {
      await this.show(organisation, id);
      const settings = await toSettings(body);
      const report = await store.update(organisation, id, (current) => {
        refuseOpenDoor({ ...current, ...settings });
        const generate = body.results === 1 && current.status !== 'pending';
        if (generate) refuseHaste(current);
        return { settings, generate };
      });
      if (!report) throw notFound('report');
      if (body.results === 0 || report.status !== 'pending') return withRun(report);
      await enqueue(report.url);
      return settled(report, waitMilliseconds);
    },

    async remove(organisation, id) {
      if (!(await store.remove(organisation, id))) throw notFound('report');
    },

    async findByPageKey(pageKey) {
      const report = await store.findByPageKey(pageKey);
      if (!report) throw notFound('report');
      return withRun(report);
    },
  };
};
