import type { Socket } from 'node:net';

import { createGuard, GuardError } from '@platform/guard';
import type { FetchRequest, Guard } from '@platform/guard';

import { startSite, startTcp } from './loopback-site.ts';

/**
 * Sites that misbehave and a guard that may reach them, closed after each test of the suite that
 * calls this.
 */
export const useHostileSites = () => {
  const closers: (() => Promise<void>)[] = [];

  const guardWith = (timeouts = { total: 1500, connect: 500, headers: 700 }): Guard => {
    const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'guard-test', timeouts });
    closers.push(() => guard.close());
    return guard;
  };

  const site = async (listener: Parameters<typeof startSite>[0]) => {
    const started = await startSite(listener);
    closers.push(() => started.close());
    return started.origin;
  };

  /** Answers each connection once its request has arrived. */
  const tcp = async (onRequest: (socket: Socket) => void) => {
    const started = await startTcp((socket) =>
      socket.once('data', () => {
        onRequest(socket);
      }),
    );
    closers.push(() => started.close());
    return started;
  };

  const failure = async (url: string, request?: FetchRequest, guard = guardWith()): Promise<string> => {
    const error: unknown = await guard.fetch(url, request).then(
      () => 'answered',
      (reason: unknown) => reason,
    );
    return error instanceof GuardError ? error.code : String(error);
  };

  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  return { closers, guardWith, site, tcp, failure };
};
