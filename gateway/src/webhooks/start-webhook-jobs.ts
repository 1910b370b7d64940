import { once } from 'node:events';
import * as http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { createNotifiedWaits, inTransaction } from '@platform/database';
import type { Database, OutboxEvent } from '@platform/database';
import type { Guard } from '@platform/guard';
import { IDENTITY_HEADER, OUTBOX_SCOPE } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { deliverDue } from './deliver-due.ts';
import { createDeliveriesStore, DUE, DUE_CHANNEL, storeEvents } from './deliveries-store.ts';

export interface WebhookJobsDeps {
  database: Database;
  /** The database's address, for the connection that announces due deliveries. */
  databaseUrl: string;
  signer: Pick<IdentitySigner, 'sign'>;
  guard: Pick<Guard, 'fetch'>;
  targets: Readonly<Record<string, readonly string[]>>;
  /** After a worker dies, another one takes over its deliveries after this time. */
  leaseSeconds: number;
  logger: Logger;
}

/** Between two waits for events, and between two looks at what is due. */
const PAUSE_MILLISECONDS = 100;
/** A notification may be lost with its connection. */
const LOOK_MILLISECONDS = 10_000;
const SWEEP_MILLISECONDS = 60 * 60 * 1000;
const KEPT_DAYS = 30;

/** Starts what a webhook worker does; any number of workers share the work. */
export const startWebhookJobs = (deps: WebhookJobsDeps): RepeatingJob[] => {
  const { database, databaseUrl, signer, guard, targets, leaseSeconds, logger } = deps;
  const store = createDeliveriesStore(database);
  const waits = createNotifiedWaits({ url: databaseUrl, channel: DUE_CHANNEL });
  const deliver = async (stopping: AbortSignal): Promise<void> => {
    // Before it looks, so that what becomes due in between isn't missed.
    const news = waits.wait(DUE, LOOK_MILLISECONDS);
    stopping.addEventListener('abort', news.cancel);
    try {
      await deliverDue({ store, guard, leaseSeconds, logger }, stopping);
      const untilDue = (await store.untilDue()) ?? LOOK_MILLISECONDS;
      const timer = setTimeout(news.cancel, Math.min(untilDue, LOOK_MILLISECONDS));
      if (!stopping.aborted) await news;
      clearTimeout(timer);
    } finally {
      news.cancel();
      stopping.removeEventListener('abort', news.cancel);
    }
  };
  const delivering = createRepeatingJob({
    name: 'delivering events',
    run: deliver,
    everyMilliseconds: PAUSE_MILLISECONDS,
    logger,
  });
  const jobs: RepeatingJob[] = [
    ...createEventCollectors({ database, signer, targets, logger }).map((run) =>
      createRepeatingJob({ name: 'collecting events', run, everyMilliseconds: PAUSE_MILLISECONDS, logger }),
    ),
    {
      start: () => {
        delivering.start();
      },
      async stop() {
        await delivering.stop();
        await waits.close();
      },
    },
    createRepeatingJob({
      name: 'removing old events',
      run: () => store.sweep(KEPT_DAYS),
      everyMilliseconds: SWEEP_MILLISECONDS,
      logger,
    }),
  ];
  for (const job of jobs) job.start();
  return jobs;
};

interface CollectEventsDeps {
  database: Database;
  signer: Pick<IdentitySigner, 'sign'>;
  /** Base addresses of the services, by area: any instance gives all events. */
  targets: Readonly<Record<string, readonly string[]>>;
}

/** An empty outbox is waited for. */
const WAIT_SECONDS = 25;

const TIMEOUT_MILLISECONDS = (WAIT_SECONDS + 5) * 1_000;

interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
}

/**
 * Asks a service, by GET or, with a body, by POST. While `fetch` waits for an answer, its clock wakes the process
 * twice a second, and these waits never end.
 */
const ask = async (
  url: URL,
  options: { headers: Record<string, string>; signal: AbortSignal; body: string | undefined },
): Promise<Answer> => {
  const { body, ...given } = options;
  const { request } = url.protocol === 'https:' ? await import('node:https') : http;
  const sent = request(url, { ...given, method: body === undefined ? 'GET' : 'POST' });
  sent.end(body);
  const [response] = (await once(sent, 'response', { signal: options.signal })) as [http.IncomingMessage];
  const { statusCode: status = 0 } = response;
  return { status, ok: status >= 200 && status < 300, text: await text(response) };
};

/** Takes the events of one service's outbox. @throws Error if the service doesn't answer as it should */
const collectFrom = async (
  { database, signer }: CollectEventsDeps,
  area: string,
  target: string,
  stopping: AbortSignal,
): Promise<void> => {
  const call = async (path: string, body?: string): Promise<Answer> => {
    const caller = { organisation: 'platform', keyId: 'webhook-worker', scopes: [OUTBOX_SCOPE] };
    const identity = await signer.sign(caller, area);
    const headers = { [IDENTITY_HEADER]: identity, 'Content-Type': 'application/json' };
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]);
    const answer = await ask(new URL(path, target), { headers, signal, body });
    if (answer.ok || (body === undefined && answer.status === 404)) return answer;
    throw new Error(`${area} answered ${answer.status} for ${path}`);
  };
  for (;;) {
    const outbox = await call(`/outbox?wait=${WAIT_SECONDS}`);
    if (!outbox.ok) {
      // A service without an outbox; it may get one with its next version.
      await pause(WAIT_SECONDS * 1_000, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      return;
    }
    const { events } = JSON.parse(outbox.text) as { events: OutboxEvent[] };
    if (events.length === 0) return;
    await inTransaction(database, (transaction) =>
      storeEvents(
        transaction,
        events.map(({ id, organisation, type, occurred_at, data }) => ({
          id,
          organisation,
          type,
          occurredAt: new Date(occurred_at),
          data,
        })),
      ),
    );
    // Only now that they are committed here. Without this they are read and stored once more.
    await call('/outbox/taken', JSON.stringify({ ids: events.map(({ id }) => id) }));
  }
};

/** For so long a service may be away before the log says so: it restarts, or starts slowly beside this worker. */
const RETRY_MILLISECONDS = 1_000;

const PATIENCE_MILLISECONDS = 60_000;

/**
 * Makes a job for each service that takes its events as they come. One that is down doesn't keep the others'
 * events; the log tells once that it is away, and once that it is back.
 */
export const createEventCollectors = (
  deps: CollectEventsDeps & { logger: Logger },
): ((stopping: AbortSignal) => Promise<void>)[] => {
  const away = new Map<string, { since: number; isTold: boolean }>();
  const collectFromAny = async (
    area: string,
    [target, ...others]: readonly string[],
    stopping: AbortSignal,
  ): Promise<void> => {
    if (target === undefined) return;
    try {
      await collectFrom(deps, area, target, stopping);
    } catch (error) {
      if (others.length === 0 || stopping.aborted) throw error;
      await collectFromAny(area, others, stopping);
    }
  };
  const collect = async (
    area: string,
    instances: readonly string[],
    stopping: AbortSignal,
  ): Promise<void> => {
    try {
      await collectFromAny(area, instances, stopping);
      if (away.get(area)?.isTold === true)
        deps.logger.info({ area }, 'the events of a service are collected again');
      away.delete(area);
    } catch (error) {
      if (stopping.aborted) return;
      await pause(RETRY_MILLISECONDS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      const known = away.get(area) ?? { since: performance.now(), isTold: false };
      away.set(area, known);
      if (known.isTold || performance.now() - known.since < PATIENCE_MILLISECONDS) return;
      known.isTold = true;
      deps.logger.error({ err: error, area }, 'the events of a service cannot be collected');
    }
  };
  return Object.entries(deps.targets).map(
    ([area, instances]) =>
      (stopping) =>
        collect(area, instances, stopping),
  );
};
