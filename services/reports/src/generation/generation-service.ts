import type { Logger } from '@platform/runtime';

import type { GenerationOutcome, GenerationStore, UrlClaim } from './generation-store.ts';
import type { GenerationQueue } from './generation-queue.ts';

export interface GenerationServiceDeps {
  store: GenerationStore;
  queue: GenerationQueue;
  /** Gathers and audits a page. Resolves whatever the page does; rejects only on our own faults. */
  generate: (url: string) => Promise<GenerationOutcome>;
  logger: Logger;
  observe: (outcome: GenerationOutcome, seconds: number) => void;
}

export interface GenerationService {
  /** Generates all pending reports on a URL, unless another worker holds its claim. */
  process(url: string): Promise<void>;
  /**
   * Recovers reports that stalled because the queue was down or a worker died: enqueues them again,
   * and generates a few in this process when the queue doesn’t help.
   */
  recoverStalled(): Promise<void>;
}

/** A dead worker’s claim expires after this time; a live worker renews its claim well before. */
const LEASE_SECONDS = 20;
const RENEWAL_MILLISECONDS = 6000;
/** A URL whose workers die this many times is given up. */
const MAX_ATTEMPTS = 3;
/** A report that has been pending for longer, with no claim on its URL, has stalled. */
const STALLED_SECONDS = 10;
const RECOVERY_BATCH = 500;
/** After this time the report is generated without the queue. */
const QUEUE_GIVEN_UP_SECONDS = 60;
/** URLs that one recovery generates in this process. */
const DIRECT_GENERATIONS = 4;

/**
 * Runs one generation at a time per URL. Its result serves every report requested before it began.
 */
export const createGenerationService = (deps: GenerationServiceDeps): GenerationService => {
  const { store, queue, generate, logger, observe } = deps;

  const outcomeOf = async ({ url, attempt }: UrlClaim): Promise<GenerationOutcome> => {
    if (attempt > MAX_ATTEMPTS) return { status: 'failed', error: 'internal' };
    return generate(url).catch((error: unknown): GenerationOutcome => {
      logger.error({ err: error, url }, 'generation failed unexpectedly');
      return { status: 'failed', error: 'internal' };
    });
  };

  const process = async (url: string): Promise<void> => {
    const claim = await store.claim(url, LEASE_SECONDS);
    if (!claim) return;
    const renewal = setInterval(() => {
      store.renew(claim, LEASE_SECONDS).catch((error: unknown) => {
        logger.warn({ err: error, url }, 'could not renew a claim');
      });
    }, RENEWAL_MILLISECONDS);
    const startedAt = performance.now();
    try {
      const outcome = await outcomeOf(claim);
      observe(outcome, (performance.now() - startedAt) / 1000);
      const done = await store.finish(claim, outcome);
      if (done?.more) await queue.enqueue(url);
      const error = outcome.status === 'failed' ? outcome.error : null;
      for (const { id, request_id: requestId } of done?.finished ?? [])
        logger.info({ report: id, request_id: requestId, error }, 'a page was reported on');
    } finally {
      clearInterval(renewal);
    }
  };

  /** @returns false when the queue is unavailable */
  const reenqueueAll = async (urls: readonly string[]): Promise<boolean> => {
    try {
      for (const url of urls) await queue.reenqueue(url);
      return true;
    } catch (error) {
      logger.warn({ err: error }, 'the queue is unavailable; generating a few reports without it');
      return false;
    }
  };

  return {
    process,

    async recoverStalled() {
      const stalled = await store.stalled(STALLED_SECONDS, RECOVERY_BATCH);
      const isQueueUp = await reenqueueAll(stalled);
      const direct = isQueueUp
        ? await store.stalled(QUEUE_GIVEN_UP_SECONDS, DIRECT_GENERATIONS)
        : stalled.slice(0, DIRECT_GENERATIONS);
      await Promise.all(direct.map((url) => process(url)));
    },
  };
};
