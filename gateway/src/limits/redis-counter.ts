import type { Budget, Use } from './budget.ts';
import { SLOT } from './limits-redis.ts';
import type { LimitsRedis } from './limits-redis.ts';

export interface CountRequest {
  budgets: readonly Budget[];
  amount: number;
  /** False to count without asking whether the limits allow it. */
  conditional: boolean;
  /** Uses of a budget that Redis missed. */
  missed: (id: string) => number;
}

export interface SharedUse {
  admitted: boolean;
  /** Before the request, one for each budget. */
  uses: Use[];
}

/** Counts a request in Redis. @throws if Redis does not answer in time */
export type SharedCounter = (request: CountRequest) => Promise<SharedUse>;

const PREFIX = `limit:${SLOT}:`;
/** Bounds how long one script keeps Redis busy. */
const MAX_BATCH = 100;

interface Waiting extends CountRequest {
  resolve: (use: SharedUse) => void;
  reject: (error: unknown) => void;
}

const readAnswer = (batch: readonly Waiting[], answer: readonly number[], now: number): void => {
  let at = 0;
  for (const { budgets, resolve } of batch) {
    const admitted = answer[at] === 1;
    at += 1;
    const uses = budgets.map((_, index) => ({
      used: answer[at + 2 * index] ?? 0,
      resetAt: now + (answer[at + 2 * index + 1] ?? 0),
    }));
    at += 2 * budgets.length;
    resolve({ admitted, uses });
  }
};

/**
 * Counts in Redis, with one command for all requests that arrive in the same turn of the event
 * loop.
 */
export const createSharedCounter = (redis: LimitsRedis): SharedCounter => {
  let waiting: Waiting[] = [];

  const send = (batch: readonly Waiting[]): void => {
    const keys = batch.flatMap(({ budgets }) => budgets.map(({ id }) => PREFIX + id));
    const words = batch.flatMap(({ budgets, amount, conditional, missed }) => [
      budgets.length,
      amount,
      ...budgets.flatMap(({ id, limit }) => [conditional ? limit : 0, missed(id)]),
    ]);
    redis.count(keys, words).then(
      (answer) => {
        readAnswer(batch, answer, Date.now());
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  };

  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    for (let from = 0; from < batch.length; from += MAX_BATCH) send(batch.slice(from, from + MAX_BATCH));
  };

  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ ...request, resolve, reject });
    });
};
