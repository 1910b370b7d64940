import { inTransaction } from '@platform/database';
import type { Database, OutboxEvent } from '@platform/database';
import { IDENTITY_HEADER, OUTBOX_SCOPE } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';
import type { Logger } from '@platform/runtime';

import { storeEvents } from './webhook-events-store.ts';

export interface CollectEventsDeps {
  database: Database;
  signer: Pick<IdentitySigner, 'sign'>;
  /** Base addresses of the services that have an outbox, by area: any instance gives all events. */
  targets: Readonly<Record<string, readonly string[]>>;
}

const TIMEOUT_MILLISECONDS = 5_000;

/** Takes the events of one service's outbox. @throws Error if the service doesn't answer as it should */
const collectFrom = async (
  { database, signer }: CollectEventsDeps,
  area: string,
  target: string,
  stopping: AbortSignal,
): Promise<void> => {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const caller = { organisation: 'platform', keyId: 'webhook-worker', scopes: [OUTBOX_SCOPE] };
    const identity = await signer.sign(caller, area);
    const answer = await fetch(new URL(path, target), {
      ...init,
      headers: { [IDENTITY_HEADER]: identity, 'Content-Type': 'application/json' },
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
    });
    if (!answer.ok) throw new Error(`${area} answered ${answer.status} for ${path}`);
    return answer;
  };
  for (;;) {
    const { events } = (await (await call('/outbox')).json()) as { events: OutboxEvent[] };
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
    const body = JSON.stringify({ ids: events.map(({ id }) => id) });
    await call('/outbox/taken', { method: 'POST', body });
  }
};

/** Runs that may fail before the log says so: a service that restarts is away for a moment. */
const PATIENCE = 15;

/**
 * Makes a job that takes the events of all services. One that is down doesn't keep the others'
 * events; the log tells once that it is away, and once that it is back.
 */
export const createEventCollector = (
  deps: CollectEventsDeps & { logger: Logger },
): ((stopping: AbortSignal) => Promise<void>) => {
  const failures = new Map<string, number>();
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
    const failed = failures.get(area) ?? 0;
    try {
      await collectFromAny(area, instances, stopping);
      failures.delete(area);
      if (failed >= PATIENCE) deps.logger.info({ area }, 'the events of a service are collected again');
    } catch (error) {
      failures.set(area, failed + 1);
      if (failed + 1 === PATIENCE && !stopping.aborted)
        deps.logger.error({ err: error, area }, 'the events of a service cannot be collected');
    }
  };
  return async (stopping) => {
    await Promise.all(
      Object.entries(deps.targets).map(([area, instances]) => collect(area, instances, stopping)),
    );
  };
};
