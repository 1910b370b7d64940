import type { Logger } from '@platform/runtime';

import type { GenerationOutcome } from './generation-outcome.ts';
import type { GenerationQueue } from './generation-queue.ts';
import type { GenerationStore, UrlClaim } from './generation-store.ts';

export interface GenerationServiceDeps {
  store: GenerationStore;
  queue: GenerationQueue;
  /** Gathers and audits a page; resolves whatever the page does, rejects for faults of ours. */
  generate: (url: string) => Promise<GenerationOutcome>;
  logger: Logger;
  observe: (outcome: GenerationOutcome, seconds: number) => void;
}

export interface GenerationService {
  /** Generates all pending reports on a URL, unless another worker is at it. */
  process(url: string): Promise<void>;
  /**
   * Sees to what was forgotten, by a queue that was down or a worker that died: enqueues it, and generates itself what
   * even so nobody turns to.
   */
  sweep(): Promise<void>;
}

/** A worker that dies is noticed after this time; one that lives renews its claim well before. */
const LEASE_SECONDS = 20;
const RENEWAL_MILLISECONDS = 6000;
/** A URL that ends workers this often is given up. */
const MAX_ATTEMPTS = 3;
/** A report that is pending for longer, with nobody at it, has been forgotten. */
const OVERDUE_SECONDS = 10;
const SWEEP_LIMIT = 500;
/** After this time the queue is not trusted with it any more. */
const NEGLECTED_SECONDS = 60;
/** What a sweep generates itself. */
const AT_HAND = 4;

/** One run at a time for a URL; what it finds serves every report on that URL that was asked for before it began. */
export const createGenerationService = (deps: GenerationServiceDeps): GenerationService => {
  const { store, queue, generate, logger, observe } = deps;

  const outcomeOf = async ({ url, attempt }: UrlClaim): Promise<GenerationOutcome> => {
    if (attempt > MAX_ATTEMPTS) return { status: 'failed', error: 'internal' };
    return generate(url).catch((error: unknown): GenerationOutcome => {
      logger.error({ err: error, url }, 'a generation broke off');
      return { status: 'failed', error: 'internal' };
    });
  };

  const process = async (url: string): Promise<void> => {
    const claim = await store.claim(url, LEASE_SECONDS);
    if (!claim) return;
    const renewal = setInterval(() => {
      store.renew(claim, LEASE_SECONDS).catch((error: unknown) => {
        logger.warn({ err: error, url }, 'a claim could not be renewed');
      });
    }, RENEWAL_MILLISECONDS);
    const startedAt = performance.now();
    try {
      const outcome = await outcomeOf(claim);
      observe(outcome, (performance.now() - startedAt) / 1000);
      const done = await store.finish(claim, outcome);
      if (done?.more) await queue.enqueue(url);
      const error = outcome.status === 'failed' ? outcome.error : null;
      logger.info({ url, error, reports: done?.finished ?? 0 }, 'a page was reported on');
    } finally {
      clearInterval(renewal);
    }
  };

  /** @returns false when the queue takes no jobs */
  const enqueueAll = async (urls: readonly string[]): Promise<boolean> => {
    try {
      for (const url of urls) await queue.enqueueAgain(url);
      return true;
    } catch (error) {
      logger.warn({ err: error }, 'the queue takes no jobs; reports are generated without it, slowly');
      return false;
    }
  };

  return {
    process,

    async sweep() {
      const forgotten = await store.overdue(OVERDUE_SECONDS, SWEEP_LIMIT);
      const isQueueUp = await enqueueAll(forgotten);
      const neglected = isQueueUp
        ? await store.overdue(NEGLECTED_SECONDS, AT_HAND)
        : forgotten.slice(0, AT_HAND);
      await Promise.all(neglected.map((url) => process(url)));
    },
  };
};
