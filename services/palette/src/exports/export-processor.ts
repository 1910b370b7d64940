import { createHash } from 'node:crypto';
import { isAppError } from '@platform/errors';
import { inRequest, createRepeatingJob } from '@platform/runtime';
import type { Logger } from '@platform/runtime';
import type { FormatRegistry } from '../formats/export-format.ts';
import { writeFile } from '../formats/write-file.ts';
import type { ExportError } from './token-export.ts';
import type { ClaimedExport, ExportsStore } from './exports-store.ts';
import type { WorkerMetrics } from './worker-metrics.ts';
import type { ExportCleanupStore } from './export-cleanup-store.ts';
import type { ExportsQueue } from './exports-queue.ts';

export interface ExportProcessorDeps {
  store: Pick<ExportsStore, 'claim' | 'complete' | 'fail' | 'progress'>;
  formats: FormatRegistry;
  metrics: WorkerMetrics;
  logger: Logger;
}

/** One attempt by the queue to run an export. */
export interface Turn {
  id: string;
  /** True if the queue will not retry after this attempt. */
  isLast: boolean;
}

/**
 * A killed worker leaves no other trace. An export that keeps killing workers must end eventually.
 */
const MOST_ATTEMPTS = 25;

const GAVE_UP: ExportError = {
  code: 'export_failed',
  message: 'The file could not be rendered.',
  details: [],
};

/** The prefix of names if the client gave none. */
const defaultPrefix = ({ themeId }: ClaimedExport): string => (themeId === null ? 'color' : 'theme');

/**
 * Renders the file of an export. Tokens that the format can't represent fail it at once. Any other
 * fault is thrown so that the queue retries, and fails the export on the last attempt. Running an
 * export twice is harmless: the first to finish wins.
 */
export const createExportProcessor = (deps: ExportProcessorDeps) => {
  const { store, formats, metrics, logger } = deps;

  const make = async (claimed: ClaimedExport): Promise<void> => {
    const format = formats.get(claimed.format);
    if (!format) throw new Error(`This worker has no format ${claimed.format}.`);
    const {
      color_syntax: colorSyntax,
      p3,
      comments,
      case: given,
      collisions,
      dimensions,
      files,
    } = claimed.options;
    const prefix = claimed.prefix ?? defaultPrefix(claimed);
    const end = metrics.rendering(format.id);
    const report = (done: number): void => {
      // Not awaited: at worst a client sees the progress later.
      store.progress(claimed.id, Math.floor(done * 100)).catch((error: unknown) => {
        logger.debug({ err: error, export: claimed.id }, 'the progress of an export was not recorded');
      });
    };
    const options = { prefix, colorSyntax, p3, comments, case: given, collisions, dimensions, files };
    const file = await writeFile(format, claimed.tokens, options, report);
    end();
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    if (!(await store.complete(claimed.id, file, sha256))) return;
    metrics.completed(format.id, claimed.createdAt);
    logger.info(
      { export: claimed.id, format: format.id, bytes: file.bytes.length },
      'an export was completed',
    );
  };

  const fail = async (claimed: ClaimedExport, error: ExportError, shared: boolean): Promise<void> => {
    if (!(await store.fail(claimed.id, error, shared))) return;
    metrics.failed(claimed.format, error.code);
    logger.warn({ export: claimed.id, format: claimed.format, code: error.code }, 'an export failed');
  };

  const run = async (claimed: ClaimedExport, isLast: boolean): Promise<void> => {
    const { id } = claimed;
    if (claimed.attempts > MOST_ATTEMPTS) {
      await fail(claimed, GAVE_UP, false);
      return;
    }
    try {
      await make(claimed);
    } catch (error) {
      if (isAppError(error) && error.kind === 'invalid') {
        const { code = 'invalid_tokens', message, details } = error;
        await fail(claimed, { code, message, details }, true);
        return;
      }
      metrics.faulted(claimed.format);
      logger.warn(
        { err: error, export: id, attempt: claimed.attempts },
        'an attempt to run an export failed',
      );
      if (isLast) await fail(claimed, GAVE_UP, false);
      throw error;
    }
  };
  return async ({ id, isLast }: Turn): Promise<void> => {
    const claimed = await store.claim(id);
    // Finished, cancelled or expired in the meantime.
    if (claimed) await inRequest(claimed.requestId, () => run(claimed, isLast));
  };
};

interface ExportCleanupDeps {
  store: Pick<ExportCleanupStore, 'takeIdle' | 'removeExpired'>;
  queue: Pick<ExportsQueue, 'add'>;
  metrics: Pick<WorkerMetrics, 'recovered'>;
  logger: Logger;
  /** Seconds without progress after which an unfinished export is queued again. */
  idleSeconds: number;
}

export interface ExportCleanup {
  /** Cleans up once. Resolves with the number of exports that were queued again. */
  run: () => Promise<number>;
  start: () => void;
  stop: () => Promise<void>;
}

const BATCH = 500;

/** How long a client is told that an export has expired, rather than that it never existed. */
const GRACE_DAYS = 30;

/**
 * Queues the exports whose job was lost (the queue was down, or forgot it) and removes expired
 * ones. Jobs are identified by export, so queuing one twice is harmless.
 */
export const createExportCleanup = (deps: ExportCleanupDeps): ExportCleanup => {
  const { store, queue, metrics, logger, idleSeconds } = deps;

  const run = async (): Promise<number> => {
    const ids = await store.takeIdle(idleSeconds, BATCH);
    if (ids.length > 0) {
      await queue.add(ids);
      metrics.recovered(ids.length);
    }
    await store.removeExpired(GRACE_DAYS);
    return ids.length;
  };

  const job = createRepeatingJob({
    name: 'the cleanup of exports',
    run,
    everyMilliseconds: Math.max(250, (idleSeconds * 1_000) / 2),
    logger,
  });
  return {
    run,
    start: () => {
      job.start();
    },
    stop: () => job.stop(),
  };
};
