import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/** Runs `work` for the request with this id: log lines carry it, and so do the jobs that it makes. */
export const inRequest = <Result>(requestId: string | null, work: () => Result): Result =>
  requestId === null ? work() : scope.run(requestId, work);

/** Id of the request that this is done for; `null` outside one, as in scheduled jobs. */
export const currentRequestId = (): string | null => scope.getStore() ?? null;
